import { ownCommand } from '@chat-admin/configuration/own-command';
import { AdministratorManagement } from '@chat-admin/domain/access/administrator-management';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { ok, some, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

const ABSENT = 'does not exist';

/** Who may log in and administer. */
export const administrators: Check = {
  code: 'access/administrators',
  examine: async (patient) => {
    const { propertyStore, properties, users, domain, transactions } = await patient.persistence();
    const listed = properties.read(systemProperty.administrators);
    if (!/[^\s,]/.test(listed))
      throw new Skipped(`${systemProperty.administrators.key} names nobody`);
    const all = await new AdministratorManagement(
      ...([propertyStore, properties, users, domain, transactions] as const),
    ).list();
    const absent = all.filter(({ state }) => state === ABSENT);
    const locked = all.filter(({ state }) => state === 'locked out');
    if (absent.length + locked.length === 0) {
      return ok(
        all.length === 0 ? `Nobody of ${domain.name} administers` : 'All administrators can log in',
      );
    }
    const names = [...absent, ...locked].map(({ username, state }) => `${username} ${state}`);
    const remedy = [
      ...absent.map(({ username }) => ownCommand(`admin create ${quoted(username)} --generate`)),
      ...locked.map(({ username }) => ownCommand(`user unlock ${quoted(username)}`)),
    ];
    return warning(`Of the administrators, ${some(names)}`, 'shell', remedy.join('\n'));
  },
};
