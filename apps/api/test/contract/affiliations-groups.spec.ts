import { ChatServerSpy } from '../support/chat-server-spy.js';
import { expectDocument, expectDone, expectRefused, noGroup } from '../support/expectations.js';
import { createGroups, createUsers } from '../support/people.js';
import {
  affiliationsText,
  clearRooms,
  makeRoom,
  noRoom,
  notAllowed,
  readRoom,
} from '../support/room-documents.js';
import { forms, TestApi } from '../support/test-api.js';

const OPS = 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a';
const TEST_GROUP = 'ehin6t10ctp6utbg@example.org/a7ddb18d057601f26b0c679a764bab07';
const SOME = 'adnmqp8=@example.org/695c6ae413c00446733d926ccadefd8b';
const DELETE = 'Could not delete affiliation';
const inPath = (jid: string): string => jid.replace('/', '%2F');

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await createGroups(
    api,
    { name: 'ops', admins: ['zoe'], members: ['bob'] },
    { name: 'test group', members: ['kim'] },
  );
  await makeRoom(api, { roomName: 'den', owners: ['ann'], members: ['bob'] });
  chatServer.heard();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

describe.each(forms)('affiliations of groups as %s', (form) => {
  const list = (method: string, plural: string, names: readonly string[]) =>
    [method, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names)] as const;
  const expectList = (plural: string, names: readonly string[]) =>
    expectDocument(api, form, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names));

  it('are added, shown as group JIDs, sent back, moved and removed', async () => {
    await expectDone(api, form, ['POST', '/chatrooms/den/admins/group/ops']);
    expect(await readRoom(api, 'den')).toMatchObject({ admins: [], adminGroups: ['ops'] });
    await expectList('admins', [OPS]);
    const before = await api.database.sql('select version from room');
    await expectDone(api, form, list('PUT', 'admins', [OPS]), 201);
    expect(await api.database.sql('select version from room')).toEqual(before);
    await expectDone(api, form, list('POST', 'members', ['ops', 'test group', TEST_GROUP, 'new']));
    await expectList('admins', []);
    await expectList('members', ['bob@example.org', OPS, TEST_GROUP, 'new@example.org']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/members/group/ops']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/members/test%20group']);
    await expectList('members', ['bob@example.org', 'new@example.org']);
  });

  it('are addressed by group JIDs, too', async () => {
    await expectDone(api, form, ['POST', `/chatrooms/den/outcast/${inPath(OPS)}`]);
    await expectDone(api, form, ['POST', `/chatrooms/den/outcast/group/${inPath(TEST_GROUP)}`]);
    expect(await readRoom(api, 'den')).toMatchObject({ outcastGroups: ['ops', 'test group'] });
    await expectDone(api, form, ['DELETE', `/chatrooms/den/outcasts/${inPath(TEST_GROUP)}`]);
    await expectDone(api, form, ['DELETE', `/chatrooms/den/outcasts/group/${inPath(OPS)}`]);
    expect(await readRoom(api, 'den')).toMatchObject({ outcastGroups: [] });
  });

  it('need an existing group, which is checked after the room', async () => {
    for (const method of ['POST', 'DELETE']) {
      await expectRefused(
        api,
        form,
        [method, '/chatrooms/den/members/group/Nope'],
        noGroup('Nope'),
      );
      await expectRefused(
        api,
        form,
        [method, `/chatrooms/den/members/${inPath(SOME)}`],
        noGroup('Some'),
      );
      await expectRefused(
        api,
        form,
        [method, '/chatrooms/gone/members/group/Nope'],
        noRoom('gone'),
      );
    }
  });

  it('give way to users of the same name', async () => {
    await createUsers(api, 'ops');
    await expectDone(api, form, ['POST', '/chatrooms/den/members/ops']);
    await expectDone(api, form, ['POST', '/chatrooms/den/members/group/ops']);
    await expectList('members', ['bob@example.org', OPS, 'ops@example.org']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/members/ops']);
    await expectList('members', ['bob@example.org', OPS]);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/members/ops']);
    await expectList('members', ['bob@example.org']);
    await expectRefused(
      api,
      form,
      ['DELETE', '/chatrooms/den/members/ops'],
      notAllowed(DELETE, 'ops', 'not in the list of members'),
    );
  });

  it('are not memberships of people', async () => {
    await expectDone(api, form, ['POST', '/chatrooms/den/admins/ops']);
    await expectRefused(
      api,
      form,
      ['DELETE', '/chatrooms/den/admins/zoe'],
      notAllowed(DELETE, 'zoe', 'not in the list of admins'),
    );
  });

  it('own a room', async () => {
    await expectDone(api, form, ['POST', '/chatrooms/den/owners/group/ops']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/owners/ann']);
    await expectRefused(
      api,
      form,
      ['DELETE', '/chatrooms/den/owners/group/ops'],
      notAllowed(DELETE, 'ops', 'the room would have no owner'),
    );
    await expectList('owners', [OPS]);
  });
});

describe('notices to the chat server', () => {
  const version = async () => {
    const [row] = await api.database.sql('select version from room');
    return Number(row!['version']);
  };
  const change = async () => ({
    changed: [{ service: 'conference', room: 'den', version: await version() }],
  });

  it('name the changed room and its version', async () => {
    await api.call('POST', '/chatrooms/den/admins/group/ops', 'json');
    expect(chatServer.heard()).toEqual([await change()]);
    await api.call('DELETE', '/chatrooms/den/members/bob', 'json');
    expect(chatServer.heard()).toEqual([await change()]);
    await api.call('PUT', '/chatrooms/den/members', 'json', { members: ['kim'] });
    expect(chatServer.heard()).toEqual([await change()]);
  });

  it('are not sent when nothing has changed, or the change was refused', async () => {
    await api.call('POST', '/chatrooms/den/members/bob', 'json');
    await api.call('DELETE', '/chatrooms/den/owners/ann', 'json');
    expect(chatServer.heard()).toEqual([]);
  });

  it('invite the newly added, with groups as people', async () => {
    const invitedBy = async (...call: [string, string, object?]) => {
      chatServer.heard();
      await api.call(call[0], `/chatrooms/den/${call[1]}?sendInvitations=true`, 'json', call[2]);
      return (chatServer.heard() as { invitations?: { to: string; reason: string }[] }[])
        .flatMap(({ invitations }) => invitations ?? [])
        .map(({ to, reason }) => `${to}: ${reason}`);
    };
    const member = (name: string) => `${name}@example.org: You are member of room den`;
    const members = { members: ['bob', 'new', 'test group'] };
    expect(await invitedBy('POST', 'members', members)).toEqual([member('new'), member('kim')]);
    expect(await invitedBy('POST', 'members', members)).toEqual([]);
    expect(await invitedBy('PUT', 'members', { members: ['new', 'x'] })).toEqual([member('x')]);
    expect(await invitedBy('POST', 'members/y')).toEqual([member('y')]);
    expect(await invitedBy('POST', 'owners/group/ops')).toEqual([
      'bob@example.org: You are owner of room den',
      'zoe@example.org: You are owner of room den',
    ]);
    expect(await invitedBy('POST', 'outcasts/z')).toEqual([]);
    chatServer.away = true;
    expect(
      (await api.call('POST', '/chatrooms/den/members/w?sendInvitations=true', 'json')).status,
    ).toBe(201);
    chatServer.away = false;
  });
});
