import { BAD_PAGES, listTester } from '../support/pages.js';
import { ChatServerSpy } from '../support/chat-server-spy.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { makeKey } from '../support/keys.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
const chatServer = new ChatServerSpy();
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  await createUsers(api, 'ann', 'bob', 'crew');
  await createGroups(api, { name: 'Crew', members: ['bob'] }, { name: 'Banned', members: ['ann'] });
  await createRoom(api, 'tea-room', [
    { who: 'ann@example.org', affiliation: 'owner' },
    { kind: 'group', who: 'Crew', affiliation: 'member' },
    { kind: 'group', who: 'Banned', affiliation: 'outcast' },
  ]);
  await createRoom(api, 'kitchen', [
    { who: 'bob@example.org', affiliation: 'outcast' },
    { kind: 'group', who: 'Crew', affiliation: 'member' },
  ]);
  await createRoom(api, 'hall', [
    { who: 'ann@example.org', affiliation: 'member' },
    { kind: 'group', who: 'Banned', affiliation: 'outcast' },
  ]);
  await createRoom(api, '_x_', [{ who: 'bob@example.org', affiliation: 'admin' }]);
  await api.database.sql(`
    update room set public_room = true, natural_name = upper(substr(name, 2, 3)),
      creation_date = timestamptz '2024-01-01Z' + length(name) / 5 * interval '1 day'`);
  await api.database.sql(`
    update room set description = 'Élan and more', members_only = true, password = 'open', persistent = false
    where name = 'kitchen'`);
  await api.database.sql(
    `update room set moderated = true, natural_name = null where name = 'hall'`,
  );
  await api.database.sql(`
    insert into room_message (room_id, sent_at, nickname, body)
    select id, timestamptz '2024-04-30T10:00:00.123Z' + n * interval '1 day', 'Nick', case when n = 3 then ' ' else 'hi' end
    from room, generate_series(1, 3) n where name = 'hall'`);
});
afterAll(() => api.stop());

const list = listTester({
  ...{ api: () => api, path: '/chatrooms', member: 'chatRooms' },
  read: ({ roomName }: { readonly roomName: string }) => roomName,
});
const ALL = ['_x_', 'hall', 'kitchen', 'tea-room'];

