import { ChatServerSpy } from '../support/chat-server-spy.js';
import { badArgument, expectRefused } from '../support/expectations.js';
import { createGroups } from '../support/people.js';
import {
  clearRooms,
  makeRoom,
  readRoom,
  resultsText,
  roomsText,
} from '../support/room-documents.js';
import type { BulkResult, RoomFields } from '../support/room-documents.js';
import { forms, TestApi, XML } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const FAILED = 'Room creation failed due to ';
const created = (roomName: string): BulkResult => ({
  roomName,
  resultType: 'Success',
  message: 'Room was successfully created',
});
const existed = (roomName: string): BulkResult => ({
  roomName,
  resultType: 'Success',
  message: 'Room already existed and therefore not created again',
});
const illegal = (roomName: string | undefined, message: string): BulkResult => ({
  ...(roomName === undefined ? {} : { roomName }),
  resultType: 'Failure',
  message: `${FAILED}IllegalArgumentException: ${message}`,
});
const conflict = (roomName: string, message: string): BulkResult => ({
  roomName,
  resultType: 'Failure',
  message: `${FAILED}ConflictException: ${message}`,
});
const DUPLICATES = 'The requested room defines duplicate affiliations for the following entities: ';

const bulk = (form: Form, rooms: readonly RoomFields[], query = '') =>
  api.call('POST', `/chatrooms/bulk${query}`, form, roomsText(form, rooms));

