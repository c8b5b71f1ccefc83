import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { pairIn } from '../certificate/pair.js';
import type { Remedy } from './check.js';
import type { Deployment } from './deployment.js';
import { SOON_MS } from './judged-certificate.js';
import type { Machine } from './machine.js';
import { quoted } from './quoted.js';

const CERTBOT = '/usr/bin/certbot';
const CERTBOT_NGINX = '/usr/lib/python3/dist-packages/certbot_nginx';

/** What gives Prosody and the services a certificate of the domain that clients accept. */
export async function certifying(deployment: Deployment, domain: string): Promise<Remedy> {
  const { machine } = deployment;
  if (machine.installation === 'image') return { where: 'shell', text: forContainers(domain) };
  // one that ends sooner is renewed first
  const soon = new Date(deployment.clock() + SOON_MS);
  const isThere = await pairIn(machine.lineages, domain, soon).then(
    () => true,
    () => false,
  );
  const text = [...(isThere ? [] : renewing(machine, domain)), importing(domain, machine.lineages)];
  return { where: 'shell', text: text.join('\n') };
}

/** With the domain, which need not be among the settings. */
export const importing = (domain: string, folder: string): string =>
  ownCommand(`certificate import --domain ${quoted(domain)} ${quoted(folder)}`);

/** What gets a certificate where somebody else than certbot brought the present one. */
function renewing({ lineages, hasNginx }: Machine, domain: string): readonly string[] {
  const isOfCertbot = existsSync(join(dirname(lineages), 'renewal', `${domain}.conf`));
  if (isOfCertbot) return [`certbot renew --cert-name ${quoted(domain)}`];
  const [program, way] = hasNginx
    ? ['python3-certbot-nginx', '--nginx']
    : ['certbot', '--standalone'];
  return [
    ...(existsSync(hasNginx ? CERTBOT_NGINX : CERTBOT) ? [] : [`apt-get install ${program}`]),
    `certbot certonly ${way} -d ${quoted(domain)}`,
  ];
}

/** What makes this machine know the authority that the chain of the certificate ends with; `null` without its file. */
export function trusting({ lineages, installation }: Machine, domain: string): Remedy | null {
  const file = join(lineages, domain, 'fullchain.pem');
  if (installation !== 'debian' || !existsSync(file)) return null;
  const chain = quoted(file);
  const authority = quoted(`/usr/local/share/ca-certificates/${domain}.crt`);
  const last = `awk '/BEGIN/ { last = "" } { last = last $0 "\\n" } END { printf "%s", last }' ${chain} >${authority}`;
  return {
    where: 'shell',
    text: ['apt-get install ca-certificates', last, 'update-ca-certificates'].join('\n'),
  };
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
