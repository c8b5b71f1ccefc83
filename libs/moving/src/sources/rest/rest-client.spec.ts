import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReportEntry } from '../../report.js';
import { SourceFailed, SourceRefused } from '../../source.js';
import { objectsOf, textsOf } from './documents.js';
import { inOrder } from './in-order.js';
import { RestClient } from './rest-client.js';
import { RestSource } from './rest-source.js';

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];
let answers: (path: string) => Answer | Promise<Answer>;
let server: Server;
let url: string;
const waited: number[] = [];
const wait = async (seconds: number) => void waited.push(seconds);

beforeAll(async () => {
  server = createServer(async ({ url: path, headers }, reply) => {
    const right = headers.authorization === 'sesame';
    const [status, body = '', more] = right ? await answers(path!) : ([401] as const);
    reply.writeHead(status, more);
    reply.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins/restapi/v1/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => waited.splice(0));

const client = () => new RestClient({ url, secret: 'sesame', wait });

describe('The client of a running server', () => {
  it('waits as long as the server says, else longer each time', async () => {
    const replies: Answer[] = [
      ...([[429, '', { 'retry-after': '7' }], [503], [503], [200, { a: 1 }]] as Answer[]),
    ];
    answers = () => replies.shift()!;
    expect(await client().get(['users'])).toEqual({ a: 1 });
    expect(waited).toEqual([7, 4, 8]);
  });

  it('gives up when the server stays busy', async () => {
    answers = () => [503, '', { 'retry-after': '9999' }];
    await expect(client().get(['users'])).rejects.toThrow(SourceFailed);
    expect(waited).toHaveLength(11);
    expect(waited[0]).toBe(300);
  });

  it('asks twice at once, and never more', async () => {
    let now = 0;
    let most = 0;
    const gates: (() => void)[] = [];
    answers = async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => gates.push(resolve));
      now -= 1;
      return [200, []];
    };
    const one = client();
    const all = Promise.all(Array.from({ length: 6 }, () => one.get(['users'])));
    let over = false;
    void all.then(() => (over = true));
    for (let left = 6; !over;) {
      // nobody is answered before both places are taken
      if (gates.length >= Math.min(2, left) && gates.length > 0) {
        gates.shift()!();
        left -= 1;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(most).toBe(2);
  });

  it('names parts of a path as they are', async () => {
    let asked = '';
    answers = (path) => {
      asked = path;
      return [200, {}];
    };
    await client().get(['groups', 'Sales/North ? ü\\'], { servicename: 'a&b' });
    expect(asked).toBe(
      '/plugins/restapi/v1/groups/Sales%2FNorth%20%3F%20%C3%BC%5C?servicename=a%26b',
    );
  });

  it('refuses a wrong secret, fails for what is no server', async () => {
    const wrong = RestSource.open({ url, secret: 'wrong', wait });
    await expect(wrong).rejects.toThrow(SourceRefused);
    answers = () => [200, 'no json'];
    await expect(client().get(['users'])).rejects.toThrow(SourceFailed);
    answers = () => [404];
    const nothing = RestSource.open({ url, secret: 'sesame', wait });
    await expect(nothing).rejects.toThrow('is no REST API');
    const gone = RestSource.open({ url: 'http://127.0.0.1:1/', secret: 'sesame', wait });
    await expect(gone).rejects.toThrow(SourceFailed);
  });
});

it('reports what cannot be asked for, and goes on', async () => {
  answers = (path) => {
    const found = path.slice('/plugins/restapi/v1'.length);
    if (found.includes('%5C')) return [400];
    if (found.includes('chathistory')) return [500];
    if (found === '/lockouts') return [405];
    if (found === '/users')
      return [200, { users: [{ username: 'o\\27leary' }, { username: 'bo' }] }];
    if (found === '/groups') return [200, { groups: [{ name: 'a\\b' }, { name: 'Crew' }] }];
    if (found === '/groups/Crew') return [200, { name: 'Crew', members: ['bo@x'], admins: [] }];
    if (found === '/chatservices') return [200, { chatServices: [{ serviceName: 'conference' }] }];
    if (found.startsWith('/chatrooms')) return [200, { chatRooms: [{ roomName: 'lobby' }] }];
    if (found === '/users/bo/roster')
      return [200, { rosterItem: { jid: 'a@x', subscriptionType: '3' } }];
    return [200, { property: [{ '@key': 'xmpp.domain', '@value': 'corp.example' }] }];
  };
  const source = await RestSource.open({ url, secret: 'sesame', wait });
  expect(source.facts.lost).toContainEqual(
    expect.objectContaining({ kind: 'accounts', field: 'lockout', code: 'kind-missing' }),
  );
  const report: ReportEntry[] = [];
  const rows: unknown[] = [];
  for (const kind of ['groups', 'rosters', 'messages'] as const) {
    for await (const row of source.rows(kind, { report: (e) => void report.push(e) }))
      rows.push(row);
  }
  expect(rows).toMatchObject([
    { groupName: 'Crew', members: [{ username: 'bo@x', administrator: 0 }] },
    { username: 'bo', jid: 'a@x', sub: 3, groups: [] },
  ]);
  expect(report.map(({ kind, name, code }) => [kind, name, code])).toEqual([
    ['groups', 'a\\b', 'rest-unreachable'],
    ['rosters', 'o\\27leary', 'rest-unreachable'],
    ['messages', 'lobby@conference', 'rest-unreachable'],
  ]);
});

it('finds lists in any names', () => {
  for (const document of [
    { users: [{ a: 1 }] },
    { user: [{ a: 1 }] },
    { user: { a: 1 } },
    { users: { user: { a: 1 } } },
    [{ a: 1 }],
  ]) {
    expect(objectsOf(document, 'users', 'user')).toEqual([{ a: 1 }]);
  }
  expect(objectsOf(null, 'users')).toEqual([]);
  for (const groups of [['a'], { group: ['a'] }, { group: 'a' }]) {
    expect(textsOf(groups, 'group')).toEqual(['a']);
  }
});

it('keeps the order while it asks ahead, and throws when it is the turn', async () => {
  const found: number[] = [];
  const ask = async (n: number) => {
    if (n === 30) throw new Error('thirty');
    return [n];
  };
  const all = async () => {
    for await (const [n] of inOrder([...Array(40).keys()], ask)) found.push(n!);
  };
  await expect(all()).rejects.toThrow('thirty');
  expect(found).toEqual([...Array(30).keys()]);
});
