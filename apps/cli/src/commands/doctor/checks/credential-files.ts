import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiConfig } from '@chat-admin/api/config';
import { KNOWN_NAMES } from '@chat-admin/configuration/known-names';
import { settingsOf } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { fault, ok, some, warning } from '../check.js';
import { restarting } from '../config-file.js';
import { Skipped } from '../skipped.js';
import type { Check, Finding } from '../check.js';
import type { Deployment } from '../deployment.js';
import { isOpenToOthers } from '../open-files.js';
import { quoted } from '../quoted.js';

export const credentialFiles: Check = {
  code: 'program/credentials',
  examine: async (deployment) => {
    const { environment, machine } = deployment;
    const secrets = [...settingsOf(ApiConfig), ...settingsOf(LegacyConfig)].filter(
      ({ secret }) => secret,
    );
    const files = new Set(secrets.flatMap(({ name }) => environment[`${name}_FILE`] || []));
    const folder = environment['CREDENTIALS_DIRECTORY'] ?? '';
    const names = machine.installation === 'debian' ? namesIn(folder) : [];
    if (files.size + names.length === 0) throw new Skipped('No secret is given as a file');
    // what is mounted into a container is for its one account
    if (machine.installation === 'image') return ok('The files of secrets are for this container');
    const open = [...files].filter(isOpenToOthers);
    if (open.length === 0)
      return (
        (await ofNames(names, folder, deployment)) ??
        ok('The files of secrets are closed to other accounts')
      );
    return fault(
      `Every account of this machine may read ${some(open)}`,
      'shell',
      `chmod o= ${open.map(quoted).join(' ')}`,
    );
  },
};

/** What systemd does not hand over (systemd.exec(5), LoadCredential), or the services do not know. */
async function ofNames(
  names: readonly string[],
  folder: string,
  deployment: Deployment,
): Promise<Finding | null> {
  const links = names.filter((name) => lstatSync(join(folder, name)).isSymbolicLink());
  if (links.length > 0) {
    const copies = links.map((name) => {
      const path = quoted(join(folder, name));
      return `cp --remove-destination "$(readlink -f ${path})" ${path} && chmod 600 ${path}`;
    });
    const lines = [...copies, ...(await restarting(deployment))].join('\n');
    return fault(`The service gets no secrets through links: ${some(links)}`, 'shell', lines);
  }
  const unknown = names.filter((name) => !KNOWN.has(name) && !OF_DIRECTORY.test(name));
  if (unknown.length === 0) return null;
  const meant = unknown.flatMap((name) => {
    const other = name
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/\.\w+$/, '');
    return KNOWN.has(other) && !names.includes(other) ? [[name, other] as const] : [];
  });
  const sentence = `In ${folder}, these stand for no setting: ${some(unknown)}`;
  if (meant.length === 0) return { level: 'warning', sentence, remedy: null };
  const moves = meant.map(([name, other]) =>
    ['mv', ...[name, other].map((one) => quoted(join(folder, one)))].join(' '),
  );
  return warning(sentence, 'shell', [...moves, ...(await restarting(deployment))].join('\n'));
}

/** The password of a reader. Contract: extensions E13.3 */
const OF_DIRECTORY = /^directory-[a-z0-9-]{1,30}$/;
/** `database-url` */
const KNOWN: ReadonlySet<string> = new Set(
  KNOWN_NAMES.secrets.map((name) => name.toLowerCase().replaceAll('_', '-')),
);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.') && !name.endsWith('.new'));
  } catch {
    return [];
  }
}