describe.each(forms)('bulk creation as %s', (form) => {
  it('reports on every room', async () => {
    await makeRoom(api, { roomName: 'old', subject: 'kept' });
    await createGroups(api, { name: 'ops' });
    await api.audited();
    chatServer.heard();
    const reply = await bulk(form, [
      { roomName: 'Den', subject: 's', members: ['bob'], memberGroups: ['ops'] },
      { roomName: 'old', subject: 'other' },
      {
        roomName: 'twice',
        members: ['bob', 'kim@other.example', 'ann'],
        outcasts: ['ann@example.org/x', 'BOB'],
      },
      { roomName: 'own', admins: ['admin'] },
      { roomName: 'banned', members: ['Admin'], outcasts: ['admin@example.org'] },
      { roomName: 'Number', maxUsers: 'abc' },
      { naturalName: 'x' },
      { roomName: 'a b' },
      { roomName: 'Rt\u07bc' },
      { roomName: 'den', subject: 'later' },
      { roomName: 'role', broadcastPresenceRoles: ['owner'] },
      { roomName: 'group', adminGroups: ['nope'] },
      { roomName: 'jid', owners: ['@'] },
      { roomName: 'nick', loginRestrictedToNickname: true, members: ['bob'] },
      { roomName: 'old', members: ['x', 'x'] },
      { roomName: 'jid', owners: ['ok'] },
    ]);
    expect({ status: reply.status, text: reply.text }).toEqual({
      status: 200,
      text: resultsText(
        form,
        [
          created('den'),
          existed('old'),
          created('own'),
          existed('den'),
          created('nick'),
          created('jid'),
        ],
        [
          conflict('twice', `${DUPLICATES}bob@example.org, ann@example.org`),
          conflict('banned', `${DUPLICATES}admin@example.org`),
          illegal('number', 'Invalid value for maxUsers: abc'),
          illegal(undefined, 'Could not create the channel'),
          illegal('a b', 'Could not create the channel'),
          illegal('Rt\u07bc', 'Could not create the channel'),
          illegal('role', 'Invalid value for broadcastPresenceRoles: owner'),
          illegal('group', 'Could not find group: nope'),
          illegal('jid', 'Unable to parse value as jid: @'),
          conflict('old', `${DUPLICATES}x@example.org`),
        ],
      ),
    });
    expect(await readRoom(api, 'den')).toMatchObject({
      subject: 's',
      members: ['bob@example.org'],
      memberGroups: ['ops'],
    });
    expect((await readRoom(api, 'old'))['subject']).toBe('kept');
    expect(await api.database.sql('select name from room order by name')).toEqual([
      { name: 'den' },
      { name: 'jid' },
      { name: 'nick' },
      { name: 'old' },
      { name: 'own' },
    ]);
    expect((await api.audited()).map(({ summary }) => summary)).toEqual(['POST rooms conference']);
    expect(chatServer.heard()).toEqual([
      { changed: ['den', 'own', 'nick', 'jid'].map((room) => ({ service: 'conference', room })) },
    ]);
  });

  it('answers three empty lists for no rooms', async () => {
    const reply = await bulk(form, []);
    expect(reply.text).toBe(resultsText(form, [], []));
    if (form === 'xml')
      expect(reply.text).toBe(`${XML}<results><success/><failure/><other/></results>`);
  });

  it('answers in pieces', async () => {
    const reply = await bulk(form, [{ roomName: 'den' }]);
    expect(reply.headers['transfer-encoding']).toBe('chunked');
  });

  it('does nothing for more than 5,000 rooms', async () => {
    const rooms = Array.from({ length: 5001 }, (_, index) => ({ roomName: `r${index}` }));
    await expectRefused(api, form, ['POST', '/chatrooms/bulk', roomsText(form, rooms)], {
      status: 413,
      exception: 'PayloadTooLargeException',
      message: 'The request body has too many rooms: more than 5000',
      resource: '/plugins/restapi/v1/chatrooms/bulk',
    });
  });

  it('creates the service along with the first room', async () => {
    await bulk(form, [{ roomName: '@' }], '?servicename=lab');
    expect(await api.database.sql('select from chat_service')).toHaveLength(1);
    await bulk(form, [{ roomName: '@' }, { roomName: 'den' }], '?servicename=Lab');
    expect((await api.call('GET', '/chatrooms/den?servicename=lab', form)).status).toBe(200);
    await expectRefused(
      api,
      form,
      ['POST', '/chatrooms/bulk?servicename=%20', roomsText(form, [{ roomName: 'x' }])],
      badArgument('Could not create the chat service', ' ', 'not the name of a chat service:  '),
    );
  });

  it('is audited even if every room fails', async () => {
    await api.audited();
    expect((await bulk(form, [{ roomName: '@' }])).status).toBe(200);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringContaining('outcome=200; '),
    ]);
  });

  it('invites people to the rooms that it creates', async () => {
    await makeRoom(api, { roomName: 'old' });
    chatServer.heard();
    const rooms = [
      { roomName: 'den', owners: ['ann'] },
      { roomName: 'old', owners: ['ann'] },
    ];
    await bulk(form, rooms, '?sendInvitations=true');
    const invitations = chatServer.heard().filter((one) => 'invite' in (one as object));
    expect(invitations).toEqual([
      {
        invite: { service: 'conference', room: 'den' },
        invitations: [
          { to: 'ann@example.org', reason: 'You are owner of room den', password: null },
        ],
      },
    ]);
  });

  it('creates a thousand rooms with ten people each', async () => {
    const rooms = Array.from({ length: 1000 }, (_, index) => ({
      roomName: `r${index}`,
      owners: ['ann'],
      members: Array.from({ length: 9 }, (__, place) => `p${place}`),
    }));
    const reply = await bulk(form, rooms);
    expect(reply.text).toBe(
      resultsText(
        form,
        rooms.map(({ roomName }) => created(roomName)),
        [],
      ),
    );
    expect(await api.database.sql('select from room')).toHaveLength(1000);
    expect(await api.database.sql('select from room_affiliation')).toHaveLength(10_000);
  });
});

it.each([
  ['{"chatRooms":{"chatRoom":{"roomName":"den"}}}', [created('den')]],
  ['{"chatRooms":{"chatRoom":[{"roomName":"a"},{"roomName":"b"}]}}', [created('a'), created('b')]],
  ['{"chatRooms":{"roomName":"den"}}', [created('den')]],
  ['{}', []],
  ['{"chatRooms":null}', []],
])('reads %s', async (body, success) => {
  expect((await api.call('POST', '/chatrooms/bulk', 'json', body)).text).toBe(
    resultsText('json', success, []),
  );
});

it('does not disclose secrets and the contents of objects in results', async () => {
  const body =
    '{"chatRooms":[{"roomName":"a","password":{"x":1}},{"roomName":"b","owners":[["x"]]},5]}';
  expect((await api.call('POST', '/chatrooms/bulk', 'json', body)).text).toBe(
    resultsText(
      'json',
      [],
      [
        illegal('a', 'Invalid value for password'),
        illegal('b', 'Invalid value for owners: a list'),
        illegal(undefined, 'Invalid value for chatRooms: 5'),
      ],
    ),
  );
});

it('an absent object is refused', async () => {
  await expectRefused(api, 'json', ['POST', '/chatrooms/bulk', ''], {
    ...badArgument('Could not create the channel', 'chatrooms'),
    detail: 'the body is empty',
  });
});
