import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { pairIn } from '../certificate/pair.js';
import type { Remedy } from './check.js';
import type { Deployment } from './deployment.js';
import { quoted } from './quoted.js';

const CERTBOT = '/usr/bin/certbot';
/** A certificate that ends sooner is renewed first. */
const SOON_MS = 14 * 86_400_000;

/** What gives Prosody and the services a certificate of the domain that clients accept. */
export async function certifying(deployment: Deployment, domain: string): Promise<Remedy> {
  const { machine } = deployment;
  if (machine.installation === 'image') return { where: 'shell', text: forContainers(domain) };
  const soon = new Date(deployment.clock() + SOON_MS);
  const isThere = await pairIn(machine.lineages, domain, soon).then(
    () => true,
    () => false,
  );
  const text = [
    ...(isThere ? [] : renewing(machine.lineages, domain)),
    importing(domain, machine.lineages),
  ];
  return { where: 'shell', text: text.join('\n') };
}

/** With the domain, which need not be among the settings. */
export const importing = (domain: string, folder: string): string =>
  ownCommand(`certificate import --domain ${quoted(domain)} ${quoted(folder)}`);

function renewing(lineages: string, domain: string): readonly string[] {
  const isKnown = existsSync(join(lineages, domain));
  return [
    ...(existsSync(CERTBOT) ? [] : ['apt-get install certbot']),
    isKnown
      ? `certbot renew --cert-name ${quoted(domain)}`
      : `certbot certonly --standalone -d ${quoted(domain)}`,
  ];
}

/** As docs/installing.md has it. */
function forContainers(domain: string): string {
  const [from, to] = [`/etc/letsencrypt/live/${domain}`, `certificates/${domain}`].map(quoted);
  return [
    `cp ${from}/fullchain.pem ${to}.crt`,
    `cp ${from}/privkey.pem ${to}.key && chown 65532 ${to}.key`,
    'docker compose kill --signal HUP prosody',
  ].join('\n');
}
