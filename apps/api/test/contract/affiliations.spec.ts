import {
  badArgument,
  expectDocument,
  expectDone,
  expectError,
  expectRefused,
} from '../support/expectations.js';
import { createUsers } from '../support/people.js';
import {
  affiliationsText,
  clearRooms,
  makeRoom,
  noRoom,
  noService,
  notAllowed,
  readRoom,
} from '../support/room-documents.js';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';

const DELETE = 'Could not delete affiliation';
const OWNERLESS = 'the room would have no owner';
const modify = (affiliation: string): string =>
  `Could not apply modification to list of ${affiliation}`;
const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'] as const;

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
beforeEach(() => makeRoom(api, { roomName: 'den', owners: ['ann', 'zoe'], members: ['bob'] }));
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

describe.each(forms)('affiliations as %s', (form) => {
  const list = (method: string, plural: string, names: readonly string[]) =>
    [method, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names)] as const;
  const expectList = (plural: string, names: readonly string[]) =>
    expectDocument(api, form, `/chatrooms/den/${plural}`, affiliationsText(form, plural, names));

  it.each(AFFILIATIONS)('%s: added, listed, moved and removed, at both addresses', async (one) => {
    const others = AFFILIATIONS.filter((other) => other !== one);
    const before = one === 'owner' ? ['ann', 'zoe'] : one === 'member' ? ['bob'] : [];
    const held = (...names: string[]) => names.map((name) => `${name}@example.org`).sort();
    await expectList(`${one}s`, held(...before));
    await expectDone(api, form, ['POST', `/chatrooms/DEN/${one}s/Jane`]);
    await expectList(`${one}s`, held(...before, 'jane'));
    await expectDone(api, form, ['POST', `/chatrooms/den/${one}/kim@example.org%2Fdesk`]);
    const singular = await api.call('GET', `/chatrooms/den/${one}`, form);
    expect(singular.text).toBe(affiliationsText(form, `${one}s`, held(...before, 'jane', 'kim')));
    for (const other of others) {
      await expectDone(api, form, ['POST', `/chatrooms/den/${other}/jane`]);
      await expectList(`${one}s`, held(...before, 'kim'));
      await expectDone(api, form, ['POST', `/chatrooms/den/${one}s/jane`]);
    }
    await expectDone(api, form, ['DELETE', `/chatrooms/den/${one}s/jane`]);
    await expectDone(api, form, ['DELETE', `/chatrooms/den/${one}/KIM@example.org`]);
    await expectList(`${one}s`, held(...before));
  });

  it('are initially empty lists', async () => {
    const empty = { xml: `${XML}<outcasts/>`, json: '{"outcasts":[]}' }[form];
    await expectDocument(api, form, '/chatrooms/den/outcasts/', empty);
  });

  it('are replaced: exactly those named', async () => {
    await expectDone(api, form, list('PUT', 'members', ['kim', 'far@other.example/x']), 201);
    await expectList('members', ['far@other.example', 'kim@example.org']);
    await expectDone(api, form, list('PUT', 'members', ['ann', 'ann@example.org']), 201);
    await expectList('members', ['ann@example.org']);
    await expectList('owners', ['zoe@example.org']);
    await expectDone(api, form, list('PUT', 'members', []), 201);
    await expectList('members', []);
  });

  it('are added by lists; nobody is removed', async () => {
    await expectDone(api, form, list('POST', 'members', ['kim', 'KIM', 'ann']));
    await expectList('members', ['ann@example.org', 'bob@example.org', 'kim@example.org']);
    await expectList('owners', ['zoe@example.org']);
    await expectDone(api, form, list('POST', 'members', []));
    await expectList('members', ['ann@example.org', 'bob@example.org', 'kim@example.org']);
  });

  it('change all together or not at all', async () => {
    for (const method of ['PUT', 'POST']) {
      await expectRefused(
        api,
        form,
        list(method, 'members', ['kim', 'a b', '@']),
        badArgument('Unable to parse value as jid: a b', 'den'),
      );
      const gone = 'adnmqp8=@example.org/695c6ae413c00446733d926ccadefd8b';
      await expectRefused(
        api,
        form,
        list(method, 'members', ['kim', gone]),
        badArgument('Could not find group: Some', 'den'),
      );
    }
  });

  it('can be repeated without effect', async () => {
    const before = await api.database.sql('select version, modification_date from room');
    await expectDone(api, form, ['POST', '/chatrooms/den/members/bob']);
    await expectDone(api, form, list('POST', 'members', ['bob']));
    await expectDone(api, form, list('PUT', 'members', ['bob']), 201);
    expect(await api.database.sql('select version, modification_date from room')).toEqual(before);
  });

  it('always include an owner', async () => {
    await expectDone(api, form, ['DELETE', '/chatrooms/den/owners/zoe']);
    await expectRefused(
      api,
      form,
      ['DELETE', '/chatrooms/den/owners/ANN'],
      notAllowed(DELETE, 'ANN', OWNERLESS),
    );
    await expectRefused(
      api,
      form,
      list('PUT', 'owners', []),
      notAllowed(modify('owner'), 'den', OWNERLESS),
    );
    for (const other of ['admin', 'member', 'outcast']) {
      await expectRefused(
        api,
        form,
        ['POST', `/chatrooms/den/${other}s/ann`],
        notAllowed(modify(other), 'den', OWNERLESS),
      );
      await expectRefused(
        api,
        form,
        list('PUT', `${other}s`, ['ann']),
        notAllowed(modify(other), 'den', OWNERLESS),
      );
    }
    await expectDone(api, form, list('PUT', 'owners', ['kim']), 201);
    await expectList('owners', ['kim@example.org']);
  });

  it('are removed only from the list that holds them', async () => {
    for (const [path, name, affiliation] of [
      ['admins/bob', 'bob', 'admins'],
      ['members/nobody', 'nobody', 'members'],
      ['members/BOB@other.example', 'BOB@other.example', 'members'],
      ['outcast/ann', 'ann', 'outcasts'],
    ] as const) {
      await expectRefused(
        api,
        form,
        ['DELETE', `/chatrooms/den/${path}`],
        notAllowed(DELETE, name, `not in the list of ${affiliation}`),
      );
    }
  });

  it('have no new members while nicknames are restricted', async () => {
    const restricted = { roomName: 'den', owners: ['ann'], loginRestrictedToNickname: true };
    await api.call('PUT', '/chatrooms/den', 'json', { ...restricted });
    await api.database.sql(
      `insert into room_affiliation select id, 'bob@example.org', 'member', 'b' from room`,
    );
    const refused = notAllowed(
      modify('member'),
      'den',
      'loginRestrictedToNickname is on and these would be new members: kim@example.org',
    );
    await expectRefused(api, form, ['POST', '/chatrooms/den/members/kim'], refused);
    await expectRefused(api, form, list('POST', 'members', ['bob', 'kim']), refused);
    await expectRefused(api, form, list('PUT', 'members', ['kim']), refused);
    await expectDone(api, form, ['POST', '/chatrooms/den/members/bob']);
    await expectDone(api, form, list('PUT', 'members', ['bob']), 201);
    await expectDone(api, form, ['POST', '/chatrooms/den/admins/kim']);
  });

  it('need an existing room, which is checked after the names', async () => {
    const calls = [
      ['GET', ''],
      ['PUT', '', affiliationsText(form, 'members', ['x'])],
      ['POST', '', affiliationsText(form, 'members', ['x'])],
      ['POST', '/x'],
      ['DELETE', '/x'],
      ['POST', '/group/x'],
      ['DELETE', '/group/x'],
    ] as const;
    for (const [method, below, body] of calls) {
      const path = (room: string, query = '') => `/chatrooms/${room}/members${below}${query}`;
      await expectRefused(api, form, [method, path('No-Room'), body], noRoom('no-room'));
      await expectRefused(api, form, [method, path('a%20b'), body], noRoom('a b'));
      await expectRefused(
        api,
        form,
        [method, path('den', '?servicename=Lab'), body],
        noService('Lab'),
      );
    }
    for (const method of ['POST', 'DELETE']) {
      await expectRefused(
        api,
        form,
        [method, '/chatrooms/Gone/members/a%20b?servicename=x'],
        badArgument('Unable to parse value as jid: a b', 'gone'),
      );
    }
    await expectRefused(
      api,
      form,
      ['PUT', '/chatrooms/Gone/members', affiliationsText(form, 'members', ['@'])],
      badArgument('Unable to parse value as jid: @', 'gone'),
    );
  });

  it('need a body where lists are sent', async () => {
    for (const method of ['PUT', 'POST']) {
      for (const body of form === 'json' ? ['null', ''] : ['']) {
        const headers = { Accept: `application/${form}`, 'Content-Type': `application/${form}` };
        const reply = await api.send(method, '/chatrooms/Den/admins', { headers, body });
        expectError(reply, form, badArgument(modify('admin'), 'den', 'the body is empty'));
      }
    }
  });

  it('are read from documents of their own list only', async () => {
    const reply = await api.call(
      'PUT',
      '/chatrooms/den/members',
      form,
      affiliationsText(form, 'admins', ['kim']),
    );
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('Could not read the request body: ');
    await expectList('members', ['bob@example.org']);
  });

  it('need credentials', async () => {
    for (const [method, below] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', ''],
      ['POST', '/kim'],
      ['DELETE', '/bob'],
    ]) {
      const headers = { Accept: `application/${form}` };
      const path = `/chatrooms/den/members${below}`;
      const reply = await api.send(method!, path, { headers, authorization: null });
      expect(reply.text).toEqual(
        errorText(
          form,
          'NotAuthorizedException',
          'Authentication failed',
          `/plugins/restapi/v1${path}`,
        ),
      );
    }
    await expectList('members', ['bob@example.org']);
  });
});

