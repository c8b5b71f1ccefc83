import { refusal, TEST_TOKEN, TestBridge } from '@chat-admin/prosody-bridge/testing/test-bridge';
import { until } from '@chat-admin/debian-programs/until';
import { errorText, forms, TestApi } from '../support/test-api.js';

const SESSION = {
  jid: 'zoe@example.org/desk',
  username: 'zoe',
  resource: 'desk',
  node: 'engine-1',
  presence: { priority: 5 },
  address: '192.0.2.7',
  created_at: 1700000000,
  active_at: 1700000005,
  secure: true,
};

const metrics = async (api: TestApi): Promise<string> =>
  (await fetch(new URL('/metrics', api.managementUrl))).text();

describe('with a chat server at CHAT_SERVER_URL', () => {
  let bridge: TestBridge;
  let api: TestApi;
  beforeAll(async () => {
    bridge = await TestBridge.start();
    api = await TestApi.start({ chatServerUrl: bridge.url, chatServerToken: TEST_TOKEN });
    await api.call('POST', '/users', 'json', { username: 'zoe', password: 'p1-secret' });
  });
  afterAll(async () => {
    await api.stop();
    await bridge.stop();
  });
  beforeEach(() => (bridge.calls.length = 0));

  it.each(forms)('shows its sessions as local, as %s', async (form) => {
    bridge.answers.set('GET /bridge/sessions', { sessions: [SESSION] });
    const { status, text } = await api.call('GET', '/sessions', form);
    expect(status).toBe(200);
    expect(text).toContain('zoe@example.org/desk');
    expect(text).toContain('Local');
    expect(text).not.toContain('Remote');
  });

  it.each(forms)('says that its modules are of another version, as %s', async (form) => {
    bridge.answers.set('GET /bridge/sessions', refusal(422));
    const { status, text } = await api.call('GET', '/sessions', form);
    expect([status, text]).toEqual([
      400,
      errorText(
        form,
        'IllegalArgumentException',
        'The chat server cannot do what the request asks for',
        '/plugins/restapi/v1/sessions',
        'its modules are of another version than this server: update them',
      ),
    ]);
  });

  it('counts its sessions', async () => {
    bridge.answers.set('GET /bridge/sessions/count', { count: 4 });
    expect((await api.call('GET', '/system/statistics/sessions', 'json')).text).toBe(
      '{"localSessions":4,"clusterSessions":4}',
    );
  });

  it('notifies it of a lockout before answering', async () => {
    expect((await api.call('POST', '/lockouts/zoe', 'json')).status).toBe(201);
    // each minute somebody counts the sessions
    expect(bridge.calls.filter(({ call }) => !call.startsWith('GET '))).toEqual([
      {
        call: 'POST /bridge/users',
        query: {},
        body: { usernames: ['zoe'], event: 'locked' },
      },
    ]);
  });

  it('passes the trace of a request on, and writes it into the audit log', async () => {
    const id = '0af7651916cd43dd8448eb211c80319c';
    const traceparent = `00-${id}-b7ad6b7169203331-01`;
    bridge.traces.length = 0;
    const headers = { traceparent, Accept: 'application/json' };
    await api.send('DELETE', '/lockouts/zoe', { headers });
    expect((await api.send('POST', '/lockouts/zoe', { headers })).status).toBe(201);
    expect(bridge.traces).toEqual([traceparent]);
    const [entry] = await api.database.sql(
      `select details from audit_entry where summary like 'POST lockout%' order by log_id desc limit 1`,
    );
    expect(entry!['details']).toContain(`; trace=${id}`);
    await api.send('DELETE', '/lockouts/zoe', { headers: { traceparent: 'nonsense' } });
    const [other] = await api.database.sql(
      `select details from audit_entry order by log_id desc limit 1`,
    );
    expect(other!['details']).not.toContain('trace=');
  });

  it('does not notify it of a new user', async () => {
    const body = { username: 'ola', password: 'p1-secret' };
    expect((await api.call('POST', '/users', 'json', body)).status).toBe(201);
    expect(bridge.calls).toEqual([]);
  });

  it('is ready', async () => {
    for (const path of ['', '/plugins', '/connections', '/connections/SOCKET_C2S']) {
      expect((await api.call('GET', `/system/readiness${path}`, 'json')).status).toBe(200);
    }
  });

  it('reports it as available in the metrics', async () => {
    const text = await metrics(api);
    expect(text).toContain('chat_server_up 1\n');
    expect(text).toContain('chat_server_deferred_notices_total 0\n');
  });
});

