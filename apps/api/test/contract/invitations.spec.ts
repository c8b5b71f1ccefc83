import { ChatServerSpy } from '../support/chat-server-spy.js';
import {
  badArgument,
  expectDone,
  expectError,
  expectRefused,
  noGroup,
  refusal,
} from '../support/expectations.js';
import { createGroups, createUsers } from '../support/people.js';
import { clearRooms, makeRoom, noRoom, noService } from '../support/room-documents.js';
import { forms, TestApi } from '../support/test-api.js';

const OPS = 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a';
const SOME = 'adnmqp8=@example.org/695c6ae413c00446733d926ccadefd8b';
const away = refusal(503, 'ServiceUnavailableException')('The chat server cannot be reached', '');

const chatServer = new ChatServerSpy();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
beforeEach(async () => {
  await createGroups(api, { name: 'ops', admins: ['zoe'], members: ['bob', 'far@other.example'] });
  await makeRoom(api, { roomName: 'den', password: 'p' });
  chatServer.heard();
});
afterEach(() => clearRooms(api));
afterAll(() => api.stop());

/** The invitations sent, as `jid: reason`; all else is the same for all. */
function sent(): readonly string[] {
  return chatServer.heard().flatMap((heard) => {
    const { invite, invitations } = heard as {
      invite: unknown;
      invitations: { to: string; reason: string | null; password: string | null }[];
    };
    expect(invite).toEqual({ service: 'conference', room: 'den' });
    return invitations.map(({ to, reason, password }) => {
      expect(password).toBe('p');
      return `${to}: ${reason}`;
    });
  });
}

describe.each(forms)('invitations as %s', (form) => {
  const text = (root: string, { reason, jids }: { reason?: string; jids?: string[] }): string => {
    if (form === 'json') return JSON.stringify({ reason, jidsToInvite: jids });
    const list = jids
      ? `<jidsToInvite>${jids.map((jid) => `<jid>${jid}</jid>`).join('')}</jidsToInvite>`
      : '';
    return `<${root}>${reason === undefined ? '' : `<reason>${reason}</reason>`}${list}</${root}>`;
  };
  const one = '/chatrooms/den/invite';

  it.each(['mucInvitation', 'mucInvitations'])('go to one person, root %s', async (root) => {
    const body = text(root, { reason: 'Come in', jids: ['ignored'] });
    await expectDone(api, form, ['POST', `${one}/Bob`, body], 200);
    expect(sent()).toEqual(['bob@example.org: Come in']);
    await expectDone(api, form, ['POST', `${one}/far@other.example%2FDesk`, text(root, {})], 200);
    expect(sent()).toEqual(['far@other.example/Desk: null']);
  });

  it.each(['mucInvitation', 'mucInvitations'])(
    'go to many people, once each, root %s',
    async (root) => {
      const jids = ['bob', 'ops', OPS, 'new', 'zoe@example.org', 'zoe@example.org/x', 'NEW'];
      await expectDone(api, form, ['POST', one, text(root, { reason: 'r', jids })], 200);
      expect(sent()).toEqual(
        [
          'bob@example.org',
          'far@other.example',
          'zoe@example.org',
          'new@example.org',
          'zoe@example.org/x',
        ].map((jid) => `${jid}: r`),
      );
    },
  );

  it('go to the people of a group', async () => {
    await expectDone(api, form, ['POST', `${one}/ops`, text('mucInvitation', {})], 200);
    const people = ['bob@example.org', 'far@other.example', 'zoe@example.org'];
    expect(sent()).toEqual(people.map((jid) => `${jid}: null`));
    await expectDone(api, form, ['POST', `${one}/${OPS.replace('/', '%2F')}`], 200);
    expect(sent()).toEqual(people.map((jid) => `${jid}: null`));
    await createUsers(api, 'ops');
    await expectDone(api, form, ['POST', `${one}/ops`], 200);
    expect(sent()).toEqual(['ops@example.org: null']);
  });

  it('need no body', async () => {
    for (const body of form === 'json' ? ['', 'null'] : ['']) {
      const headers = { 'Content-Type': `application/${form}` };
      expect((await api.send('POST', `${one}/bob`, { headers, body })).status).toBe(200);
      expect(sent()).toEqual(['bob@example.org: null']);
      expect((await api.send('POST', one, { headers, body })).status).toBe(200);
      expect(sent()).toEqual([]);
    }
    await expectDone(api, form, ['POST', one, text('mucInvitations', { jids: [] })], 200);
    expect(sent()).toEqual([]);
  });

  it('are refused in the order of the checks', async () => {
    const list = (...jids: string[]) => text('mucInvitations', { jids });
    const noJid = (value: string, room: string) =>
      badArgument(`Unable to parse value as jid: ${value}`, room);
    await expectRefused(api, form, ['POST', '/chatrooms/Gone/invite/a%20b'], noJid('a b', 'gone'));
    await expectRefused(
      api,
      form,
      ['POST', '/chatrooms/gone/invite', list('bob', 'x@')],
      noJid('x@', 'gone'),
    );
    await expectRefused(api, form, ['POST', '/chatrooms/gone/invite', list('bob')], noRoom('gone'));
    await expectRefused(api, form, ['POST', '/chatrooms/gone/invite/bob'], noRoom('gone'));
    await expectRefused(api, form, ['POST', `${one}/bob?servicename=X`], noService('X'));
    await expectRefused(api, form, ['POST', `${one}/${SOME.replace('/', '%2F')}`], noGroup('Some'));
    await expectRefused(
      api,
      form,
      ['POST', one, list('bob', SOME)],
      badArgument('Could not find group: Some', 'den'),
    );
    const broken = await api.call('POST', `${one}/bob`, form, form === 'xml' ? '<x/>' : '[]');
    expect(broken.status).toBe(400);
    expect(sent()).toEqual([]);
  });

  it('are not sent for empty entries', async () => {
    const list = (...jids: string[]) => text('mucInvitation', { jids });
    await expectDone(api, form, ['POST', one, list('', 'bob', '')], 200);
    expect(sent()).toEqual(['bob@example.org: null']);
    await expectDone(api, form, ['POST', one, list('', '')], 200);
    expect(sent()).toEqual([]);
    const refused = badArgument('Unable to parse value as jid: ', 'den');
    await expectRefused(api, form, ['POST', one, list('', ' ')], refused);
  });

  it('need the chat server', async () => {
    chatServer.away = true;
    for (const path of [`${one}/bob`, one]) {
      const body = text('mucInvitation', { jids: ['bob'] });
      const resource = `/plugins/restapi/v1${path}`;
      await expectRefused(api, form, ['POST', path, body], { ...away, resource });
    }
    chatServer.away = false;
  });

  it('need credentials', async () => {
    for (const path of [one, `${one}/bob`]) {
      expect((await api.send('POST', path, { authorization: null })).status).toBe(401);
    }
    expect(sent()).toEqual([]);
  });
});

