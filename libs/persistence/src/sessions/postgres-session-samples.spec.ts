import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { SessionStatistics } from '@chat-admin/domain/sessions/session-statistics';
import { ChatServerSpy } from '@chat-admin/domain/testing/chat-server-spy';
import { perSuite } from '../../test/open-database.js';
import { PostgresSessionSamples } from './postgres-session-samples.js';

const open = perSuite();
const chatServer = new ChatServerSpy();
beforeEach(async () => {
  await open().query('delete from session_sample');
  chatServer.away = false;
  chatServer.present = [aSession('ola', 'a'), aSession('ola', 'b'), aSession(null, 'c')];
});

const aSession = (username: string | null, resource: string): LiveSession => ({
  ...{ jid: `x@example.org/${resource}`, username, resource, nodeId: 'one' },
  ...{ status: 'Authenticated', presence: null, hostAddress: '192.0.2.7', hostName: null },
  ...{ createdAt: new Date(), lastActiveAt: new Date(), secure: true },
});
const samples = () => new PostgresSessionSamples(open().db);
const statistics = () => new SessionStatistics(samples(), chatServer);
const kept = () => open().query('select sessions, users from session_sample');

it('one instance alone counts in a minute', async () => {
  await open().query(
    `insert into session_sample select date_trunc('minute', now()) - interval '1 minute'`,
  );
  await Promise.all([statistics().sample(), statistics().sample(), statistics().sample()]);
  const counted = (await kept()).filter(({ sessions }) => sessions !== null);
  // the minute may have ended meanwhile
  expect([1, 2]).toContain(counted.length);
  expect(counted[0]).toEqual({ sessions: 3, users: 1 });
});

it('nothing is told of a minute in which the chat server was away', async () => {
  chatServer.away = true;
  await statistics().sample();
  expect(await kept()).toEqual([{ sessions: null, users: null }]);
  const from = new Date(Date.now() - 3_600_000);
  expect(await statistics().history({ from, to: new Date(), stepSeconds: 60 })).toEqual([]);
});

it('forgets what is older, in pieces', async () => {
  await open().query(`
    insert into session_sample
    select date_trunc('minute', now()) - n * interval '10 days', n, n from generate_series(1, 5) n`);
  expect(await samples().forget(30, 1)).toBe(1);
  expect(await samples().forget(30, 10)).toBe(2);
  expect((await kept()).map(({ sessions }) => sessions).sort()).toEqual([1, 2]);
});
