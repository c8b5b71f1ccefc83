import type { ConsoleSession, SessionOrigin } from '@chat-admin/domain/access/console-session';
import { name } from '@chat-admin/port-suites/samples';
import { mostConnections } from '../../test/most-connections.js';
import { perSuite } from '../../test/open-database.js';
import { PostgresConsoleSessions } from './postgres-console-sessions.js';
import { PostgresUsedOnce } from './postgres-used-once.js';

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

describe('of an issuer', () => {
  const ofIssuer = (id: string, principalId: string, sid: string | null) =>
    open().transactions.run(() =>
      sessions().begin(
        { ...aSession(id, { kind: 'token', scopes: ['*'], expires }), principalId },
        { id: sid, sealed: Buffer.from(`sealed ${id}`) },
      ),
    );

  it('keeps what is sealed, and ends by the session there or by the subject', async () => {
    await ofIssuer('a1', 'oidc:https://i a', 's1');
    await ofIssuer('a2', 'oidc:https://i a', null);
    await ofIssuer('b1', 'oidc:https://i b', 's1');
    await ofIssuer('c1', 'oidc:https://j a', 's1');
    await begin({ ...aSession('token'), principalId: 'oidc:https://i a' });
    const sealed = await sessions().sealed(Buffer.from('a1'));
    expect(Buffer.from(sealed!).toString()).toBe('sealed a1');
    expect(await sessions().sealed(Buffer.from('token'))).toBeNull();
    await sessions().endOfIssuer('s1', 'oidc:https://i ');
    expect(await left()).toEqual(['a2', 'c1', 'token']);
    await sessions().endOfSubject('oidc:https://i a', false);
    expect(await left()).toEqual(['c1', 'token']);
    await sessions().endOfSubject('oidc:https://i a', true);
    expect(await left()).toEqual(['c1']);
  });
});

describe('what counts one time', () => {
  const once = () => new PostgresUsedOnce(open().db);
  const digest = Buffer.from('x');
  beforeEach(() => open().query('delete from used_once'));

  it('is noted once until its time is over, and taken once within it', async () => {
    expect(await once().take('link', digest)).toBe(false);
    const noted = await Promise.all([1, 2, 3].map(() => once().note('link', digest, 60)));
    expect(noted.filter(Boolean)).toHaveLength(1);
    expect(await once().note('logout', digest, 60)).toBe(true);
    const taken = await Promise.all([1, 2, 3].map(() => once().take('link', digest)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await open().query(`update used_once set until = now() - interval '1 second'`);
    expect(await once().take('logout', digest)).toBe(false);
    expect(await once().note('logout', digest, 60)).toBe(true);
    expect(await once().forget(10)).toBe(0);
    await open().query(`update used_once set until = now() - interval '1 second'`);
    expect([await once().forget(10), await once().forget(10)]).toEqual([1, 0]);
  });
});