it('without CHAT_SERVER_URL, the chat server counts that the database tells of, and none before', async () => {
  const bridge = await TestBridge.start();
  bridge.answers.set('GET /bridge/sessions', { sessions: [SESSION] });
  const api = await TestApi.start({ chatServerUrl: null, chatServerToken: TEST_TOKEN });
  await api.call('POST', '/users', 'json', { username: 'zoe', password: 'p1-secret' });
  const sessions = async () => (await api.call('GET', '/sessions', 'json')).text;
  await until('it has looked', async () => (await sessions()) === '{"sessions":[]}');
  expect(await metrics(api)).not.toMatch(/^chat_server_up /m);
  await api.database.sql(`insert into engine_node
    (node, kind, version, address, state, joined_at, active_at, renewed_at)
    values ('engine-1', 'prosody', '0.12.3', '${bridge.url}', 'active', now(), now(), now())`);
  await until('it is found', async () => (await sessions()).includes('zoe@example.org/desk'));
  expect(await metrics(api)).toContain('chat_server_up 1\n');
  await api.database.sql(`update engine_node set state = 'gone'`);
  await bridge.stop();
  await until('it is missed', async () => {
    return (await api.call('GET', '/sessions', 'json')).status === 503;
  });
  await api.stop();
});

describe('with an unavailable chat server', () => {
  let api: TestApi;
  beforeAll(async () => {
    const gone = await TestBridge.start();
    await gone.stop();
    api = await TestApi.start({ chatServerUrl: gone.url, chatServerToken: TEST_TOKEN });
    // waits for the first attempt
    await api.call('GET', '/sessions', 'json');
  });
  afterAll(() => api.stop());

  it('stores every change, and counts undelivered notices', async () => {
    const room = { roomName: 'tearoom', naturalName: 'Tea', description: 'Tea' };
    for (const [method, path, body, expected] of [
      ['POST', '/users', { username: 'ola', password: 'p1-secret' }, 201],
      ['PUT', '/users/ola', { name: 'Ola N', password: 'p2-secret' }, 200],
      ['POST', '/users/ola/roster', { jid: 'ann@example.org', subscriptionType: 3 }, 201],
      ['POST', '/groups', { name: 'Crew', members: ['ola'], shared: true }, 201],
      ['POST', '/chatrooms', room, 201],
      ['DELETE', '/chatrooms/tearoom', undefined, 200],
      ['POST', '/lockouts/ola', undefined, 201],
      ['DELETE', '/users/ola', undefined, 200],
    ] as const) {
      const { status } = await api.call(method, path, 'json', body);
      expect([method, path, status]).toEqual([method, path, expected]);
    }
    const text = await metrics(api);
    expect(text).toContain('chat_server_up 0\n');
    expect(text).toMatch(/chat_server_deferred_notices_total [1-9]/);
  });

  it.each(forms)('answers queries and commands with 503, as %s', async (form) => {
    await api.call('POST', '/chatrooms', 'json', { roomName: 'den', naturalName: 'Den' });
    const message = { body: 'Maintenance at nine' };
    const xml = '<message><body>Maintenance at nine</body></message>';
    for (const [method, path, body] of [
      ['GET', '/sessions', undefined],
      ['GET', '/sessions/zoe', undefined],
      ['DELETE', '/sessions/zoe', undefined],
      ['GET', '/system/statistics/sessions', undefined],
      ['GET', '/chatrooms/den/occupants', undefined],
      ['POST', '/messages/users', form === 'xml' ? xml : message],
    ] as const) {
      const reply = await api.call(method, path, form, body);
      expect([method, path, reply.status]).toEqual([method, path, 503]);
      expect(reply.text).toContain('The chat server cannot be reached');
    }
  });

  it.each(forms)('fails only the readiness of its listeners, as %s', async (form) => {
    const path = '/system/readiness/connections';
    const reply = await api.call('GET', `${path}/BOSH_C2S/false`, form);
    expect(reply.status).toBe(503);
    expect(reply.text).toEqual(
      errorText(
        form,
        'ServiceUnavailableException',
        'Check failed: readiness/connections (BOSH_C2S unencrypted)',
        `/plugins/restapi/v1${path}/BOSH_C2S/false`,
      ),
    );
    for (const [check, status] of [
      ['/plugins', 200],
      ['/server', 200],
      ['/connections/WEBADMIN', 200],
      ['', 503],
    ] as const) {
      expect((await api.call('GET', `/system/readiness${check}`, form)).status).toBe(status);
    }
  });
});

it('the metrics of an API without chat server do not mention one', async () => {
  const api = await TestApi.start();
  try {
    expect(await metrics(api)).not.toContain('chat_server');
  } finally {
    await api.stop();
  }
});
