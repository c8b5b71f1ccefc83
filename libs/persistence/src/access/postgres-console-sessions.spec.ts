import type { ConsoleSession, SessionOrigin } from '@chat-admin/domain/access/console-session';
import { name } from '@chat-admin/port-suites/samples';
import { mostConnections } from '../../test/most-connections.js';
import { perSuite } from '../../test/open-database.js';
import { PostgresConsoleSessions } from './postgres-console-sessions.js';

const open = perSuite();
beforeEach(() => open().query('delete from console_session'));
const proof = Buffer.from('proof');
const expires = new Date(Date.now() + 60_000);
const sessions = () => new PostgresConsoleSessions(open().db);
const aSession = (
  id: string,
  origin: SessionOrigin = { kind: 'secret', proof },
): ConsoleSession => ({
  digest: Buffer.from(id),
  principalId: 'secret:office',
  principalName: 'office',
  origin,
});
const begin = (session: ConsoleSession) => open().transactions.run(() => sessions().begin(session));
const age = (column: string, time: string) =>
  open().query(`update console_session set ${column} = clock_timestamp() - interval '${time}'`);
const left = async () =>
  (
    await open().query(`select convert_from(digest, 'utf8') as id from console_session order by 1`)
  ).map(({ id }) => String(id));

it.each<SessionOrigin>([
  { kind: 'login', username: name('ola'), proof },
  { kind: 'secret', proof },
  { kind: 'key', keyId: '0123456789', proof },
  { kind: 'token', scopes: ['users:read'], expires },
])('keeps what it was begun with: %j', async (origin) => {
  const session = aSession('one', origin);
  const begun = await begin(session);
  expect(await sessions().find(session.digest, false)).toEqual(begun);
  expect(begun).toEqual({ ...session, ends: expect.any(Date) });
  if (origin.kind === 'token') expect(begun.ends).toEqual(expires);
});

it('ends by time', async () => {
  const { digest } = await begin(aSession('one'));
  const isThere = async () => (await sessions().find(digest, false)) !== null;
  for (const [column, before, after] of [
    ['last_used', '29 minutes', '30 minutes'],
    ['created_at', '11 hours 59 minutes', '12 hours'],
  ] as const) {
    await open().query('update console_session set last_used = now(), created_at = now()');
    await age(column, before);
    expect([column, await isThere()]).toEqual([column, true]);
    await age(column, after);
    expect([column, await isThere()]).toEqual([column, false]);
    expect(await sessions().find(digest, true)).toBeNull();
  }
});

it('lasts longer for its use, which is written once a minute', async () => {
  const { digest } = await begin(aSession('one'));
  await age('last_used', '59 seconds');
  const first = await sessions().find(digest, true);
  await age('last_used', '61 seconds');
  const looked = await sessions().find(digest, false);
  const second = await sessions().find(digest, true);
  expect(looked!.ends.getTime()).toBeLessThan(first!.ends.getTime());
  expect(second!.ends.getTime()).toBeGreaterThan(first!.ends.getTime());
  expect(await sessions().find(digest, true)).toEqual(second);
});

it('keeps the 50 newest of each principal, also of those that begin at once', async () => {
  await begin({ ...aSession('other'), principalId: 'basic:ola' });
  await begin(aSession('first'));
  await Promise.all(Array.from({ length: 50 }, (_, index) => begin(aSession(`s${index}`))));
  const ids = await left();
  expect([ids.length, ids.includes('first'), ids.includes('other')]).toEqual([51, false, true]);
});

it('ends one, or the others of its principal', async () => {
  for (const id of ['a', 'b', 'c']) await begin(aSession(id));
  await begin({ ...aSession('other'), principalId: 'basic:ola' });
  await sessions().end(Buffer.from('a'));
  expect(await left()).toEqual(['b', 'c', 'other']);
  await sessions().endOthers('secret:office', Buffer.from('b'));
  expect(await left()).toEqual(['b', 'other']);
});

it('forgets those that have ended, as many as it is told', async () => {
  for (const id of ['a', 'b']) await begin(aSession(id));
  await age('last_used', '12 hours 1 minute');
  await begin(aSession('c'));
  expect([await sessions().forget(1), (await left()).length]).toEqual([1, 2]);
  expect([await sessions().forget(5), await left()]).toEqual([1, ['c']]);
});

it('has one connection for all invented cookies, among which the real ones are found', async () => {
  const real = await Promise.all(['a', 'b'].map((id) => begin(aSession(id))));
  const all = sessions();
  let found: readonly unknown[] = [];
  const most = await mostConnections(open().dataSource, async () => {
    const digests = Array.from({ length: 1_000 }, (_, index) => Buffer.from(`invented ${index}`));
    digests.splice(300, 0, ...real.map(({ digest }) => Buffer.from(digest)));
    found = await Promise.all(digests.map((digest) => all.find(digest, true)));
  });
  expect(found.filter((one) => one !== null)).toEqual(real);
  expect(most).toBe(1);
});
