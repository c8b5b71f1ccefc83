import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const tagKey: Statement = {
  name: 'installation-tag-key',
  text: 'select tag_key as key from installation',
};

/** The key of the installation's entity tags. Contract: extensions E2 */
export async function readTagKey(db: CurrentTransaction): Promise<Uint8Array> {
  const { rows } = await db.run<{ key: Buffer }>(tagKey);
  return rows[0]!.key;
}
