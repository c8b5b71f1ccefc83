import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { expectDone, expectRefused, refusal } from '../support/expectations.js';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';

const chatServer = new SeededChatServer();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterAll(() => api.stop());
beforeEach(() => {
  chatServer.live = [aSession()];
  chatServer.broadcasts.length = 0;
  chatServer.away = false;
});

const aSession = (more: Partial<LiveSession> = {}): LiveSession => ({
  jid: 'zoe@example.org/desk',
  username: 'zoe',
  resource: 'desk',
  nodeId: 'one',
  status: 'Authenticated',
  presence: { show: 'dnd', status: 'in a call', priority: 5 },
  hostAddress: '192.0.2.7',
  hostName: 'client7.example.net',
  createdAt: new Date('2023-11-14T22:13:20.123Z'),
  lastActiveAt: new Date('2023-11-14T22:13:25.004Z'),
  secure: true,
  ...more,
});

describe('sessions', () => {
  it('are shown in XML as documented', async () => {
    expect((await api.call('GET', '/sessions', 'xml')).text).toBe(
      `${XML}<sessions><session><sessionId>zoe@example.org/desk</sessionId><username>zoe</username><resource>desk</resource><node>Local</node><sessionStatus>Authenticated</sessionStatus><presenceStatus>Do Not Disturb</presenceStatus><presenceMessage>in a call</presenceMessage><priority>5</priority><hostAddress>192.0.2.7</hostAddress><hostName>client7.example.net</hostName><creationDate>2023-11-14T22:13:20.123+00:00</creationDate><lastActionDate>2023-11-14T22:13:25.004+00:00</lastActionDate><secure>true</secure></session></sessions>`,
    );
  });

  it('are shown in JSON as documented', async () => {
    expect((await api.call('GET', '/sessions', 'json')).text).toBe(
      '{"sessions":[{"sessionId":"zoe@example.org/desk","username":"zoe","resource":"desk","node":"Local","sessionStatus":"Authenticated","presenceStatus":"Do Not Disturb","presenceMessage":"in a call","priority":5,"hostAddress":"192.0.2.7","hostName":"client7.example.net","creationDate":"2023-11-14T22:13:20.123+00:00","lastActionDate":"2023-11-14T22:13:25.004+00:00","secure":true}]}',
    );
  });

  it('have numeric dates in JSON, and only there, on request', async () => {
    await api.setProperty('plugin.restapi.json.dates', 'epoch');
    try {
      expect((await api.call('GET', '/sessions', 'json')).text).toContain(
        '"creationDate":1700000000123,',
      );
      expect((await api.call('GET', '/sessions', 'xml')).text).toContain(
        '2023-11-14T22:13:20.123+00:00',
      );
    } finally {
      await api.setProperty('plugin.restapi.json.dates', null);
    }
  });

  it('are in the order of their ids', async () => {
    chatServer.live = ['zoe@example.org/b', 'ann@example.org/x', 'zoe@example.org/B'].map((jid) =>
      aSession({ jid }),
    );
    const { sessions } = JSON.parse((await api.call('GET', '/sessions', 'json')).text) as {
      sessions: { sessionId: string }[];
    };
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([
      'ann@example.org/x',
      'zoe@example.org/B',
      'zoe@example.org/b',
    ]);
  });
});

