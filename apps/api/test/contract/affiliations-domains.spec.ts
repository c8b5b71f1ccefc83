import { ChatServerSpy } from '../support/chat-server-spy.js';
import {
  badArgument,
  expectDocument,
  expectDone,
  expectRefused,
  stored,
} from '../support/expectations.js';
import { createGroups, createUsers } from '../support/people.js';
import {
  affiliationsText,
  clearRooms,
  makeRoom,
  notAllowed,
  readRoom,
  roomText,
} from '../support/room-documents.js';
import type { RoomFields } from '../support/room-documents.js';
import { forms, TestApi } from '../support/test-api.js';

const DELETE = 'Could not delete affiliation';
const LOCAL = 'spam.example@example.org';
/** Affiliations of domains, as set by chat users. */
const DOMAINS = [
  ['partner.example', 'owner'],
  ['staff.example', 'admin'],
  ['guests.example', 'member'],
  ['spam.example', 'outcast'],
  ['bücher.example', 'outcast'],
  ['under_score.example', 'outcast'],
  ['[2001:db8::1]', 'outcast'],
] as const;
const OUTCASTS = [
  '[2001:db8::1]',
  'bücher.example',
  'eve@example.org',
  'spam.example',
  'under_score.example',
];

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await createUsers(api, 'spam.example', 'guests.example');
  await createGroups(api, { name: 'spam.example' }, { name: 'staff.example', members: ['kim'] });
  const people = { owners: ['ann'], members: ['bob'], outcasts: ['eve'] };
  await makeRoom(api, { roomName: 'den', subject: 's', ...people, memberGroups: ['spam.example'] });
  await makeRoom(api, { roomName: 'other', owners: ['ann'] });
  for (const [domain, affiliation] of DOMAINS) {
    await api.database.sql(
      `insert into room_affiliation
       select id, '${domain}', '${affiliation}', 'nick of ${domain}' from room where name = 'den'`,
    );
  }
  chatServer.heard();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

