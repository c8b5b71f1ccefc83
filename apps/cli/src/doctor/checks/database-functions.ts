import { functionDrift, reapplySql } from '@chat-admin/persistence/diagnosis/function-drift';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const databaseFunctions: Check = {
  code: 'database/functions',
  examine: async (patient) => {
    const drift = await functionDrift(await patient.migrated());
    const changed = drift.filter(({ objects }) => objects.length > 0);
    if (drift.length === 0) return ok('Functions and triggers are those of this version');
    if (changed.length === 0) {
      const files = some(drift.map(({ file }) => file));
      return fault(`Not applied by this version yet: ${files}`, 'shell', 'chat-admin migrate');
    }
    const objects = changed.flatMap((one) => one.objects);
    const sql = reapplySql(changed.map(({ file }) => file));
    return fault(
      `Not as this version makes it: ${some(objects)}`,
      'shell',
      `psql "$DATABASE_URL" -c "${sql}" && chat-admin migrate`,
    );
  },
};
