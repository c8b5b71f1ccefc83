import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { completionFor } from './completions.js';
import { DebianPackage } from './debian-package.js';
import { workspace } from './libraries.js';
import { manPage } from './man-page.js';
import { nodeFor } from './node-runtime.js';
import type { Architecture } from './node-runtime.js';
import { packagedProsodyConfiguration } from './prosody-configuration.js';
import { settingsFile } from './settings-file.js';

const HOME = 'usr/lib/chat-admin';
const SERVICES = ['chat-admin', 'chat-admin-api', 'chat-admin-userservice', 'chat-admin-migrate'];
const UNITS = 'usr/lib/systemd/system';

interface Build {
  /** the folder of the bundle */
  readonly program: string;
  readonly version: string;
  readonly architecture: Architecture;
  /** an existing folder */
  readonly into: string;
}

/** The service, its command, and Node. @returns the path of the package */
export async function serviceForDebian({ program, ...build }: Build): Promise<string> {
  const node = await nodeFor(build.architecture);
  return DebianPackage.build({ name: 'chat-admin', ...build }, async (tree) => {
    await tree.copy(program, HOME);
    // the command of the package runs it, with its own Node
    const cli = await readFile(join(program, 'cli.mjs'), 'utf8');
    await tree.write(`${HOME}/cli.mjs`, cli.replace(/^#!.*\n/, ''));
    await tree.copy(join(node, 'bin/node'), `${HOME}/node`);
    await tree.copy(join(node, 'LICENSE'), 'usr/share/doc/chat-admin/LICENSE.node');
    const input = (name: string) => tree.input(`chat-admin/${name}`);
    await tree.write('usr/bin/chat-admin', await input('command.sh'), 0o755);
    await tree.write('etc/chat-admin/chat-admin.conf', settingsFile());
    const renewed = 'etc/letsencrypt/renewal-hooks/deploy/chat-admin';
    await tree.write(renewed, await input('renewed.sh'), 0o755);
    await tree.folder('etc/chat-admin/credentials', 0o700);
    await tree.folder('etc/chat-admin/owner', 0o700);
    const hardening = await tree.input('units/hardening.conf');
    for (const name of SERVICES) {
      const unit = await tree.input(`units/${name}.service`);
      await tree.write(`${UNITS}/${name}.service`, unit.replace('# (hardening)\n', hardening));
    }
    await tree.write('usr/lib/sysusers.d/chat-admin.conf', await input('chat-admin.sysusers'));
    await tree.write('usr/lib/tmpfiles.d/chat-admin.conf', await input('chat-admin.tmpfiles'));
    const page = gzipSync(manPage(build.version), { level: 9 });
    await tree.write('usr/share/man/man8/chat-admin.8.gz', page);
    const bash = 'usr/share/bash-completion/completions/chat-admin';
    await tree.write(bash, await completionFor('bash', program));
    const fish = 'usr/share/fish/vendor_completions.d/chat-admin.fish';
    await tree.write(fish, await completionFor('fish', program));
  });
}

/** Prosody's modules, configuration and unit. @returns the path of the package */
export function prosodyForDebian({
  version,
  into,
}: Pick<Build, 'version' | 'into'>): Promise<string> {
  const name = 'chat-admin-prosody';
  return DebianPackage.build({ name, version, architecture: 'all', into }, async (tree) => {
    await tree.copy(join(workspace, 'integrations/prosody/modules'), `usr/share/${name}/modules`);
    await tree.write('etc/prosody/chat-admin.cfg.lua', await packagedProsodyConfiguration());
    await tree.folder('etc/chat-admin/prosody', 0o700);
    await tree.folder('etc/chat-admin/credentials', 0o700);
    const dropIn = await tree.input(`${name}/prosody.conf`);
    await tree.write(`${UNITS}/prosody.service.d/chat-admin.conf`, dropIn);
  });
}
