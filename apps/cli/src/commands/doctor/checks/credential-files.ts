import { statSync } from 'node:fs';
import { ApiConfig } from '@chat-admin/api/config';
import { settingsOf } from '@chat-admin/configuration/setting';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';
import { fault, ok, some } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

const FOR_OTHERS = 0o007;

export const credentialFiles: Check = {
  code: 'program/credentials',
  examine: ({ environment }) => {
    const secrets = [...settingsOf(ApiConfig), ...settingsOf(LegacyConfig)].filter(
      ({ secret }) => secret,
    );
    const files = new Set(secrets.flatMap(({ name }) => environment[`${name}_FILE`] || []));
    if (files.size === 0) throw new Skipped('No secret is given as a file');
    const open = [...files].filter(isOpen);
    if (open.length === 0) return ok('The files of secrets are closed to other accounts');
    const names = open.map(quoted).join(' ');
    return fault(
      `Every account of this machine may read ${some(open)}`,
      'shell',
      `chmod o= ${names}`,
    );
  },
};

/** One that cannot be read is told with the settings. */
function isOpen(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & FOR_OTHERS) !== 0;
}
