import { ownCommand } from '@chat-admin/configuration/own-command';
import type { Administrator } from '@chat-admin/domain/access/administrator-management';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { fault, ok, some, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

const ABSENT = 'does not exist';

/** Who may log in and administer. */
export const administrators: Check = {
  code: 'access/administrators',
  examine: async (deployment) => {
    const { properties } = await deployment.persistence();
    const listed = properties.read(systemProperty.administrators);
    if (!/[^\s,]/.test(listed))
      throw new Skipped(`${systemProperty.administrators.key} names nobody`);
    const all = await (await deployment.useCases()).administrators.list();
    const absent = all.filter(({ state }) => state === ABSENT);
    const locked = all.filter(({ state }) => state === 'locked out');
    if (all.length > 0 && absent.length + locked.length === 0) {
      return ok('All administrators can log in');
    }
    if (absent.length + locked.length === all.length) {
      const states = all.map(({ username, state }) => `${username} ${state}`);
      const why = states.length === 0 ? 'the list names nobody' : some(states);
      return fault(`Nobody can sign in and administer: ${why}`, 'shell', remedyFor(absent, locked));
    }
    const names = [...absent, ...locked].map(({ username, state }) => `${username} ${state}`);
    return warning(`Of the administrators, ${some(names)}`, 'shell', remedyFor(absent, locked));
  },
};

function remedyFor(absent: readonly Administrator[], locked: readonly Administrator[]): string {
  const remedy = [
    ...absent.map(({ username }) => ownCommand(`admin create ${quoted(username)} --generate`)),
    ...locked.map(({ username }) => ownCommand(`user unlock ${quoted(username)}`)),
  ];
  return remedy.join('\n') || ownCommand('admin create boss --generate');
}
