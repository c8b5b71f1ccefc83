import { badArgument, expectDone, expectRefused, noUser, stored } from '../support/expectations.js';
import type { Refusal } from '../support/expectations.js';
import { createGroups, createRoom, createUsers, startOver } from '../support/people.js';
import { clearRooms, makeRoom } from '../support/room-documents.js';
import { doJob } from '../support/jobs.js';
import { forms, TestApi } from '../support/test-api.js';

// Contract: extensions E10, I-8. U+07BC is no code point of Unicode 3.2, and reads from right to left.
const NEW = 'Rt\u07bc';
const OLD = 'rt\u07bc';
const EN_CLAIR = encodeURIComponent(OLD);
const BARE = `${OLD}@example.org`;

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
beforeEach(async () => {
  await createUsers(api, 'ola');
  await createGroups(api, { name: 'crew', members: ['ola'] });
  await makeRoom(api, { roomName: 'den' });
});
afterEach(async () => {
  await clearRooms(api);
  await startOver(api);
});
afterAll(() => api.stop());

const noJid = (value: string, resource = value): Refusal =>
  badArgument(`Unable to parse value as jid: ${value}`, resource);
const noMember = (value: string): Refusal =>
  badArgument(`Cannot parse a member value as a JID: ${value}`, 'crew');

type Case = readonly [method: string, path: string, body: object | undefined, refused: Refusal];

describe('a name newer than Unicode 3.2 is refused', () => {
  const noUserName = badArgument('Could not create new user', NEW);
  const otherRoom =
    'Could not update the channel. The room name is different to the entity room name.';
  const cases: Case[] = [
    ['POST', '/users', { username: NEW, password: 'p' }, noUserName],
    ['POST', '/users', { users: [{ username: NEW, password: 'p' }] }, noUserName],
    ['PUT', '/users/ola', { username: NEW }, noUserName],
    ['POST', '/users/ola/roster', { jid: `${NEW}@far.example` }, noJid(`${NEW}@far.example`)],
    ['POST', '/groups', { name: 'more', members: [NEW] }, { ...noMember(NEW), resource: 'more' }],
    ['PUT', '/groups/crew', { name: 'crew', members: ['ola', NEW] }, noMember(NEW)],
    [
      'POST',
      '/chatservices',
      { serviceName: '\ua641' },
      badArgument(
        'Could not create the chat service',
        '\ua641',
        'not the name of a chat service: \ua641',
      ),
    ],
    [
      'POST',
      '/chatrooms',
      { roomName: NEW },
      badArgument('Could not create the channel', NEW, `not the name of a room: ${NEW}`),
    ],
    [
      'PUT',
      `/chatrooms/${encodeURIComponent(NEW)}`,
      { roomName: NEW },
      badArgument(otherRoom, NEW, `the document names ${NEW}`),
    ],
    ['POST', '/chatrooms', { roomName: 'pub', members: [BARE] }, noJid(BARE, 'pub')],
    ['PUT', '/chatrooms/den', { roomName: 'den', members: [NEW] }, noJid(NEW, 'den')],
    ['PUT', '/chatrooms/den/members', { members: [NEW] }, noJid(NEW, 'den')],
    ['POST', '/chatrooms/den/members', { members: [BARE] }, noJid(BARE, 'den')],
    ['POST', `/chatrooms/den/members/${EN_CLAIR}`, undefined, noJid(OLD, 'den')],
    ['POST', '/chatrooms/den/invite', { jidsToInvite: [BARE] }, noJid(BARE, 'den')],
    ['POST', `/chatrooms/den/invite/${EN_CLAIR}`, {}, noJid(OLD, 'den')],
  ];
  it.each(cases)('%s %s %j', async (method, path, body, refused) => {
    await expectRefused(api, 'json', [method, path, body && JSON.stringify(body)], refused);
  });

  it('in each room of a bulk', async () => {
    const rooms = { chatRooms: [{ roomName: NEW }, { roomName: 'pub' }] };
    const { text } = await api.call('POST', '/chatrooms/bulk', 'json', rooms);
    expect(text).toContain(
      'Room creation failed due to IllegalArgumentException: Could not create the channel',
    );
    expect(await stored(api)).toContainEqual(expect.stringContaining('pub'));
    expect(await stored(api)).not.toContainEqual(expect.stringContaining('\u07bc'));
  });
});

