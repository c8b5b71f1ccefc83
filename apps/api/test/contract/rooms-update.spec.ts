import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, expectDone, expectRefused } from '../support/expectations.js';
import { createGroups } from '../support/people.js';
import {
  clearRooms,
  DEFAULTS,
  makeRoom,
  notAllowed,
  readRoom,
  roomText,
} from '../support/room-documents.js';
import type { RoomFields } from '../support/room-documents.js';
import { forms, TestApi } from '../support/test-api.js';

const UPDATE = 'Could not update the channel';
const OTHER_NAME = `${UPDATE}. The room name is different to the entity room name.`;

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const full = {
  roomName: 'den',
  naturalName: 'Den',
  description: 'd',
  password: 'p',
  subject: 's',
  creationDate: '2001-02-03T04:05:06.007+00:00',
  maxUsers: 3,
  persistent: true,
  publicRoom: true,
  registrationEnabled: false,
  canAnyoneDiscoverJID: true,
  canChangeNickname: false,
  logEnabled: true,
  moderated: true,
  broadcastPresenceRoles: ['visitor'],
  owners: ['ann'],
  admins: ['kim'],
  members: ['bob'],
  outcasts: ['eve'],
  allowPM: 'none',
} satisfies RoomFields;

describe.each(forms)('PUT of a room as %s', (form) => {
  const put = (path: string, fields: RoomFields, query = '') =>
    ['PUT', `/chatrooms/${path}${query}`, roomText(form, fields)] as const;

  it('resets omitted fields, and keeps the creation date', async () => {
    await makeRoom(api, full);
    await createGroups(api, { name: 'ops' });
    const { modificationDate } = await readRoom(api, 'den');
    await expectDone(api, form, put('DEN', { roomName: 'Den' }));
    const room = await readRoom(api, 'den');
    expect(room).toEqual({
      roomName: 'den',
      creationDate: full.creationDate,
      modificationDate: room['modificationDate'],
      ...DEFAULTS,
    });
    expect(modificationDate).toBe(full.creationDate);
    expect(String(room['modificationDate']) > '2025').toBe(true);
  });

  it('stores a room as it was read without a difference', async () => {
    await makeRoom(api, { roomName: 'den' });
    const dates = () =>
      api.database.sql('select creation_date::text, modification_date::text from room');
    const before = await dates();
    const { text } = await api.call('GET', '/chatrooms/den', form);
    expect((await api.call('PUT', '/chatrooms/den', form, text)).status).toBe(200);
    expect(await dates()).toEqual(before);
    await expectDone(api, form, put('den', { roomName: 'den', description: 'd' }));
    const [{ creation_date: created, modification_date: modified }] = (await dates()) as [
      Record<string, string>,
    ];
    expect(created).toBe(before[0]!['creation_date']);
    expect(modified).toMatch(/:\d\d(\.\d{1,3})?\+00$/);
  });

  it('stores given dates', async () => {
    await makeRoom(api, full);
    const dates = {
      creationDate: '2011-01-01T00:00:00.000+00:00',
      modificationDate: '2012-01-01T00:00:00.000+00:00',
    };
    await expectDone(api, form, put('den', { roomName: 'den', ...dates }));
    expect(await readRoom(api, 'den')).toMatchObject(dates);
  });

  it('moves people between lists; those who stay keep their nicknames', async () => {
    await makeRoom(api, full);
    await api.database.sql(`update room_affiliation set nickname = 'nick of ' || jid`);
    const lists = { owners: ['ann'], admins: ['bob'], members: ['new'], outcasts: ['kim'] };
    await expectDone(api, form, put('den', { ...full, ...lists }));
    expect(
      await api.database.sql(
        'select jid, affiliation, nickname from room_affiliation order by jid',
      ),
    ).toEqual([
      { jid: 'ann@example.org', affiliation: 'owner', nickname: 'nick of ann@example.org' },
      { jid: 'bob@example.org', affiliation: 'admin', nickname: 'nick of bob@example.org' },
      { jid: 'kim@example.org', affiliation: 'outcast', nickname: null },
      { jid: 'new@example.org', affiliation: 'member', nickname: null },
    ]);
  });

  it('creates missing rooms and services', async () => {
    chatServer.heard();
    await expectDone(api, form, put('den', { roomName: 'den', subject: 'x' }, '?servicename=Lab'));
    expect(chatServer.heard()).toEqual([
      'services',
      { changed: [{ service: 'lab', room: 'den' }] },
    ]);
    expect(await readRoom(api, 'den', '?servicename=lab')).toMatchObject({ subject: 'x' });
  });

  it('cannot rename', async () => {
    await makeRoom(api, full);
    await expectRefused(
      api,
      form,
      put('Den', { roomName: 'other' }),
      badArgument(OTHER_NAME, 'den', 'the document names other'),
    );
    for (const fields of [{ subject: 'x' }, { roomName: '' }] as RoomFields[]) {
      const refused = badArgument(OTHER_NAME, 'den', 'roomName is missing');
      await expectRefused(api, form, put('Den', fields), refused);
    }
    await expectRefused(
      api,
      form,
      put('a%20b', { roomName: 'a b' }),
      badArgument(OTHER_NAME, 'a b', 'the document names a b'),
    );
  });

  it('is refused in the order of the checks, and changes nothing', async () => {
    await makeRoom(api, full);
    const address = '/plugins/restapi/v1/chatrooms/den';
    const bad: RoomFields = {
      roomName: 'den',
      allowPM: 'x',
      members: ['@', 'new', 'new'],
      adminGroups: ['nope'],
      loginRestrictedToNickname: true,
    };
    const expected = [
      [
        '?servicename=a%20b',
        {},
        badArgument(
          'Could not create the chat service',
          'a b',
          'not the name of a chat service: a b',
        ),
      ],
      ['', {}, badArgument('Invalid value for allowPM: x', address)],
      ['', { allowPM: '' }, badArgument('Unable to parse value as jid: @', 'den')],
      ['', { members: ['new', 'new'] }, badArgument('Could not find group: nope', 'den')],
      ['', { adminGroups: [] }, notAllowed(UPDATE, 'den', 'named more than once: new@example.org')],
    ] as const;
    let fields = bad;
    for (const [query, repair, refused] of expected) {
      fields = { ...fields, ...repair };
      await expectRefused(api, form, put('den', fields, query), refused);
    }
    await expectDone(api, form, put('den', { ...fields, members: ['bob'] }));
  });

  it('without owners goes to the default owner, whatever else the document makes of him (CK-6)', async () => {
    await makeRoom(api, full);
    const lists = { admins: ['admin', 'ann'], members: ['admin', 'bob'] };
    await expectDone(api, form, put('den', { roomName: 'den', ...lists }));
    expect(await readRoom(api, 'den')).toMatchObject({
      owners: ['admin@example.org'],
      admins: ['ann@example.org'],
      members: ['bob@example.org'],
    });
    const detail = 'admin@example.org is the owner, since the document names none';
    const banned = put('den', { roomName: 'den', outcasts: ['admin'] });
    await expectRefused(api, form, banned, notAllowed(UPDATE, 'den', detail));
  });

  it('accepts members when the room is made or restricted to nicknames, not later', async () => {
    const restricted = { loginRestrictedToNickname: true, owners: ['ann'] };
    await expectDone(
      api,
      form,
      put('fresh', { roomName: 'fresh', ...restricted, members: ['bob'] }),
    );
    await makeRoom(api, full);
    await expectDone(api, form, put('den', { roomName: 'den', ...restricted, members: ['new'] }));
    const later = { roomName: 'den', ...restricted, members: ['new', 'kim'] };
    const detail =
      'loginRestrictedToNickname is on and these would be new members: kim@example.org';
    await expectRefused(api, form, put('den', later), notAllowed(UPDATE, 'den', detail));
    await expectDone(api, form, put('den', { ...later, loginRestrictedToNickname: false }));
    expect(await readRoom(api, 'den')).toMatchObject({
      members: ['kim@example.org', 'new@example.org'],
    });
  });

  it('notifies the chat server of the new version', async () => {
    await makeRoom(api, full);
    chatServer.heard();
    await expectDone(api, form, put('den', { ...full, subject: 'new', admins: [] }));
    const [row] = await api.database.sql('select version from room');
    const version = Number(row!['version']);
    expect(chatServer.heard()).toEqual([
      { changed: [{ service: 'conference', room: 'den', version }] },
    ]);
  });
});

