import { GIVE_OWNER, ownerlessRooms } from '@chat-admin/persistence/diagnosis/data-faults';
import { ok, some, warning } from '../check.js';
import type { Check } from '../check.js';

export const owners: Check = {
  code: 'data/owners',
  examine: async (deployment) => {
    const { count, names } = await ownerlessRooms(await deployment.migrated());
    if (count === 0) return ok('Every room has an owner');
    return warning(`Rooms without an owner: ${some(names, count)}`, 'psql', GIVE_OWNER);
  },
};