describe.each(['a@-b.example', `a@${'x'.repeat(64)}.example`])(
  'the domain of %s [CK-36]',
  (jid) => {
    it.each<Case>([
      ['POST', '/users/ola/roster', { jid }, noJid(jid)],
      ['POST', '/groups', { name: 'crew', members: [jid] }, noMember(jid)],
      ['PUT', '/groups/crew', { name: 'crew', members: [jid] }, noMember(jid)],
      ['PUT', '/chatrooms/den/members', { members: [jid] }, noJid(jid, 'den')],
    ])('is refused by %s %s', async (method, path, body, refused) => {
      await expectRefused(api, 'json', [method, path, JSON.stringify(body)], refused);
    });

    it('is found where it is stored, and a trailing dot is dropped', async () => {
      const path = '/users/ola/roster';
      await expectDone(api, 'json', ['POST', path, '{"jid":"a@b.example."}']);
      await api.database.sql('update roster_item set jid = $1', [jid]);
      await expectDone(api, 'json', ['PUT', `${path}/${jid}.`, '{"nickname":"A"}']);
      await expectDone(api, 'json', ['DELETE', `${path}/${jid}`]);
    });
  },
);

describe('what was stored under older rules', () => {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await api.call('GET', path, 'json')).text);
  const rename = (table: string, column: string, from: string, to: string) =>
    api.database.sql(`update ${table} set ${column} = $2 where ${column} = $1`, [from, to]);

  it('is a user who can be read, changed, renamed and removed', async () => {
    await createUsers(api, 'old');
    await rename('account', 'username', 'old', OLD);
    const path = `/users/${EN_CLAIR}`;
    expect(await read(path)).toMatchObject({ username: OLD });
    await expectDone(api, 'json', ['PUT', path, JSON.stringify({ username: OLD, name: 'R' })]);
    await expectDone(api, 'json', ['POST', `/lockouts/${EN_CLAIR}`]);
    await expectDone(api, 'json', ['PUT', path, JSON.stringify({ username: 'rita' })]);
    await rename('account', 'username', 'rita', OLD);
    await expectDone(api, 'json', ['DELETE', path]);
    await expectRefused(api, 'json', ['GET', path], noUser(OLD));
  });

  it('is a contact who can be changed and removed', async () => {
    await api.call('POST', '/users/ola/roster', 'json', { jid: 'old@example.org' });
    await rename('roster_item', 'jid', 'old@example.org', BARE);
    const path = `/users/ola/roster/${encodeURIComponent(BARE)}`;
    await expectDone(api, 'json', ['PUT', path, JSON.stringify({ jid: BARE, nickname: 'R' })]);
    await expectDone(api, 'json', ['DELETE', path]);
  });

  it('is a member who stays when the group is written, and can be left out', async () => {
    await rename('group_member', 'jid', 'ola@example.org', BARE);
    const put = (...members: string[]) =>
      ['PUT', '/groups/crew', JSON.stringify({ name: 'crew', members })] as const;
    await expectDone(api, 'json', put(BARE, 'bo'));
    await expectDone(api, 'json', put('bo'));
    await expectRefused(api, 'json', put(BARE, 'bo'), noMember(BARE));
  });

  it('is a room, and its people, who stay when the room is written, and can be removed', async () => {
    await createRoom(api, OLD, [
      { who: 'ola@example.org', affiliation: 'owner' },
      { who: BARE, affiliation: 'member' },
    ]);
    const path = `/chatrooms/${EN_CLAIR}`;
    const document = { roomName: OLD, owners: ['ola'], members: [BARE] };
    await expectDone(api, 'json', ['PUT', path, JSON.stringify(document)]);
    expect(await read(path)).toMatchObject({ members: [BARE] });
    await expectDone(api, 'json', ['DELETE', `${path}/members/${EN_CLAIR}`]);
    await expectDone(api, 'json', ['DELETE', path]);
  });
});

