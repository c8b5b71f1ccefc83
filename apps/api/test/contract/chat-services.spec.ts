import { ChatServerSpy } from '../support/chat-server-spy.js';
import {
  badArgument,
  expectDocument,
  expectDone,
  expectError,
  expectRefused,
} from '../support/expectations.js';
import {
  alreadyExists,
  clearRooms,
  makeRoom,
  noRoom,
  noService,
  notAllowed,
  readRoom,
  roomsText,
  roomText,
} from '../support/room-documents.js';
import type { Form } from '../support/test-api.js';
import { forms, TestApi, XML } from '../support/test-api.js';

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(() => chatServer.heard());
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

const CREATE = 'Could not create the chat service';
const DELETE = 'Could not delete the chat service';

interface ServiceFields {
  readonly serviceName?: string;
  readonly description?: string;
  readonly hidden?: boolean | string;
  readonly historyMaxNumber?: number;
}

const element = (fields: ServiceFields): string => {
  const children = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`);
  return children.length === 0
    ? '<chatService/>'
    : `<chatService>${children.join('')}</chatService>`;
};
const text = (form: Form, fields: ServiceFields): string =>
  form === 'json' ? JSON.stringify(fields) : XML + element(fields);
const listText = (form: Form, services: readonly ServiceFields[]): string =>
  form === 'json'
    ? JSON.stringify({ chatService: services })
    : `${XML}<chatServices>${services.map(element).join('')}</chatServices>`;

const conference = { serviceName: 'conference', description: 'Public Chatrooms', hidden: false };
const staff = { serviceName: 'staff', description: 'Back office', hidden: true };

describe.each(forms)('chat services as %s', (form) => {
  const post = (fields: ServiceFields) => ['POST', '/chatservices', text(form, fields)] as const;
  const expectServices = (...services: ServiceFields[]) =>
    expectDocument(api, form, '/chatservices', listText(form, services));

  it('initially contain one, and are listed by name, including hidden ones', async () => {
    await expectServices(conference);
    await expectDone(api, form, post(staff));
    await expectDone(api, form, post({ serviceName: 'Alpha.Lab' }));
    await expectServices(
      { serviceName: 'alpha.lab', description: 'Public Chatrooms', hidden: false },
      conference,
      staff,
    );
    expect(chatServer.heard()).toEqual(['services', 'services']);
  });

  it('show blank descriptions as the default one', async () => {
    await expectDone(api, form, post({ serviceName: 'blank', description: '  ' }));
    await api.database.sql(`insert into chat_service values ('none', null, false)`);
    await expectServices({ ...conference, serviceName: 'blank' }, conference, {
      ...conference,
      serviceName: 'none',
    });
  });

  it('are meant by their addresses, too (CK-8)', async () => {
    await expectDone(api, form, post({ ...staff, serviceName: 'Staff.Example.org' }));
    const address = '/chatservices/staff.EXAMPLE.org';
    await expectServices(conference, staff);
    await expectDocument(api, form, address, text(form, { ...staff, historyMaxNumber: 25 }));
    const room = { roomName: 'den', members: ['bob'] };
    const query = '?servicename=staff.example.org';
    await expectDone(api, form, ['POST', `/chatrooms${query}`, roomText(form, room)]);
    expect(await readRoom(api, 'den', '?servicename=staff')).toMatchObject({ roomName: 'den' });
    const renamed = roomText(form, { ...room, naturalName: 'Den' });
    await expectDone(api, form, ['PUT', `/chatrooms/den${query}`, renamed]);
    await expectDone(api, form, ['POST', `/chatrooms/den/admins/kim${query}`], 201);
    expect(await readRoom(api, 'den', query)).toMatchObject({ naturalName: 'Den' });
    const list = await api.call('GET', `/chatrooms${query}&type=all`, 'json');
    expect(JSON.parse(list.text)).toMatchObject({ chatRooms: [{ admins: ['kim@example.org'] }] });
    await expectRefused(api, form, ['GET', `/chatrooms/tea${query}`], noRoom('tea'));
    const missing = '/chatrooms/den?servicename=nope.example.org';
    await expectRefused(api, form, ['GET', missing], noService('nope.example.org'));
    await expectRefused(api, form, ['DELETE', address], notAllowed(DELETE, 'staff'));
    await expectDone(api, form, ['DELETE', `/chatrooms/den${query}`]);
    await expectDone(api, form, ['DELETE', address]);
    await expectServices(conference);
  });

  it('that a room makes are called without the domain (CK-8)', async () => {
    const room = roomText(form, { roomName: 'den' });
    await expectDone(api, form, ['PUT', '/chatrooms/den?servicename=lab.example.org', room]);
    await expectServices(conference, { serviceName: 'lab', description: 'lab', hidden: false });
    await expectDone(api, form, ['PUT', '/chatrooms/den?servicename=lab', room]);
    const rooms = roomsText(form, [{ roomName: 'bar' }]);
    await api.call('POST', '/chatrooms/bulk?servicename=lab.example.org', form, rooms);
    expect(await readRoom(api, 'bar', '?servicename=lab')).toMatchObject({ roomName: 'bar' });
  });

  it('stored under the exact text win (CK-8)', async () => {
    const exact = 'conference.example.org';
    await api.database.sql(`insert into chat_service values ('${exact}', 'Exact', false)`);
    await makeRoom(api, { roomName: 'den' }, `?servicename=${exact}`);
    const path = `/chatservices/${exact}`;
    const shown = { ...conference, serviceName: exact, description: 'Exact' };
    await expectDocument(api, form, path, text(form, { ...shown, historyMaxNumber: 25 }));
    await expectRefused(api, form, ['GET', '/chatrooms/den'], noRoom('den'));
    await expectRefused(
      api,
      form,
      post({ serviceName: exact }),
      alreadyExists(CREATE, exact, 'the chat service exists'),
    );
    await expectDone(api, form, ['DELETE', `/chatrooms/den?servicename=${exact}`]);
  });

  it('exist once, case-insensitively', async () => {
    await expectDone(api, form, post(staff));
    chatServer.heard();
    await expectRefused(
      api,
      form,
      post({ serviceName: 'STAFF', description: 'other' }),
      alreadyExists(CREATE, 'STAFF', 'the chat service exists'),
    );
    await expectRefused(
      api,
      form,
      post({ serviceName: 'Conference' }),
      alreadyExists(CREATE, 'Conference', 'the chat service exists'),
    );
    expect(chatServer.heard()).toEqual([]);
  });

  it.each(['a b', 'a@b', 'a/b', '.a', 'a..b', ' ', '_x', 'x'.repeat(1100)])(
    'cannot be called %p',
    async (serviceName) => {
      const detail = `not the name of a chat service: ${serviceName.slice(0, 100)}`;
      const refused = badArgument(CREATE, serviceName, detail);
      await expectRefused(api, form, post({ serviceName }), refused);
    },
  );

  it('need a name', async () => {
    for (const fields of [{}, { serviceName: '' }, { description: 'x' }]) {
      await expectRefused(
        api,
        form,
        post(fields),
        badArgument(CREATE, 'chatservices', 'serviceName is missing'),
      );
    }
  });

  it('have a description of at most 255 characters', async () => {
    await expectDone(api, form, post({ serviceName: 'long', description: 'ü'.repeat(255) }));
    await expectRefused(
      api,
      form,
      post({ serviceName: 'longer', description: 'x'.repeat(256) }),
      badArgument(
        'Invalid value for description: longer than 255 characters',
        '/plugins/restapi/v1/chatservices',
      ),
    );
  });

  it('refuse bodies that cannot be read', async () => {
    const address = '/plugins/restapi/v1/chatservices';
    const message = 'Invalid value for hidden: perhaps';
    await expectRefused(
      api,
      form,
      post({ serviceName: 'x', hidden: 'perhaps' }),
      badArgument(message, address),
    );
    const broken = await api.call('POST', '/chatservices', form, form === 'xml' ? '<a' : '{');
    expect(broken.status).toBe(400);
    expect(broken.text).toContain('Could not read the request body: ');
  });

  it('need credentials', async () => {
    for (const method of ['GET', 'POST']) {
      const headers = { Accept: `application/${form}` };
      const reply = await api.send(method, '/chatservices', { headers, authorization: null });
      expect(reply.status).toBe(401);
    }
  });

  it('appear in errors as received', async () => {
    for (const [query, shown] of [
      ['NoSuch', 'NoSuch'],
      ['', ''],
      ['a%20b', 'a b'],
    ] as const) {
      const reply = await api.call('GET', `/chatrooms?servicename=${query}`, form);
      expectError(reply, form, noService(shown));
    }
  });
});

it('an absent object is refused', async () => {
  await expectRefused(
    api,
    'json',
    ['POST', '/chatservices', 'null'],
    badArgument(CREATE, 'chatservices', 'serviceName is missing'),
  );
});

describe.each(forms)('one chat service as %s', (form) => {
  const path = (name: string) => `/chatservices/${encodeURIComponent(name)}`;

  it('is read with the number of messages shown at entry', async () => {
    await api.call('POST', '/chatservices', 'json', staff);
    const text =
      form === 'json'
        ? JSON.stringify({ ...staff, historyMaxNumber: 25 })
        : `${XML}${element(staff).replace('</chatService>', '<historyMaxNumber>25</historyMaxNumber></chatService>')}`;
    await expectDocument(api, form, path('staff'), text);
    await expectDocument(api, form, path('STAFF'), text);
    expect((await api.call('HEAD', path('staff'), form)).status).toBe(200);
  });

  it('is deleted once, and the chat server is told', async () => {
    await api.call('POST', '/chatservices', 'json', staff);
    chatServer.heard();
    await expectDone(api, form, ['DELETE', path('Staff')]);
    expect(chatServer.heard()).toEqual(['services']);
    await expectRefused(api, form, ['DELETE', path('staff')], noService('staff'));
    await expectRefused(api, form, ['GET', path('staff')], noService('staff'));
    expect(chatServer.heard()).toEqual([]);
  });

  it.each([true, false])('stays while it has a room (persistent: %p)', async (persistent) => {
    await makeRoom(api, { roomName: 'den', persistent }, '?servicename=staff');
    chatServer.heard();
    const refused = notAllowed('Could not delete the chat service', 'staff');
    await expectRefused(api, form, ['DELETE', path('STAFF')], refused);
    expect(chatServer.heard()).toEqual([]);
  });

  it.each(['NoSuch', 'a b', 'a@b'])('called %p does not exist', async (name) => {
    await expectRefused(api, form, ['GET', path(name)], noService(name));
    await expectRefused(api, form, ['DELETE', path(name)], noService(name));
  });
});

it('a service is never deleted under a room that is being created', async () => {
  const rounds = 10;
  for (let round = 0; round < rounds; round += 1) {
    const requests = Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? api.call('POST', '/chatrooms?servicename=busy', 'json', {
            roomName: `r${round}-${index}`,
          })
        : api.call('DELETE', '/chatservices/busy', 'json'),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((_, index) => index % 2 === 0)).toEqual([201, 201, 201, 201]);
    for (const status of statuses) expect([200, 201, 404, 409]).toContain(status);
    const rooms = await api.database.sql(`select name from room where service = 'busy'`);
    expect(rooms).toHaveLength(4);
    await api.database.sql(`delete from room`);
  }
});

it('are 100 at most, of two at once too, however they are made', async () => {
  await api.database.sql(`
    insert into chat_service (name, hidden) select 's' || n, false from generate_series(1, 98) n`);
  const post = (serviceName: string) => ['POST', '/chatservices', text('json', { serviceName })];
  const made = await Promise.all(
    ['x1', 'x2', 'x3'].map((name) =>
      api.call('POST', '/chatservices', 'json', { serviceName: name }),
    ),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const refused = notAllowed(CREATE, 'more');
  const den = JSON.stringify({ roomName: 'den' });
  const rooms = JSON.stringify({ chatRooms: [{ roomName: 'den' }, { roomName: 'nook' }] });
  for (const request of [
    post('More'),
    ['POST', '/chatrooms?servicename=More', den],
    ['PUT', '/chatrooms/den?servicename=More', den],
    ['POST', '/chatrooms/bulk?servicename=More', rooms],
  ] as const) {
    await expectRefused(api, 'json', request as [string, string, string], refused);
  }
  await makeRoom(api, { roomName: 'den' }, '?servicename=s1');
  expect(await api.database.sql(`select from room`)).toHaveLength(1);
  expect(await api.database.sql(`select from chat_service`)).toHaveLength(100);
});

it('the collection has no other methods', async () => {
  const reply = await api.call('DELETE', '/chatservices', 'xml');
  expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
});

it('a creation is audited by its name', async () => {
  await api.audited();
  await api.call('POST', '/chatservices', 'json', staff);
  expect((await api.audited()).map(({ summary }) => summary)).toEqual(['POST chat service staff']);
});
