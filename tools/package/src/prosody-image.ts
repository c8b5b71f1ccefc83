import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildImage, unpackDebian } from './image-build.js';
import type { ImageBuild } from './image-build.js';
import { workspace } from './libraries.js';
import { prosodyConfigurationOfImage, PROSODY_MODULES } from './prosody-configuration.js';

const PACKAGES = ['prosody', 'prosody-modules', 'lua-dbi-postgresql', 'lua-unbound'];
/** The one that Debian 13 calls Prosody with, and tools of Prosody; the image has no shell. */
const PROGRAMS = ['lua5.4', 'prosody', 'prosodyctl'];
/** Of what the packages depend on for scripts and accounts: nothing that Prosody reads. */
const NEEDLESS = [
  ...['etc/init.d', 'etc/cron.daily', 'etc/cron.d', 'etc/default', 'etc/logrotate.d', 'etc/pam.d'],
  ...['usr/lib/systemd', 'usr/lib/init', 'usr/share/locale', 'usr/share/bash-completion'],
  ...['etc/prosody/conf.avail', 'etc/prosody/conf.d', 'etc/prosody/migrator.cfg.lua'],
  ...['etc/prosody/prosody.cfg.lua', 'etc/prosody/certs'],
  ...['mod_admin_web/admin_web/get_deps.sh', 'mod_rest/example'].map(
    (path) => `usr/lib/prosody/modules/${path}`,
  ),
];

/** Debian 13's Prosody with our modules, see {@link buildImage}. @returns the path of the archive */
export function prosodyAsImage(image: ImageBuild): Promise<string> {
  const name = 'chat-admin-prosody';
  return buildImage({ name, input: 'prosody', ...image }, async (context) => {
    const root = join(context, 'root');
    const { architecture } = image;
    await unpackDebian(root, {
      suite: 'trixie',
      packages: PACKAGES,
      programs: PROGRAMS,
      architecture,
    });
    for (const path of NEEDLESS) await rm(join(root, path), { recursive: true, force: true });
    // of base-files, which nothing here depends on
    for (const path of ['lib', 'lib64']) await symlink(`usr/${path}`, join(root, path));
    const modules = join(workspace, 'integrations/prosody/modules');
    await cp(modules, join(root, PROSODY_MODULES), { recursive: true });
    // for certificates, what is this server's own, and what people send each other: to be mounted
    for (const name of ['certs', 'conf.d']) await mkdir(join(root, 'etc/prosody', name));
    await mkdir(join(context, 'data'));
    const configuration = join(root, 'etc/prosody/chat-admin.cfg.lua');
    await writeFile(configuration, await prosodyConfigurationOfImage());
  });
}