it.each([
  '{"members":["kim"]}',
  '{"members":{"member":["kim"]}}',
  '{"members":{"member":"kim"}}',
  '{"member":["kim"]}',
  '{"member":"kim"}',
  '{"members":"kim"}',
])('a list is read from %s', async (body) => {
  expect((await api.call('PUT', '/chatrooms/den/member', 'json', body)).status).toBe(201);
  expect(await readRoom(api, 'den')).toMatchObject({ members: ['kim@example.org'] });
});

it.each([
  '{}',
  '{"admins":["kim"]}',
  '[]',
  '"kim"',
  '{"members":[{"x":{}}]}{',
  '{"members":[[1]]}',
])('no list is read from %s', async (body) => {
  const reply = await api.call('PUT', '/chatrooms/den/members', 'json', body);
  expect(reply.status).toBe(400);
  expect(await readRoom(api, 'den')).toMatchObject({ members: ['bob@example.org'] });
});

it('one affiliation ignores whatever body is sent', async () => {
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'a=b'],
    ['application/json', '{'],
    ['application/xml', '<x'],
  ] as const) {
    const headers = { 'Content-Type': type };
    const reply = await api.send('POST', '/chatrooms/den/admins/kim', { headers, body });
    expect(reply.status).toBe(201);
  }
});

