import { ownCommand } from '@chat-admin/configuration/own-command';
import { functionDrift, reapplySql } from '@chat-admin/persistence/diagnosis/function-drift';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const databaseFunctions: Check = {
  code: 'database/functions',
  examine: async (deployment) => {
    const drift = await functionDrift(await deployment.ownSchema());
    if (drift.length === 0) return ok('Functions and triggers are those of this version');
    const objects = drift.flatMap((one) => one.objects);
    const sql = reapplySql(drift.map(({ file }) => file));
    return fault(
      `Not as this version makes it: ${some(objects)}`,
      'shell',
      `psql "$DATABASE_URL" -c "${sql}" && ${ownCommand('migrate')}`,
    );
  },
};