describe('a JID of the domain in place of a user name (CK-12)', () => {
  const at = (jid: string, rest = '') => `/users/${encodeURIComponent(jid)}${rest}`;
  const JIDS = ['ola@example.org', 'OLA@Example.org', 'ola@example.org/desk'];

  it.each(forms)('names the user on every path, as %s', async (form) => {
    const text = async (path: string) => {
      const { status, text } = await api.call('GET', path, form);
      return [status, text];
    };
    await api.call('POST', '/users/ola/groups/crew', form);
    const contact = JSON.stringify({ jid: 'bo@example.org' });
    await expectDone(api, 'json', ['POST', at(JIDS[1]!, '/roster'), contact]);
    for (const jid of JIDS) {
      for (const rest of ['', '/roster', '/groups', '/photo']) {
        const [status, shown] = await text(at(jid, rest));
        expect([status, String(shown).replaceAll(jid, 'ola')]).toEqual(
          await text(`/users/ola${rest}`),
        );
      }
      const lockout = `/lockouts/${encodeURIComponent(jid)}`;
      await expectDone(api, form, ['POST', lockout]);
      expect(await text(lockout)).toEqual(await text('/lockouts/ola'));
      await expectDone(api, form, ['DELETE', lockout]);
    }
    const filtered = await text('/users?username=ola%40example.org%20nobody%40example.org');
    expect(filtered).toEqual(await text('/users?username=ola'));
  });

  it.each(forms)('is told as sent, as %s', async (form) => {
    const ghost = 'Ghost@example.org/x';
    await expectRefused(api, form, ['GET', at(ghost)], noUser(ghost));
    await expectRefused(
      api,
      form,
      ['DELETE', at(ghost, '/roster/bo%40example.org')],
      noUser(ghost),
    );
    await expectRefused(
      api,
      form,
      ['POST', `/lockouts/${encodeURIComponent(ghost)}`],
      noUser(ghost),
    );
    const foreign = 'ola@far.example';
    for (const rest of ['', '/roster']) {
      await expectRefused(api, form, ['GET', at(foreign, rest)], noUser(foreign));
    }
    const elsewhere = badArgument('This service cannot be used for non-local users.', foreign);
    await expectRefused(api, form, ['GET', at(foreign, '/groups')], elsewhere);
  });

  it('changes the user in place, and renames with another name', async () => {
    const put = (document: object) =>
      ['PUT', at('ola@example.org'), JSON.stringify(document)] as const;
    await expectDone(api, 'json', put({ username: 'OLA', name: 'Ola' }));
    await expectDone(api, 'json', put({ email: 'o@example.org' }));
    const read = async (name: string) =>
      JSON.parse((await api.call('GET', at(name), 'json')).text) as unknown;
    expect(await read('ola')).toMatchObject({
      username: 'ola',
      name: 'Ola',
      email: 'o@example.org',
    });
    const tag = (await api.call('GET', '/users/ola', 'json')).headers.etag;
    const headers = { 'Content-Type': 'application/merge-patch+json', 'If-Match': tag };
    const patched = await api.send('PATCH', at('ola@example.org/x'), {
      headers,
      body: '{"name":"O"}',
    });
    expect([patched.status, patched.headers['content-location']]).toEqual([200, undefined]);
    await expectDone(api, 'json', put({ username: 'bea' }));
    expect(await read('bea@example.org')).toMatchObject({ username: 'bea', name: 'O' });
  });

  it('makes nobody', async () => {
    for (const document of [{}, { username: 'kim' }]) {
      const reply = await api.send('PUT', at('kim@example.org'), {
        headers: {
          Accept: 'application/json',
          'Content-Type': 'application/json',
          'If-None-Match': '*',
        },
        body: JSON.stringify({ ...document, password: 'p1-secret' }),
      });
      const { resource } = JSON.parse(reply.text) as { resource: string };
      expect([reply.status, resource]).toEqual([400, 'kim@example.org']);
    }
    const body = JSON.stringify({ username: 'kim@example.org', password: 'p1-secret' });
    const refused = badArgument('Could not create new user', 'kim@example.org');
    await expectRefused(api, 'json', ['POST', '/users', body], refused);
  });

  it('counts in columns that look a user up', async () => {
    const jobs = async (query: string, table: string) => (await doJob(api, query, table)).results;
    expect(
      await jobs('type=lockouts', 'username,action\nOla@example.org,\nola@far.example,'),
    ).toEqual([
      ['/lockouts/ola', 'created'],
      ['/lockouts/ola%40far.example', 'failed', 'Could not get user'],
    ]);
    expect(
      await jobs(
        'type=users&onExisting=update',
        'username,name,password\nola@example.org,Ola,\nkim@example.org,K,p1-secret',
      ),
    ).toEqual([
      ['/users/ola', 'updated'],
      ['/users/kim', 'failed', 'Could not create new user'],
    ]);
    expect(await jobs('type=users', 'username,action\nola@example.org/x,remove')).toEqual([
      ['/users/ola', 'removed'],
    ]);
  });
});

describe('passwords', () => {
  const post = (password: string) =>
    ['POST', '/users', JSON.stringify({ username: 'zoe', password })] as const;

  it.each(['\u0627a', 'a\u07bc', '\u00ad', 'p\u0007', '\ufdfa'.repeat(300)])(
    'that the chat server refuses, %j, are refused',
    async (password) => {
      const path = '/plugins/restapi/v1/users';
      await expectRefused(
        api,
        'json',
        post(password),
        badArgument('Invalid value for password', path),
      );
    },
  );

  it.each(['\u1d51', '😀 b', 'a\u200bb'])('that it takes, %j, are taken', async (password) => {
    expect((await api.call('POST', '/users', 'json', { username: 'zoe', password })).status).toBe(
      201,
    );
  });
});
