import { missingPrivileges } from '@chat-admin/persistence/diagnosis/missing-privileges';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const databasePrivileges: Check = {
  code: 'database/privileges',
  examine: async (deployment) => {
    const statements = await missingPrivileges(await deployment.migrated());
    if (statements.length === 0) return ok('The role of the services may do what they need');
    const missing = statements.map((text) => text.replace(/^grant | to \S+;$/g, ''));
    return fault(`The role of the services lacks ${some(missing)}`, 'psql', statements.join('\n'));
  },
};