it('an absent object is another name', async () => {
  await expectRefused(
    api,
    'json',
    ['PUT', '/chatrooms/den', 'null'],
    badArgument(OTHER_NAME, 'den', 'roomName is missing'),
  );
});

describe('sendInvitations', () => {
  const invited = () =>
    (chatServer.heard() as { invitations?: { to: string; reason: string; password: string }[] }[])
      .flatMap(({ invitations }) => invitations ?? [])
      .map(({ to, reason, password }) => [to, reason, password]);
  const people = () =>
    createGroups(
      api,
      { name: 'ops', admins: ['zoe'], members: ['bob', 'kim', 'eve'] },
      { name: 'leads', members: ['zoe', 'far@other.example'] },
    );

  it('invites everyone named in a new room, once each, for the highest affiliation', async () => {
    await people();
    chatServer.heard();
    await makeRoom(
      api,
      {
        roomName: 'den',
        password: 'p',
        owners: ['ann'],
        admins: ['kim'],
        outcasts: ['eve'],
        memberGroups: ['ops'],
        adminGroups: ['leads'],
      },
      '?sendInvitations=true',
    );
    expect(invited()).toEqual([
      ['ann@example.org', 'You are owner of room den', 'p'],
      ['kim@example.org', 'You are admin of room den', 'p'],
      ['far@other.example', 'You are admin of room den', 'p'],
      ['zoe@example.org', 'You are admin of room den', 'p'],
      ['bob@example.org', 'You are member of room den', 'p'],
    ]);
  });

  it('invites nobody unless requested, and not a default owner who is not named', async () => {
    await makeRoom(api, { roomName: 'den', members: ['bob'] });
    await makeRoom(api, { roomName: 'den2' }, '?sendInvitations=true');
    expect(invited()).toEqual([]);
  });

  it('invites a default owner who is named otherwise as owner (CK-6)', async () => {
    const fields = { roomName: 'den', admins: ['admin'], members: ['admin', 'bob'] };
    await makeRoom(api, fields, '?sendInvitations=true');
    expect(invited()).toEqual([
      ['admin@example.org', 'You are owner of room den', null],
      ['bob@example.org', 'You are member of room den', null],
    ]);
  });

  it('invites only those who gain an affiliation by an update', async () => {
    await people();
    await makeRoom(api, {
      roomName: 'den',
      owners: ['ann'],
      members: ['bob'],
      memberGroups: ['ops'],
    });
    chatServer.heard();
    const body = {
      roomName: 'den',
      owners: ['ann', 'kim'],
      members: ['bob', 'new'],
      memberGroups: ['ops'],
    };
    await api.call('PUT', '/chatrooms/den?sendInvitations=true', 'json', body);
    expect(invited()).toEqual([
      ['kim@example.org', 'You are owner of room den', null],
      ['new@example.org', 'You are member of room den', null],
    ]);
  });

  it('does not depend on the chat server', async () => {
    chatServer.away = true;
    await makeRoom(api, { roomName: 'den', owners: ['ann'] }, '?sendInvitations=true');
    chatServer.away = false;
    expect((await api.call('GET', '/chatrooms/den', 'json')).status).toBe(200);
  });
});
