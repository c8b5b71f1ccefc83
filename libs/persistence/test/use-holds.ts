import type { HoldTerms } from '@chat-admin/domain/holds/hold';
import { PostgresHeldMessages, PostgresHolds } from '../src/holds/postgres-holds.js';
import type { OpenDatabase } from './open-database.js';

const TERMS: HoldTerms = {
  ...{ name: 'Case 12', reason: 'court', from: null, until: null },
  ...{ persons: ['user96@example.org'], rooms: ['room96@conference'] },
};

/** Each statement of holds that the API sends. */
export async function useHolds({ db, transactions }: OpenDatabase): Promise<void> {
  const holds = new PostgresHolds(db);
  const id = await transactions.run(async () => {
    await holds.awaitRemovals();
    await holds.count();
    return holds.add(TERMS, 'boss');
  });
  await holds.list();
  await transactions.run(async () => {
    await holds.lock(id);
    await holds.update(id, { ...TERMS, persons: [...TERMS.persons, 'user97@example.org'] });
    await holds.releaser(id);
    await holds.beginRelease(id, { name: 'boss', id: 'account:1', maker: null });
    await holds.release(id, 'ann');
  });
  await holds.find(id);
  const copies = new PostgresHeldMessages(db, 10);
  await copies.count();
  await copies.hasReleased();
  await copies.sweep('0');
}
