import { createApp, type App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import {
  type TestDatabase,
  TEST_DOMAIN,
  TEST_SECRET,
  testDatabase,
} from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import type { ReportEntry } from '../src/report.js';
import { KINDS, type Kind } from '../src/rows.js';
import { RestSource } from '../src/sources/rest/rest-source.js';

let app: App;
let database: TestDatabase;
let url: string;

async function send(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: TEST_SECRET, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

beforeAll(async () => {
  database = await testDatabase();
  app = await createApp(
    Object.assign(new ApiConfig(), {
      ...{ port: 0, managementPort: 0, databasePoolSize: 4, databaseUrl: database.appUrl },
      ...{ xmppDomain: TEST_DOMAIN, logLevel: 'silent', scramIterations: 4096 },
    }),
  );
  url = `${(await app.listen()).url}/plugins/restapi/v1`.replace(/([^:])\/\//, '$1/');
  await send('POST', '/users', {
    ...{ username: 'ola', name: 'Ola N', email: 'ola@example.net', password: 'secret' },
    properties: [
      { key: 'k2', value: '' },
      { key: 'desk', value: '4B' },
    ],
  });
  await send('POST', '/users', { username: 'o\\27leary', password: 'secret' });
  await send('POST', '/groups', {
    ...{ name: 'Crew', description: 'Night crew', shared: true, members: ['ola'], admins: [] },
  });
  await send('POST', '/users/ola/roster', {
    ...{ jid: 'bo@other.example', nickname: 'Bo', subscriptionType: 3, groups: ['Pals', 'Work'] },
  });
  await send('POST', '/lockouts/o%5C27leary');
  await send('POST', '/chatservices', { serviceName: 'clubs', description: 'Rooms of clubs' });
  await send('POST', '/chatrooms?servicename=clubs', {
    ...{ roomName: 'garden', naturalName: 'Garden', description: 'Beds', allowPM: 'moderators' },
    ...{ publicRoom: false, maxUsers: 12, broadcastPresenceRoles: ['moderator', 'visitor'] },
    ...{ owners: [`ola@${TEST_DOMAIN}`], outcasts: ['evil@other.example'], memberGroups: ['Crew'] },
  });
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(`
    insert into room_message (room_id, sent_at, nickname, sender, body)
    select id, '2026-11-22 08:02:16.173Z', 'Ola', 'ola@${TEST_DOMAIN}/desk', 'Hello' from room`);
  await client.end();
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

async function everything() {
  const source = await RestSource.open({ url, secret: TEST_SECRET });
  const report: ReportEntry[] = [];
  const all: Partial<Record<Kind, unknown[]>> = {};
  for (const kind of KINDS) {
    all[kind] = [];
    for await (const row of source.rows(kind, { report: (e) => void report.push(e) })) {
      all[kind].push(row);
    }
  }
  await source.close();
  return { all, report, facts: source.facts };
}

/** The property decides how this product writes JSON; Openfire's versions write one of these. */
const names = (value: string) =>
  send('POST', '/system/properties', { key: 'plugin.restapi.json.names', value });

it.each(['new', 'both', 'old'])('reads a running server that writes names as %s', async (form) => {
  await names(form);
  const { all, report, facts } = await everything();
  await names('new');
  expect(report).toEqual([]);
  expect(facts).toMatchObject({ form: 'rest', domain: TEST_DOMAIN, schema: null });
  expect(facts.lost.map(({ kind, field }) => (field ? `${kind}.${field}` : kind))).toEqual([
    ...['accounts.password', 'accounts.creationDate', 'rosters.recv', 'groups.visibility'],
    ...['services.isHidden', 'messages.history'],
    ...['vcards', 'audit', 'offline', 'private', 'pep', 'blocks', 'archive'],
  ]);
  expect(all.accounts).toMatchObject([
    { username: 'o\\27leary', user: { name: '' }, flags: [{ name: 'lockout', endTime: null }] },
    {
      ...{ username: 'ola', user: { name: 'Ola N', email: 'ola@example.net' }, flags: [] },
      properties: [
        { name: 'desk', propValue: '4B' },
        { name: 'k2', propValue: '' },
      ],
    },
  ]);
  expect(all.groups).toEqual([
    {
      ...{ groupName: 'Crew', group: { description: 'Night crew' } },
      properties: [
        { name: 'sharedRoster.groupList', propValue: '' },
        { name: 'sharedRoster.showInRoster', propValue: 'onlyGroup' },
      ],
      members: [{ username: `ola@${TEST_DOMAIN}`, administrator: 0 }],
    },
  ]);
  expect(all.rosters).toMatchObject([
    { username: 'ola', jid: 'bo@other.example', nick: 'Bo', sub: 3, groups: ['Pals', 'Work'] },
  ]);
  expect(all.services).toMatchObject([
    { subdomain: 'clubs', description: 'Rooms of clubs' },
    { subdomain: 'conference' },
  ]);
  expect(all.rooms).toMatchObject([
    {
      ...{ services: ['clubs'], name: 'garden', naturalName: 'Garden', publicRoom: 0, allowpm: 2 },
      ...{ maxUsers: 12, rolesToBroadcast: 5, creationDate: expect.stringMatching(/^00\d{13}$/) },
      affiliations: [
        { jid: 'evil@other.example', affiliation: 40 },
        { jid: `ola@${TEST_DOMAIN}`, affiliation: 10 },
      ],
      members: [{ jid: expect.stringMatching(`^8dp6ato=?@${TEST_DOMAIN}/`) }],
    },
  ]);
  expect(all.messages).toMatchObject([
    {
      ...{ services: ['clubs'], room: 'garden', nickname: 'Ola', body: 'Hello' },
      logTime: String(Date.parse('2026-11-22T08:02:16.173Z')).padStart(15, '0'),
    },
  ]);
  expect(all.properties).toContainEqual({
    ...{ name: 'xmpp.domain', propValue: TEST_DOMAIN, encrypted: null, iv: null },
  });
});

it('gives the newer lines', async () => {
  const source = await RestSource.open({ url, secret: TEST_SECRET });
  const since = new Date('2026-11-22T08:02:16.174Z');
  for await (const _ of source.rows('messages', { since })) throw new Error('There is none.');
  expect(await source.count('accounts')).toEqual({ rows: 2, estimated: false });
});