describe('rooms', () => {
  it.each([
    ['?limit=3', [ALL.slice(0, 3), ['tea-room']]],
    [
      '?limit=2&sort=-roomName',
      [
        ['tea-room', 'kitchen'],
        ['hall', '_x_'],
      ],
    ],
    ['?limit=3&sort=naturalName', [['hall', 'tea-room', 'kitchen'], ['_x_']]],
    ['?limit=3&sort=-naturalName', [['_x_', 'kitchen', 'tea-room'], ['hall']]],
    ['?limit=1&sort=creationDate', [['_x_'], ['hall'], ['kitchen'], ['tea-room']]],
    ['?limit=3&sort=-creationDate', [['tea-room', 'kitchen', 'hall'], ['_x_']]],
  ])('%s is walked by Links', async (query, pages) => {
    expect(await list.walk(query)).toEqual(pages);
  });

  it('by last change', async () => {
    await api.database.sql(`update room set modification_date = now() where name = 'hall'`);
    expect((await list.find('?limit=1&sort=-modificationDate'))[0]).toBe('hall');
  });

  it('are shown as without pages', list.expectSameShape);

  it.each([
    ['text=KITC', ['kitchen']],
    ['text=%C3%A9lan', ['kitchen']],
    ['text=ALL', ['hall']],
    ['text=T', ['tea-room']],
    ['text=_x', ['_x_']],
    ['text=%25', []],
    ['text=%40', []],
    ['text=', ALL],
    ['persistent=false', ['kitchen']],
    ['persistent=TRUE', ALL.filter((name) => name !== 'kitchen')],
    ['membersOnly=true', ['kitchen']],
    ['moderated=true', ['hall']],
    ['passwordProtected=true', ['kitchen']],
    ['passwordProtected=false&moderated=false', ['_x_', 'tea-room']],
    ['affiliated=ann', ['tea-room']],
    ['affiliated=bob@example.org', ['_x_', 'tea-room']],
    ['affiliated=Crew', []],
    ['affiliated=Banned', []],
    ['affiliated=nobody', []],
    ['affiliated=', []],
    ['banned=ann', ['hall']],
    ['banned=bob@example.org', ['kitchen']],
    ['banned=Banned', ['hall', 'tea-room']],
    ['banned=nobody', []],
    ['banned=', []],
    ['type=all', ALL],
    ['type=none', []],
    ['search=tche', ['kitchen']],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it('a group is listed as one, by its JID or by a name that no user has', async () => {
    await api.call('DELETE', '/users/crew', 'json');
    expect(await list.find('?affiliated=Crew')).toEqual(['kitchen', 'tea-room']);
    const { text } = await api.call('GET', '/chatrooms/kitchen/members', 'json');
    const [jid] = (JSON.parse(text) as { members: string[] }).members;
    expect(await list.find(`?affiliated=${encodeURIComponent(jid!)}&limit=9`)).toEqual([
      'kitchen',
      'tea-room',
    ]);
  });

  it('short searches of pages find beginnings only', async () => {
    expect(await list.find('?search=a')).toEqual(['hall', 'tea-room']);
    expect(await list.find('?search=K&limit=9')).toEqual(['kitchen']);
    expect(await list.find('?search=a&limit=9')).toEqual([]);
  });

  it.each([
    ...BAD_PAGES,
    'persistent=1',
    'affiliated=@',
    'banned=@',
    'fields=name',
    'sort=password',
  ])('%s is refused', (query) => list.expectRefused(query));

  it('show chosen fields', async () => {
    expect((await list.get('?text=hall&fields=lastMessage,roomName')).text).toBe(
      '{"chatRooms":[{"roomName":"hall","lastMessage":"2024-05-02T10:00:00.123+00:00"}]}',
    );
    expect((await list.get('?text=kitchen&limit=1&fields=lastMessage')).text).toBe(
      '{"chatRooms":[{}]}',
    );
    expect((await list.get('?text=kitchen&limit=1&expandGroups=true&fields=members')).text).toBe(
      '{"chatRooms":[{"members":["bob@example.org"]}]}',
    );
  });

  it('show how many are inside on pages and in one document, while the chat server knows', async () => {
    const inside = { nickname: 'Ann', jid: 'ann@example.org/a', role: 'visitor' } as const;
    chatServer.present = [
      { ...inside, affiliation: 'none' },
      { ...inside, affiliation: 'none' },
    ];
    const page = '?text=hall&limit=1&fields=occupantCount,roomName';
    const one = async () =>
      (await api.call('GET', '/chatrooms/hall?fields=occupantCount', 'json')).text;
    const known = '{"chatRooms":[{"roomName":"hall","occupantCount":2}]}';
    const unknown = '{"chatRooms":[{"roomName":"hall"}]}';
    expect((await list.get(page)).text).toBe(known);
    expect(await one()).toBe('{"occupantCount":2}');
    expect((await list.get('?text=hall&fields=occupantCount,roomName')).text).toBe(unknown);
    chatServer.away = true;
    expect((await list.get(page)).text).toBe(unknown);
    expect(await one()).toBe('{}');
    chatServer.away = false;
  });

  it('are those of a service that exists', async () => {
    expect((await list.get('?servicename=none&limit=1')).status).toBe(404);
  });
});

describe('occupant (CK-22)', () => {
  const at = (query: string) => `/chatrooms?type=all&${query}`;
  beforeEach(() => {
    chatServer.heard();
    chatServer.entered = ['hall', 'kitchen', 'gone'];
  });
  afterEach(() => {
    chatServer.entered = [];
    chatServer.away = false;
  });

  it.each(['ann', 'Ann', 'ANN%40example.org', 'ann%40example.org%2Fdesk'])(
    '%s: the rooms where the user is now, with one question for any number of rooms',
    async (name) => {
      expect(await list.find(`?type=all&occupant=${name}`)).toEqual(['hall', 'kitchen']);
      expect(chatServer.heard()).toEqual([{ roomsOf: 'ann', service: 'conference' }]);
      expect(await list.find(`?type=all&occupant=${name}&moderated=true&limit=1`)).toEqual([
        'hall',
      ]);
    },
  );

  it.each(['', 'a%20b', 'ann%40far.example', '%40'])('"%s" is nobody', async (name) => {
    expect(await list.find(`?type=all&occupant=${name}`)).toEqual([]);
    expect(chatServer.heard()).toEqual([]);
  });

  it('keeps type and service', async () => {
    await api.database.sql(`update room set public_room = false where name = 'hall'`);
    expect(await list.find('?occupant=ann')).toEqual(['kitchen']);
    await api.database.sql(`update room set public_room = true where name = 'hall'`);
    const reply = await api.call('GET', at('occupant=ann&servicename=none'), 'json');
    expect(reply.status).toBe(404);
  });

  it.each(forms)('needs a chat server that answers, as %s', async (form) => {
    chatServer.away = true;
    expect((await api.call('GET', at('occupant=ann'), form)).status).toBe(503);
    expect((await api.call('GET', at('limit=1'), form)).status).toBe(200);
  });

  it.each(forms)('needs sessions:read, too, as %s', async (form) => {
    const by = async (...scopes: ('rooms:read' | 'sessions:read')[]) =>
      (
        await api.send('GET', at('occupant=ann'), {
          headers: { Accept: `application/${form}` },
          authorization: (await makeKey(api, scopes)).bearer,
        })
      ).status;
    expect(await by('rooms:read')).toBe(403);
    expect(await by('rooms:read', 'sessions:read')).toBe(200);
  });
});
