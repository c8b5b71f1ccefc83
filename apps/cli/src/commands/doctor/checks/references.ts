import { danglingReferences, REMOVE_DANGLING } from '@chat-admin/persistence/diagnosis/data-faults';
import { ok, some, warning } from '../check.js';
import type { Check } from '../check.js';

export const references: Check = {
  code: 'data/references',
  examine: async (deployment) => {
    const { count, jids } = await danglingReferences(await deployment.migrated());
    if (count === 0) return ok('Rosters, groups and rooms name nobody without an account');
    return warning(
      `Rosters, groups or rooms name users who do not exist; who gets such a name gets their rights: ${some(jids, count)}`,
      'psql',
      REMOVE_DANGLING,
    );
  },
};