it('other lists do not exist', async () => {
  for (const other of ['roles', 'Members', 'participant', 'owners2']) {
    for (const method of ['GET', 'PUT', 'POST']) {
      const reply = await api.call(method, `/chatrooms/den/${other}`, 'json');
      expect([reply.status, reply.text]).toEqual([
        404,
        errorText(
          'json',
          'NotFoundException',
          'There is no resource at this address',
          `/plugins/restapi/v1/chatrooms/den/${other}`,
        ),
      ]);
    }
  }
  const { status, headers } = await api.call('PATCH', '/chatrooms/den/members', 'json');
  expect([status, headers.allow]).toEqual([405, 'GET, POST, PUT, HEAD, OPTIONS']);
});

it('the selected user is the one in the path, even if called group', async () => {
  await createUsers(api, 'group');
  expect((await api.call('POST', '/chatrooms/den/members/group', 'json')).status).toBe(201);
  expect((await api.call('DELETE', '/chatrooms/den/members/bob', 'json')).status).toBe(200);
  expect(await readRoom(api, 'den')).toMatchObject({ members: ['group@example.org'] });
  expect((await api.call('DELETE', '/chatrooms/den/members/group', 'json')).status).toBe(200);
});

it('every change is audited once', async () => {
  await api.audited();
  await api.call('PUT', '/chatrooms/den/members', 'json', { members: ['x'] });
  await api.call('POST', '/chatrooms/den/member', 'json', { members: ['y'] });
  await api.call('POST', '/chatrooms/den/admins/kim?servicename=conference', 'json');
  await api.call('DELETE', '/chatrooms/den/admins/ghost', 'json');
  await api.call('DELETE', '/chatrooms/den/owner/group/g', 'json');
  expect((await api.audited()).map(({ summary }) => summary)).toEqual([
    'PUT room members conference/den',
    'POST room members conference/den',
    'POST room admins conference/den/kim',
    'DELETE room admins conference/den/ghost',
    'DELETE room owners group conference/den/g',
  ]);
});