describe.each(forms)('affiliations of domains as %s', (form) => {
  const list = (method: string, plural: string, names: readonly string[]) =>
    [method, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names)] as const;
  const expectList = (plural: string, names: readonly string[]) =>
    expectDocument(api, form, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names));
  const read = async (path: string) => (await api.call('GET', path, form)).text;

  it('are listed by their texts', async () => {
    await expectList('owners', ['ann@example.org', 'partner.example']);
    await expectList('outcasts', OUTCASTS);
  });

  it.each(['owners', 'admins', 'members', 'outcasts'])(
    'a list of %s that is sent back changes nothing',
    async (plural) => {
      const path = `/chatrooms/den/${plural}`;
      const before = await stored(api);
      const text = await read(path);
      await expectDone(api, form, ['PUT', path, text], 201);
      await expectDone(api, form, ['POST', path, text]);
      expect(await stored(api)).toEqual(before);
      expect(chatServer.heard()).toEqual([]);
    },
  );

  it('a whole room that is sent back changes nothing', async () => {
    const people = () => api.database.sql('select * from room_affiliation order by room_id, jid');
    const before = [await people(), await readRoom(api, 'den')];
    const text = await read('/chatrooms/den');
    await expectDone(api, form, ['PUT', '/chatrooms/den?sendInvitations=true', text]);
    expect([await people(), await readRoom(api, 'den')]).toEqual(before);
  });

  it('are removed one by one', async () => {
    const rest = OUTCASTS.filter((one) => one !== 'spam.example');
    await expectDone(api, form, ['DELETE', '/chatrooms/den/outcasts/spam.example']);
    await expectList('outcasts', rest);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/outcast/%5B2001:db8::1%5D']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/outcast/b%C3%BCcher.example']);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/members/guests.example']);
    await expectList('outcasts', ['eve@example.org', 'under_score.example']);
    expect(await readRoom(api, 'den')).toMatchObject({
      members: ['bob@example.org'],
      memberGroups: ['spam.example'],
    });
  });

  it('are removed only from the list that holds them', async () => {
    await expectDone(api, form, ['POST', `/chatrooms/den/admins/${LOCAL}`]);
    for (const plural of ['members', 'admins']) {
      await expectRefused(
        api,
        form,
        ['DELETE', `/chatrooms/den/${plural}/spam.example`],
        notAllowed(DELETE, 'spam.example', `not in the list of ${plural}`),
      );
    }
    await expectDone(api, form, ['DELETE', `/chatrooms/den/admins/${LOCAL}`]);
    await expectDone(api, form, ['DELETE', '/chatrooms/den/owners/ann']);
    await expectRefused(
      api,
      form,
      ['DELETE', '/chatrooms/den/owners/partner.example'],
      notAllowed(DELETE, 'partner.example', 'the room would have no owner'),
    );
  });

  it('are moved one by one', async () => {
    const others = OUTCASTS.filter((one) => one !== 'spam.example');
    await expectDone(api, form, ['POST', '/chatrooms/den/admins/spam.example']);
    await expectList('outcasts', others);
    await expectList('admins', ['spam.example', 'staff.example']);
    await expectDone(api, form, ['POST', '/chatrooms/den/outcasts/staff.example']);
    await expectList('outcasts', [...others, 'staff.example'].sort());
  });

  it('are moved by lists and by documents', async () => {
    await expectDone(api, form, list('POST', 'members', ['spam.example']));
    const members = ['bob@example.org', 'guests.example', 'spam.example'];
    expect(await readRoom(api, 'den')).toMatchObject({ members });
    await expectDone(api, form, list('PUT', 'admins', ['spam.example', 'kim']), 201);
    await expectList('admins', ['kim@example.org', 'spam.example']);
    const fields: RoomFields = { roomName: 'den', owners: ['spam.example'], outcasts: ['zoe'] };
    await expectDone(api, form, ['PUT', '/chatrooms/den', roomText(form, fields)]);
    expect(await readRoom(api, 'den')).toMatchObject({
      owners: ['spam.example'],
      admins: [],
      members: [],
      outcasts: ['zoe@example.org'],
    });
  });

  it('are named once in a document', async () => {
    const twice = { roomName: 'den', members: ['spam.example'], outcasts: ['spam.example'] };
    await expectRefused(
      api,
      form,
      ['PUT', '/chatrooms/den', roomText(form, twice)],
      notAllowed('Could not update the channel', 'den', 'named more than once: spam.example'),
    );
    const both = { roomName: 'den', members: [LOCAL], outcasts: ['spam.example'] };
    await expectDone(api, form, ['PUT', '/chatrooms/den', roomText(form, both)]);
    expect(await readRoom(api, 'den')).toMatchObject({
      members: [LOCAL],
      outcasts: ['spam.example'],
    });
  });

  it('do not affect other texts', async () => {
    await expectDone(api, form, list('POST', 'outcasts', ['SPAM.example', 'no.spam.example']));
    await expectList('outcasts', [...OUTCASTS, LOCAL, 'no.spam.example@example.org'].sort());
    await expectDone(api, form, ['POST', '/chatrooms/den/admins/group/spam.example']);
    expect(await readRoom(api, 'den')).toMatchObject({
      admins: ['staff.example'],
      adminGroups: ['spam.example'],
      memberGroups: [],
    });
  });

  it('are unknown to rooms without them', async () => {
    await expectDone(api, form, ['POST', '/chatrooms/other/outcasts/spam.example']);
    expect(await readRoom(api, 'other')).toMatchObject({ outcasts: [LOCAL] });
    for (const room of ['other', 'fresh']) {
      const fields = { roomName: room, outcasts: ['spam.example'] };
      await expectDone(api, form, ['PUT', `/chatrooms/${room}`, roomText(form, fields)]);
      expect(await readRoom(api, room)).toMatchObject({ outcasts: [LOCAL] });
      const illegal = { roomName: room, outcasts: ['spam.example', '[2001:db8::1]'] };
      await expectRefused(
        api,
        form,
        ['PUT', `/chatrooms/${room}`, roomText(form, illegal)],
        badArgument('Unable to parse value as jid: [2001:db8::1]', room),
      );
    }
    for (const room of ['other', 'gone']) {
      for (const method of ['POST', 'DELETE']) {
        await expectRefused(
          api,
          form,
          [method, `/chatrooms/${room}/outcasts/%5B2001:db8::1%5D`],
          badArgument('Unable to parse value as jid: [2001:db8::1]', room),
        );
      }
    }
  });
});