it('all forms and names of the list are read', async () => {
  const forms = [['bob'], { jid: 'bob' }, { jid: ['bob'] }, 'bob'];
  const bodies = [
    ...forms.map((jidsToInvite) => ({ jidsToInvite })),
    ...[{ jids: ['bob'] }, { jid: 'bob' }, { jidsToInvite: null, jid: ['bob'] }],
    ...['<jids><jid>bob</jid></jids>', '<jid>bob</jid>'].map(
      (list) => `<mucInvitation>${list}</mucInvitation>`,
    ),
  ];
  for (const body of bodies) {
    const form = typeof body === 'string' ? 'xml' : 'json';
    const reply = await api.call('POST', '/chatrooms/den/invite', form, body);
    expect(reply.status).toBe(200);
    expect(sent()).toEqual(['bob@example.org: null']);
  }
});

it('cannot be read', async () => {
  expect((await api.call('GET', '/chatrooms/den/invite', 'json')).headers.allow).toBe(
    'POST, OPTIONS',
  );
});

it('they are audited', async () => {
  await api.audited();
  await api.call('POST', '/chatrooms/den/invite/bob', 'json');
  await api.call('POST', '/chatrooms/den/invite', 'json', { jidsToInvite: ['x'] });
  expect((await api.audited()).map(({ summary }) => summary)).toEqual([
    'POST room invitation conference/den/bob',
    'POST room invitations conference/den',
  ]);
});

it('without a chat server they are accepted', async () => {
  const alone = await TestApi.start({}, api.database);
  expect((await alone.call('POST', '/chatrooms/den/invite/bob', 'json')).status).toBe(200);
  expectError(await alone.call('POST', '/chatrooms/x/invite/bob', 'json'), 'json', noRoom('x'));
  await alone.close();
});
