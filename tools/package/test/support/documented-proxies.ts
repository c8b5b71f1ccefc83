import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BootedRoot } from '@chat-admin/debian-programs/booted-root';
import { until } from '@chat-admin/debian-programs/until';
import { workspace } from '../../src/libraries.js';
import { trusted } from './chat-login.js';

const PAGE = join(workspace, 'docs/behind-a-proxy.md');
const SETTINGS = '/etc/chat-admin/chat-admin.conf';
const CADDY = '/var/lib/caddy/.local/share/caddy';
const LETS_ENCRYPT = 'acme-v02.api.letsencrypt.org-directory';

/** A file of {@link PAGE}, which it names in the first line. */
async function fileOfPage(path: string): Promise<string> {
  const page = await readFile(PAGE, 'utf8');
  for (const [, indent, named, text] of page.matchAll(
    /^( *)```\w+\n *# (\/\S+)\n(.*?)^\1```$/gms,
  )) {
    if (named === path) return text!.replaceAll(new RegExp(`^${indent!}`, 'gm'), '');
  }
  throw new Error(`${PAGE} has no ${path}`);
}

/** Writes a file as the page has it. @param change what a test cannot have */
async function write(
  root: BootedRoot,
  path: string,
  change = (text: string) => text,
): Promise<void> {
  await mkdir(dirname(root.path(path)), { recursive: true });
  await writeFile(root.path(path), change(await fileOfPage(path)));
}

/** The service behind a proxy, as the page has it. */
export interface DocumentedProxy {
  /** @returns the authority that has signed its certificate, in PEM */
  start(root: BootedRoot): Promise<string>;
  stop(root: BootedRoot): Promise<unknown>;
}

export const PROXIES: Readonly<Record<'nginx' | 'Caddy', DocumentedProxy>> = {
  nginx: {
    start: async (root) => {
      await tell(root);
      await write(root, '/etc/nginx/conf.d/chat.conf');
      await root.run('systemctl', 'start', 'nginx');
      return readFile(root.path('etc/letsencrypt/authority.pem'), 'utf8');
    },
    stop: (root) => root.run('systemctl', 'stop', 'nginx'),
  },
  /** with an authority of its own instead of Let's Encrypt */
  Caddy: {
    start: async (root) => {
      await tell(root);
      const alone = '{\n\tlocal_certs\n\tskip_install_trust\n}\n';
      await write(root, '/etc/caddy/Caddyfile', (text) => alone + text);
      for (const unit of ['service', 'path']) {
        const here = (text: string) => text.replaceAll(LETS_ENCRYPT, 'local');
        await write(root, `/etc/systemd/system/chat-certificate.${unit}`, here);
      }
      await root.run('systemctl', 'daemon-reload');
      await root.run('systemctl', 'enable', '--now', '--quiet', 'chat-certificate.path');
      await root.run('systemctl', 'start', 'caddy');
      const authority = await until('Caddy has an authority', () =>
        readFile(root.path(`${CADDY}/pki/authorities/local/root.crt`), 'utf8'),
      );
      const server = { host: root.address, port: 443, domain: 'example.org' };
      await until('Caddy has its certificate', () => trusted(server, authority));
      return authority;
    },
    stop: (root) => root.run('systemctl', 'stop', 'caddy', 'chat-certificate.path'),
  },
};

async function tell(root: BootedRoot): Promise<void> {
  await appendFile(root.path(SETTINGS), await fileOfPage(SETTINGS));
  await root.run('systemctl', 'restart', 'chat-admin');
}

/** Has systemd read the certificate for the service while `work` is done. */
export async function withLoadedCertificate(
  root: BootedRoot,
  work: () => Promise<void>,
): Promise<void> {
  const path = '/etc/systemd/system/chat-admin.service.d/certificate.conf';
  await write(root, path);
  const restart = 'systemctl daemon-reload; systemctl restart chat-admin';
  await root.shell(restart);
  await work();
  await root.shell(`rm ${path}; ${restart}`);
}
