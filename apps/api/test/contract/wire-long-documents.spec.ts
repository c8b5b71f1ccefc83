import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { groupDoc } from '@chat-admin/codecs/groups/group.doc';
import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { userGroupsDoc } from '@chat-admin/codecs/users/user-groups.doc';
import { API_ROOT } from '../../src/http/api-root.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';

const PEOPLE = 50_000;
const ADMINS = 500;
const numbered = (count: number, text: (n: string) => string) =>
  Array.from({ length: count }, (_, index) => text(String(index).padStart(5, '0')));

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  for (const username of ['ola', 'zoe']) {
    await api.call('POST', '/users', 'json', { username, password: 'p1-secret' });
  }
  await api.call('POST', '/groups', 'json', { name: 'All', description: 'a & b' });
  await api.database.sql(
    `insert into group_member (group_name, jid, is_admin)
     select 'All', 'p' || lpad(n::text, 5, '0') || '@far.example', n < $2
     from generate_series(0, $1 - 1) n`,
    [PEOPLE, ADMINS],
  );
  await api.database.sql(
    `insert into roster_item (owner, jid, nickname, subscription, groups)
     select 'ola', 'p' || lpad(n::text, 5, '0') || '@far.example', '"' || n, 3, array['a<b', 'c']
     from generate_series(0, $1 - 1) n`,
    [PEOPLE],
  );
  await api.database.sql(
    `with made as (
       insert into user_group (name, description, shared)
       select 'g"&' || lpad(n::text, 5, '0') || repeat('x', 40), null, false
       from generate_series(0, $1 - 1) n returning name
     )
     insert into group_member select name, 'zoe@example.org', false from made`,
    [PEOPLE],
  );
});
afterAll(() => api.stop());

const people = numbered(PEOPLE, (n) => `p${n}@far.example`);
const group = {
  ...{ name: 'All', description: 'a & b', shared: false },
  ...{ admins: people.slice(0, ADMINS), members: people.slice(ADMINS) },
};
const roster = people.map((jid, index) => ({
  ...{ jid, nickname: `"${index}`, subscription: 3, groups: ['a<b', 'c'] },
}));
const groups = numbered(PEOPLE, (n) => `g"&${n}${'x'.repeat(40)}`);

const LONG = [
  ['/groups/All', groupDoc.writeJson(group), groupDoc.writeXml(group)],
  ['/users/ola/roster', rosterDoc.writeJson(roster), rosterDoc.writeXml(roster)],
  ['/users/zoe/groups', userGroupsDoc.writeJson(groups), userGroupsDoc.writeXml(groups)],
] as const;

/** Connections that hold a list open. */
async function openCursors(): Promise<number> {
  const [row] = await api.database.sql(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'chat-admin api' and xact_start is not null`,
  );
  return row!['open'] as number;
}

async function untilCursorsAre(open: number): Promise<void> {
  let last = -1;
  for (let tries = 0; tries < 5000 && last !== open; tries += 1) {
    last = await openCursors();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(last).toBe(open);
}

/** Requests a document and stops reading after its first bytes. */
function begin(path: string): Promise<{ socket: Socket; received: number }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
    socket.on('error', reject);
    socket.once('data', (bytes) => resolve({ socket: socket.pause(), received: bytes.length }));
    const head = [`GET ${API_ROOT}${path} HTTP/1.1`, 'Host: api', `Authorization: ${TEST_SECRET}`];
    socket.write([...head, '', ''].join('\r\n'));
  });
}

describe.each(LONG)('%s of 50,000', (path, json, xml) => {
  it('is the document that is written at once, in both forms', async () => {
    const replies = [await api.call('GET', path, 'json'), await api.call('GET', path, 'xml')];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]!.text === json).toBe(true);
    expect(replies[1]!.text === xml).toBe(true);
  });

  it('begins while nearly all of it is still in the database, and leaves no open cursor', async () => {
    const { socket, received } = await begin(path);
    expect(received).toBeLessThan(xml.length / 20);
    await untilCursorsAre(1);
    socket.destroy();
    await untilCursorsAre(0);
    expect((await api.send('HEAD', path)).status).toBe(200);
    await untilCursorsAre(0);
  });
});

it('a group that does not exist is 404, whatever is read meanwhile', async () => {
  const [, none] = await Promise.all([
    api.call('GET', '/groups/All', 'json'),
    api.call('GET', '/groups/None', 'json'),
  ]);
  expect(none!.status).toBe(404);
});
