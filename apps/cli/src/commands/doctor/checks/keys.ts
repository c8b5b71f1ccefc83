import { ownCommand } from '@chat-admin/configuration/own-command';
import { ok, some, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

export const keys: Check = {
  code: 'access/keys',
  examine: async (deployment) => {
    const { keys: repository } = await deployment.persistence();
    const all = await repository.list();
    if (all.length === 0) throw new Skipped('There are no keys');
    const now = deployment.clock();
    const expired = all.filter(({ expires }) => expires !== null && expires.getTime() <= now);
    if (expired.length === 0) return ok('No key has expired');
    const names = expired.map(({ name }) => name);
    return warning(
      `Expired, and refused: ${some(names)}`,
      'shell',
      names.map((name) => ownCommand(`key revoke ${quoted(name)}`)).join('\n'),
    );
  },
};
