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
const FENCES = /^( *)```(\w+)\n(.*?)^\1```$/gms;
/** What needs other machines. */
const ELSEWHERE = /^(?:apt-get install|certbot) .*\n/gm;

type Change = (text: string, path: string) => string;

/**
 * Does what a section of {@link PAGE} says: writes its files, which have their path in the first line, adds its settings, runs
 * its commands.
 * @param change of a file: what a test has otherwise
 */
async function follow(root: BootedRoot, heading: string, change: Change = (text) => text) {
  const page = await readFile(PAGE, 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${PAGE} has no ${heading}`);
  for (const [, indent, language, fenced] of section.matchAll(FENCES)) {
    const text = fenced!.replaceAll(new RegExp(`^${indent!}`, 'gm'), '');
    if (language === 'sh') {
      await root.shell(text.replaceAll(ELSEWHERE, ''));
      continue;
    }
    const [, path, content] = /^# (\S+)\n(.*)$/s.exec(text)!;
    await mkdir(dirname(root.path(path!)), { recursive: true });
    const put = path === SETTINGS ? appendFile : writeFile;
    await put(root.path(path!), change(content!, path!));
  }
}

/** The service behind a proxy, as the page has it. */
export interface DocumentedProxy {
  /** @returns the authority that has signed its certificate, in PEM */
  start(root: BootedRoot): Promise<string>;
  stop(root: BootedRoot): Promise<unknown>;
}

/** They are installed already; starting them is what their installation does. */
export const PROXIES: Readonly<Record<'nginx' | 'Caddy', DocumentedProxy>> = {
  nginx: {
    start: async (root) => {
      await root.run('systemctl', 'start', 'nginx');
      await follow(root, 'nginx');
      await follow(root, 'Tell the service');
      return readFile(root.path('etc/letsencrypt/authority.pem'), 'utf8');
    },
    stop: (root) => root.run('systemctl', 'stop', 'nginx'),
  },
  /** with an authority of its own instead of Let's Encrypt */
  Caddy: {
    start: async (root) => {
      await root.run('systemctl', 'start', 'caddy');
      const alone = '{\n\tlocal_certs\n\tskip_install_trust\n}\n';
      await follow(root, 'Caddy', (text, path) =>
        path.endsWith('Caddyfile') ? alone + text : text.replaceAll(LETS_ENCRYPT, 'local'),
      );
      await follow(root, 'Tell the service');
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

/** Has systemd read the certificate for the service while `work` is done. */
export async function withLoadedCertificate(
  root: BootedRoot,
  work: () => Promise<void>,
): Promise<void> {
  await follow(root, 'HTTPS at the service itself');
  await work();
  await root.shell(`rm /etc/systemd/system/chat-admin.service.d/certificate.conf
    systemctl daemon-reload
    systemctl restart chat-admin`);
}