describe.each(forms)('as %s', (form) => {
  it.each(['zoe', 'ZOE'])('GET /sessions/%s shows the sessions of that user', async (name) => {
    chatServer.live.push(aSession({ jid: 'ann@example.org/x', username: 'ann' }));
    const { text } = await api.call('GET', `/sessions/${name}`, form);
    expect(text).toContain('zoe@example.org/desk');
    expect(text).not.toContain('ann@example.org');
  });

  it.each(['ghost', 'not%20a%20name'])('GET /sessions/%s is an empty list', async (name) => {
    const reply = await api.call('GET', `/sessions/${name}`, form);
    expect(reply).toMatchObject({
      status: 200,
      text: form === 'xml' ? `${XML}<sessions/>` : '{"sessions":[]}',
    });
  });

  it('DELETE closes all sessions of the user, and succeeds without any', async () => {
    expect(await api.call('DELETE', '/sessions/Zoe', form)).toMatchObject({
      status: 200,
      text: '',
    });
    expect(chatServer.live).toEqual([]);
    expect((await api.call('DELETE', '/sessions/ghost', form)).status).toBe(200);
    expect((await api.call('DELETE', '/sessions/not%20a%20name', form)).status).toBe(200);
  });

  it('a JID of the domain names the user, with a resource the session (CK-12)', async () => {
    const [desk, phone] = ['zoe@example.org/desk', 'zoe@example.org/phone'];
    const all = (address: string) => `/sessions/${encodeURIComponent(address)}`;
    chatServer.live.push(aSession({ jid: phone, resource: 'phone' }));
    const both = (await api.call('GET', all('Zoe@example.org'), form)).text;
    expect([both.includes(desk), both.includes(phone)]).toEqual([true, true]);
    const one = (await api.call('GET', all('ZOE@example.org/phone'), form)).text;
    expect([one.includes(desk), one.includes(phone)]).toEqual([false, true]);
    const none = form === 'xml' ? `${XML}<sessions/>` : '{"sessions":[]}';
    for (const address of ['zoe@example.org/Phone', 'zoe@far.example', 'zoe@far.example/desk']) {
      expect((await api.call('GET', all(address), form)).text).toBe(none);
    }
    const gone = 'Zoe@example.org/tablet';
    const refused = refusal(404, 'SessionNotFoundException')('Could not find session', gone);
    await expectRefused(api, form, ['DELETE', all(gone)], refused);
    await expectDone(api, form, ['DELETE', all('zoe@far.example/desk')]);
    expect(chatServer.live).toHaveLength(2);
    await expectDone(api, form, ['DELETE', all('ZOE@example.org/phone')]);
    expect(chatServer.live.map(({ jid }) => jid)).toEqual([desk]);
    await expectDone(api, form, ['DELETE', all('zoe@example.org')]);
    expect(chatServer.live).toEqual([]);
  });

  it('counts sessions on this node and on all nodes', async () => {
    chatServer.live.push(aSession({ nodeId: 'two' }));
    expect((await api.call('GET', '/system/statistics/sessions', form)).text).toBe(
      form === 'xml'
        ? `${XML}<sessions><clusterSessions>1</clusterSessions><localSessions>1</localSessions></sessions>`
        : '{"localSessions":1,"clusterSessions":1}',
    );
  });

  it('sends a message to everyone', async () => {
    const body =
      form === 'xml'
        ? '<message><body>Maintenance at nine</body></message>'
        : { body: 'Maintenance at nine' };
    expect(await api.call('POST', '/messages/users', form, body)).toMatchObject({
      status: 201,
      text: '',
    });
    expect(chatServer.broadcasts).toEqual(['Maintenance at nine']);
  });

  it('sends blanks, and refuses an empty message', async () => {
    const blank = form === 'xml' ? '<message><body> </body></message>' : { body: ' ' };
    expect((await api.call('POST', '/messages/users', form, blank)).status).toBe(201);
    const empty = form === 'xml' ? '<message/>' : {};
    const reply = await api.call('POST', '/messages/users', form, empty);
    expect(reply.status).toBe(400);
    expect(reply.text).toEqual(
      errorText(form, 'IllegalArgumentException', 'Message content/body is null or empty', ''),
    );
  });

  it.each([
    ['GET', '/sessions', undefined],
    ['GET', '/sessions/zoe', undefined],
    ['DELETE', '/sessions/zoe', undefined],
    ['GET', '/system/statistics/sessions', undefined],
    ['POST', '/messages/users', { xml: '<message><body>x</body></message>', json: { body: 'x' } }],
  ])('%s %s is 503 while the chat server is unavailable', async (method, path, body) => {
    chatServer.away = true;
    const reply = await api.call(method, path, form, body?.[form]);
    expect(reply.status).toBe(503);
    expect(reply.text).toEqual(
      errorText(
        form,
        'ServiceUnavailableException',
        'The chat server cannot be reached',
        `/plugins/restapi/v1${path}`,
      ),
    );
  });

  it('the number of unread messages is 0 for a user who is not known', async () => {
    expect((await api.call('GET', '/archive/messages/unread/Zoe@example.org%2Fx', form)).text).toBe(
      form === 'xml'
        ? `${XML}<archive><jid>Zoe@example.org/x</jid><count>0</count></archive>`
        : '{"jid":"Zoe@example.org/x","count":0}',
    );
    const refused = await api.call('GET', '/archive/messages/unread/@x', form);
    expect(refused).toMatchObject({
      status: 400,
      text: errorText(form, 'IllegalArgumentException', 'Unable to parse value as jid: @x', '@x'),
    });
  });
});

it('a change of data succeeds while the chat server is unavailable', async () => {
  chatServer.away = true;
  const created = await api.call('POST', '/users', 'json', { username: 'kim', password: 'p' });
  expect(created.status).toBe(201);
});

it('the text of a message is in no audit entry', async () => {
  await api.audited();
  await api.call('POST', '/messages/users', 'json', { body: 'a text that nobody logs' });
  await api.call('DELETE', '/sessions/zoe', 'json');
  const entries = await api.audited();
  expect(entries.map(({ summary }) => summary)).toEqual([
    'POST message to users',
    'DELETE sessions zoe',
  ]);
  expect(JSON.stringify(entries)).not.toContain('a text that nobody logs');
});

it('without a chat server, lists are empty and messages reach nobody', async () => {
  const alone = await TestApi.start({}, api.database);
  try {
    expect((await alone.call('GET', '/sessions', 'json')).text).toBe('{"sessions":[]}');
    expect((await alone.call('GET', '/system/statistics/sessions', 'json')).text).toBe(
      '{"localSessions":0,"clusterSessions":0}',
    );
    expect((await alone.call('POST', '/messages/users', 'json', { body: 'x' })).status).toBe(201);
    expect((await alone.call('DELETE', '/sessions/zoe', 'json')).status).toBe(200);
  } finally {
    await alone.close();
  }
});
