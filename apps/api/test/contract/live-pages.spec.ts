import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { BAD_PAGES, listTester } from '../support/pages.js';
import { createRoom } from '../support/people.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { TestApi } from '../support/test-api.js';

describe('sessions', () => {
  const chatServer = new SeededChatServer();
  let api: TestApi;
  beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
  afterAll(() => api.stop());

  const aSession = (username: string, resource: string, day: number): LiveSession => ({
    ...{ jid: `${username}@example.org/${resource}`, username, resource },
    ...{ nodeId: day > 2 ? 'two' : 'one', status: 'Authenticated', presence: null, hostName: 'x' },
    hostAddress: day === 1 ? '192.0.2.7' : '2001:db8::1',
    createdAt: new Date(Date.UTC(2024, 0, day)),
    lastActiveAt: new Date(Date.UTC(2024, 0, day)),
    secure: true,
  });
  chatServer.live = [aSession('zoe', 'desk', 1), aSession('ann', 'b', 3), aSession('ann', 'a', 2)];

  const list = (path: string) =>
    listTester({
      ...{ api: () => api, path, member: 'sessions' },
      read: ({ sessionId }: { readonly sessionId: string }) =>
        sessionId.replace('@example.org', ''),
    });
  const all = list('/sessions');

  it.each([
    ['?limit=2', [['ann/a', 'ann/b'], ['zoe/desk']]],
    ['?limit=2&sort=-sessionId', [['zoe/desk', 'ann/b'], ['ann/a']]],
    ['?limit=1&sort=creationDate', [['zoe/desk'], ['ann/a'], ['ann/b']]],
  ])('%s is walked by Links', async (query, pages) => {
    expect(await all.walk(query)).toEqual(pages);
  });

  it('are shown as without pages', async () => {
    await all.expectSameShape();
    await list('/sessions/ann').expectSameShape();
  });

  it.each([
    ['address=192.0.2.0/24', ['zoe/desk']],
    ['address=2001:db8:0::1', ['ann/a', 'ann/b']],
    ['address=', ['ann/a', 'ann/b', 'zoe/desk']],
    ['node=Remote', ['ann/b']],
    ['node=two', []],
    ['text=ANN@', ['ann/a', 'ann/b']],
    ['text=ann&node=Local', ['ann/a']],
  ])('filter: %s', (query, expected) => all.expectFound(query, expected));

  it('of one user', () => list('/sessions/ann').expectFound('node=Local', ['ann/a']));

  it.each([...BAD_PAGES, 'address=x', 'address=10.0.0.0/33', 'fields=ressource'])(
    '%s is refused',
    (query) => all.expectRefused(query),
  );

  it('show chosen fields', async () => {
    expect((await all.get('?text=zoe&fields=node,resource')).text).toBe(
      '{"sessions":[{"resource":"desk","node":"Local"}]}',
    );
  });
});

describe('people in a room', () => {
  const chatServer = new ChatServerSpy();
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({}, undefined, { chatServer });
    await createRoom(api, 'den', []);
  });
  afterAll(() => api.stop());
  chatServer.present = ['Zoe/a', 'Bob/x', 'Zoe/b', 'Ann/y'].map((text) => ({
    nickname: text.split('/')[0]!,
    jid: `${text.toLowerCase().replace('/', '@example.org/')}`,
    ...{ role: 'participant', affiliation: 'none' },
  }));

  const sorted = ['Ann', 'Bob', 'Zoe', 'Zoe'];
  it.each(['participants', 'occupants'])('%s are walked by Links', async (member) => {
    const list = listTester({
      ...{ api: () => api, path: `/chatrooms/den/${member}`, member },
      read: ({ jid }: { readonly jid: string }) => jid.split('/')[1]!,
    });
    for (const limit of [1, 3, 4]) {
      expect((await list.walk(`?limit=${limit}`)).flat()).toEqual(sorted);
      expect((await list.walk(`?limit=${limit}&sort=-jid`)).flat()).toEqual([...sorted].reverse());
    }
    expect(await list.find('?fields=jid')).toEqual(['Zoe', 'Bob', 'Zoe', 'Ann']);
    expect(await list.find('?sort=jid')).toEqual(sorted);
    expect((await list.get('?limit=1&fields=role&total=true')).headers['x-total-count']).toBe('4');
    for (const query of [...BAD_PAGES, 'fields=nickname']) await list.expectRefused(query);
  });
});
