import type { StoredKey } from '@chat-admin/domain/access/api-key';
import { perSuite } from '../../test/open-database.js';
import { ChangeFeed } from '../database/change-feed.js';
import { StoredKeys } from './stored-keys.js';

const open = perSuite();
const NAME = 'keys under test';
const key: StoredKey = {
  id: '7hq2m9xk4d',
  name: 'portal',
  scopes: ['users:read'],
  allowedAddresses: [],
  rateLimit: 0,
  created: new Date(),
  createdBy: 'secret',
  expires: null,
  lastUsed: null,
  lastAddress: null,
  secrets: { current: Buffer.from('one'), previous: null },
};
let feed: ChangeFeed;
let known: StoredKeys;
let notices: number;

beforeEach(async () => {
  const { keys, url } = open();
  await open().startOver();
  feed = new ChangeFeed({ url, applicationName: NAME });
  known = new StoredKeys(keys, feed);
  await feed.start();
  notices = 0;
  feed.onKeys(() => (notices += 1));
  await known.start();
});

afterEach(async () => {
  await known.close();
  await feed.close();
});

/** Waits for the expected state; the test runner limits the time. */
async function until(expected: () => boolean): Promise<void> {
  while (!expected()) await new Promise(setImmediate);
}

it('follows changes made elsewhere', async () => {
  const { keys } = open();
  await keys.add(key);
  await until(() => known.find(key.id)?.name === 'portal');
  await keys.update(key.id, { ...key, name: 'door' });
  await until(() => known.find(key.id)?.name === 'door');
  await keys.setSecrets(key.id, { current: Buffer.from('two'), previous: null });
  await until(() => known.find(key.id)?.secrets.current.toString() === 'two');
  await keys.remove(key.id);
  await until(() => known.find(key.id) === null);
});

it('hears nothing of the use of a key', async () => {
  const { keys } = open();
  await keys.add(key);
  await until(() => notices === 1);
  await keys.noteUse(key.id, new Date(), '192.0.2.7');
  await keys.remove(key.id);
  await until(() => known.find(key.id) === null && notices > 1);
  expect(notices).toBe(2);
});

it('is not current while changes may go unnoticed, and correct again afterwards', async () => {
  const { keys, query } = open();
  expect(known.isCurrent).toBe(true);
  const lost = until(() => !known.isCurrent);
  await query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1',
    [NAME],
  );
  await lost;
  await keys.add(key);
  await until(() => known.isCurrent && known.find(key.id) !== null);
});

it('knows what was committed before it was refreshed', async () => {
  await open().keys.add(key);
  await known.refresh();
  expect(known.find(key.id)).toMatchObject({ name: 'portal' });
});
