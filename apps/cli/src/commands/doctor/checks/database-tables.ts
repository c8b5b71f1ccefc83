import { tableDrift } from '@chat-admin/persistence/diagnosis/table-drift';
import { fault, ok, some, warning } from '../check.js';
import type { Check } from '../check.js';

export const databaseTables: Check = {
  code: 'database/tables',
  examine: async (deployment) => {
    const { objects, statements, drops } = await tableDrift(await deployment.ownSchema());
    if (objects.length === 0)
      return ok('Tables, constraints and indexes are those of this version');
    const isHarmless = drops.length === statements.length;
    const loss = drops.length === 0 ? '' : `; what is in ${some(drops)} is lost when it is mended`;
    const tell = isHarmless ? warning : fault;
    const text = statements.map((statement) => `${statement};`).join('\n');
    return tell(`Not as this version makes it: ${some(objects)}${loss}`, 'psql', text);
  },
};
