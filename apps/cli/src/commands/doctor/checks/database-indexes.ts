import { invalidIndexes } from '@chat-admin/persistence/diagnosis/invalid-indexes';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const databaseIndexes: Check = {
  code: 'database/indexes',
  examine: async (deployment) => {
    const names = await invalidIndexes(await deployment.database());
    if (names.length === 0) return ok('All indexes are valid');
    return fault(
      `Invalid: ${some(names)}`,
      'psql',
      names.map((name) => `reindex index concurrently ${name};`).join('\n'),
    );
  },
};
