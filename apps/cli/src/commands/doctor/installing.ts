import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ownCommand } from '@chat-admin/configuration/own-command';
import type { Remedy } from './check.js';
import type { Deployment } from './deployment.js';
import { quoted } from './quoted.js';

const UNKNOWN = "'<your domain>' # which cannot be changed later";
/** where Debian's PostgreSQL has it */
const CLUSTERS = '/usr/bin/pg_lsclusters';

/** What opens files of secrets that were mounted into a container, as docs/installing.md does. */
export async function opening(
  files: readonly string[],
  deployment: Deployment,
): Promise<[Remedy['where'], string]> {
  const names = files.map((file) => quoted(basename(file))).join(' ');
  return [
    'shell',
    `chmod 644 ${names} # in the folder that they are mounted from\n${await deployment.restart()}`,
  ];
}

/** How there comes to be a database where its address is not known. */
export async function installing(deployment: Deployment): Promise<[Remedy['where'], string]> {
  const { environment, machine } = deployment;
  if (machine.installation === 'checkout') return ['shell', ownCommand('start')];
  if (machine.installation !== 'debian') {
    const text = "DATABASE_URL='postgres://<user>:<password>@<host>/<database>'";
    const file = 'DATABASE_URL_FILE=/run/secrets/database-url # a file that is mounted there';
    return ['settings', machine.installation === 'image' ? file : text];
  }
  const domain = environment['XMPP_DOMAIN'];
  const lines = [
    ...(existsSync(CLUSTERS) ? [] : ['apt-get install postgresql']),
    ownCommand(`setup --local --domain ${domain ? quoted(domain) : UNKNOWN}`),
    await deployment.restart(),
  ];
  return ['shell', lines.join('\n')];
}
