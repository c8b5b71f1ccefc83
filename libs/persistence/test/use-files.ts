import { jid } from '@chat-admin/port-suites/samples';
import { PostgresFileRepository } from '../src/files/postgres-files.js';
import type { OpenDatabase } from './open-database.js';

/** Each statement of files that the API sends. */
export async function useFiles({ db, streams, transactions }: OpenDatabase): Promise<void> {
  const files = new PostgresFileRepository(db, streams);
  const anything = { type: null, createdFrom: null, createdTo: null, bytesFrom: null };
  const list = files.list({ ...anything, user: jid('user91') });
  await list.page({ sort: 'created', descending: true, limit: 10, after: null });
  await list.total();
  await files.find('none');
  await files.usage(jid('user91'));
  await transactions.run(() => files.remove('user91@example.org', null));
}
