import { until } from '@chat-admin/debian-programs/until';
import { errorText, forms, TestApi } from '../support/test-api.js';
import { SeededChatServer } from '../support/seeded-chat-server.js';

const chatServer = new SeededChatServer();
let api: TestApi;
beforeAll(async () => (api = await TestApi.start({}, undefined, { chatServer })));
afterAll(() => api.stop());
beforeEach(() => {
  chatServer.accepting = true;
  chatServer.away = false;
});

const CHECKS = [
  '/system/liveness',
  '/system/liveness/deadlock',
  '/system/liveness/properties',
  '/system/readiness',
  '/system/readiness/server',
  '/system/readiness/cluster',
  '/system/readiness/plugins',
  '/system/readiness/connections',
];

describe('/system/chatservers', () => {
  const rows = `insert into engine_node
    (node, kind, version, address, state, joined_at, active_at, renewed_at, sessions, rooms) values
    ('a', 'prosody', '13.0.1', 'http://a:5280', 'waiting', '2026-01-02Z', null, '2026-01-03Z', null, null),
    ('b', 'prosody', '0.12.3', 'http://b:5280', 'active', '2026-01-02Z', '2026-01-04Z', '2026-01-05Z', 3, 1)`;

  afterEach(() => api.database.sql('delete from engine_node'));

  it('is empty while there is none', async () => {
    const { status, text } = await api.call('GET', '/system/chatservers', 'json');
    expect([status, text]).toEqual([200, '{"chatServers":[]}']);
  });

  it('lists the one that serves, then those that wait', async () => {
    await api.database.sql(rows);
    const json = await api.call('GET', '/system/chatservers', 'json');
    const [b, a] = (JSON.parse(json.text) as { chatServers: Record<string, unknown>[] })
      .chatServers;
    expect(b).toEqual({
      ...{ nodeId: 'b', kind: 'prosody', version: '0.12.3', state: 'active' },
      ...{ since: '2026-01-04T00:00:00.000+00:00', lastSeen: '2026-01-05T00:00:00.000+00:00' },
      ...{ sessions: 3, rooms: 1, address: 'http://b:5280' },
    });
    expect(a).toMatchObject({
      nodeId: 'a',
      state: 'waiting',
      since: '2026-01-02T00:00:00.000+00:00',
    });
    expect(a).not.toHaveProperty('sessions');
    type Events = { readonly events: readonly object[] };
    const events = await until('it is an event', async () => {
      const { text } = await api.call('GET', '/events?types=chatserver.*', 'json');
      return (JSON.parse(text) as Events).events[0] ?? null;
    });
    expect(events).toMatchObject({
      ...{ type: 'chatserver.active', actor: 'service', source: 'service' },
      object: '/system/chatservers/b',
    });
    const xml = await api.call('GET', '/system/chatservers', 'xml');
    expect(xml.text).toContain('<chatServers><chatServer><nodeId>b</nodeId><kind>prosody</kind>');
  });
});

describe('/system/health', () => {
  const health = async (form: 'json' | 'xml' = 'json') =>
    (await api.call('GET', '/system/health', form)).text;
  const parts = async () =>
    (JSON.parse(await health()) as { parts: Record<string, string>[] }).parts;
  const part = async (name: string) => (await parts()).find((one) => one['name'] === name)!;

  it('tells how each part is, and since when', async () => {
    const status = Object.fromEntries((await parts()).map((one) => [one['name'], one['status']]));
    expect(status).toEqual({
      ...{ api: 'ok', database: 'ok', chatserver: 'ok' },
      ...{ redis: 'off', events: 'ok' },
    });
    expect(await health('xml')).toMatch(
      /<health><part><name>api<\/name><status>ok<\/status><since>[-0-9T:.+]+<\/since><\/part>/,
    );
  });

  it('is 200 while something has failed, and says what', async () => {
    const before = await part('chatserver');
    chatServer.away = true;
    const failed = await part('chatserver');
    expect(failed).toMatchObject({
      status: 'failed',
      message: 'The chat server cannot be reached',
    });
    expect(Date.parse(failed['since']!)).toBeGreaterThan(Date.parse(before['since']!));
    expect(await part('chatserver')).toEqual(failed);
    chatServer.away = false;
    expect(await part('chatserver')).toMatchObject({ status: 'ok' });
  });

  it('needs credentials', async () => {
    const reply = await api.send('GET', '/system/health', { authorization: null });
    expect(reply.status).toBe(401);
  });
});

describe.each(CHECKS)('%s', (path) => {
  it('passes with an empty response', async () => {
    expect(await api.call('GET', path, 'json')).toMatchObject({ status: 200, text: '' });
    expect((await api.call('HEAD', path, 'json')).status).toBe(200);
  });

  it('needs credentials, unless an operator opens it', async () => {
    expect((await api.send('GET', path, { authorization: null })).status).toBe(401);
  });

  it('answers while the API is disabled', async () => {
    await api.setProperty('plugin.restapi.enabled', 'false');
    try {
      expect((await api.call('GET', path, 'json')).status).toBe(200);
      expect((await api.call('GET', '/users', 'json')).status).toBe(403);
    } finally {
      await api.setProperty('plugin.restapi.enabled', 'true');
    }
  });

  it('cannot be posted to', async () => {
    const reply = await api.call('POST', path, 'json');
    expect(reply).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
});

it('unknown checks are 404', async () => {
  for (const path of ['/system/liveness/nothing', '/system/readiness/nothing', '/system/healthy']) {
    expect((await api.call('GET', path, 'json')).status).toBe(404);
  }
});

it('open health checks require neither credentials nor an allowed address', async () => {
  const open = await TestApi.start({ openHealthChecks: true }, api.database);
  try {
    await open.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
    for (const path of CHECKS) {
      expect((await open.send('GET', path, { authorization: null })).status).toBe(200);
    }
    expect((await open.send('GET', '/users', {})).status).toBe(401);
  } finally {
    // by this instance, which must know of it when the test ends
    await api.setProperty('plugin.restapi.allowedIPs', null);
    await open.close();
  }
});

describe('readiness of connections', () => {
  beforeEach(() => (chatServer.accepting = false));
  const path = '/system/readiness/connections';

  it.each([
    ['?connectionType=SOCKET_C2S', 503],
    ['?connectionType=SOCKET_C2S&encrypted=true', 200],
    ['?connectionType=SOCKET_C2S&encrypted=TRUE', 200],
    ['?connectionType=SOCKET_C2S&encypted=true', 200],
    ['?connectionType=SOCKET_C2S&encypted=true&encrypted=false', 503],
    ['?connectionType=SOCKET_C2S&encrypted=perhaps', 503],
    ['?connectionType=SOCKET_C2S&encrypted=', 503],
    ['?connectionType=SOCKET_S2S', 200],
    ['?connectionType=WEBADMIN', 200],
    ['?connectionType=CONNECTION_MANAGER&encrypted=true', 200],
    ['?encrypted=true', 503],
    ['?connectionType=', 503],
    ['/SOCKET_C2S', 503],
    ['/SOCKET_C2S/true', 200],
    ['/SOCKET_C2S/false', 503],
    ['/BOSH_C2S', 200],
    ['?connectionType=socket_c2s', 400],
    ['/nothing', 400],
  ])('%s is %i', async (question, status) => {
    expect((await api.call('GET', `${path}${question}`, 'json')).status).toBe(status);
  });

  it.each(forms)('names the listener that fails, as %s', async (form) => {
    const reply = await api.call('GET', `${path}?connectionType=SOCKET_C2S`, form);
    expect(reply.text).toEqual(
      errorText(
        form,
        'ServiceUnavailableException',
        'Check failed: readiness/connections (SOCKET_C2S unencrypted)',
        `/plugins/restapi/v1${path}`,
      ),
    );
  });

  it.each(forms)('refuses an unknown type, as %s', async (form) => {
    const reply = await api.call('GET', `${path}?connectionType=socket_c2s`, form);
    expect(reply.text).toEqual(
      errorText(
        form,
        'IllegalArgumentException',
        'Invalid value for parameter connectionType: socket_c2s',
        `/plugins/restapi/v1${path}`,
      ),
    );
  });

  it('fails every listener of an unavailable chat server', async () => {
    chatServer.away = true;
    expect((await api.call('GET', `${path}/SOCKET_S2S`, 'json')).status).toBe(503);
    expect((await api.call('GET', `${path}/WEBADMIN`, 'json')).status).toBe(200);
  });

  it('passes while another chat server is about to take over', async () => {
    Object.assign(chatServer, { away: false, accepting: true });
    expect((await api.call('GET', path, 'json')).status).toBe(200);
    chatServer.away = true;
    await api.database.sql(`insert into engine_node
      (node, kind, version, address, state, joined_at, renewed_at)
      values ('a', 'prosody', '13.0.1', 'http://a:5280', 'waiting', now(), now())`);
    expect((await api.call('GET', path, 'json')).status).toBe(200);
    await api.database.sql('delete from engine_node');
    expect((await api.call('GET', path, 'json')).status).toBe(503);
  });
});

describe('the management listener', () => {
  const get = async (path: string, method = 'GET') => {
    const reply = await fetch(new URL(path, api.managementUrl), { method });
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      text: await reply.text(),
    };
  };

  it('answers probes without credentials', async () => {
    expect(await get('/livez')).toEqual({ status: 200, type: 'text/plain', text: 'ok\n' });
    expect(await get('/readyz')).toEqual({ status: 200, type: 'text/plain', text: 'ok\n' });
    expect(await get('/startedz')).toEqual({ status: 200, type: 'text/plain', text: 'ok\n' });
    expect(await get('/readyz?for=reads')).toMatchObject({ status: 200 });
    expect(await get('/readyz', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it('names the readiness check that fails', async () => {
    chatServer.accepting = false;
    expect(await get('/readyz')).toMatchObject({
      status: 503,
      text: 'readiness/connections (SOCKET_C2S unencrypted)\n',
    });
    expect((await get('/livez')).status).toBe(200);
  });

  it('is exempt from the redirect, and reports it', async () => {
    await api.setProperty('adminConsole.access.allow-wildcards-in-excludes', 'false');
    try {
      expect((await get('/livez')).status).toBe(200);
      expect(await get('/readyz')).toMatchObject({
        status: 503,
        text: 'readiness/server (access)\n',
      });
      expect((await api.call('GET', '/system/liveness', 'json')).status).toBe(302);
    } finally {
      await api.setProperty('adminConsole.access.allow-wildcards-in-excludes', 'true');
    }
  });

  it('counts requests by route template, never by name', async () => {
    await api.call('GET', '/users/somebody-in-particular', 'json');
    const { status, type, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(type).toContain('text/plain');
    expect(text).toMatch(
      /http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/plugins\/restapi\/v1\/users\/:username",http_response_status_code="404"\} 1/,
    );
    expect(text).not.toContain('somebody-in-particular');
    expect(text).toContain('chat_admin_objects{kind="users"} 0');
    expect(text).toContain('db_client_connections{state="idle"}');
    expect(text).toContain('chat_admin_refused_requests_total{reason="NotAuthorizedException"}');
  });

  it('has nothing else', async () => {
    expect((await get('/users')).status).toBe(404);
    expect((await get('/livez', 'POST')).status).toBe(405);
  });
});

it('readiness fails while the app is stopping, liveness does not', async () => {
  const stopping = await TestApi.start({ drainDelayMs: 500 }, api.database);
  const probe = async (path: string) => (await fetch(new URL(path, stopping.managementUrl))).status;
  expect(await probe('/readyz')).toBe(200);
  const closed = stopping.close();
  expect(await probe('/readyz')).toBe(503);
  expect(await probe('/livez')).toBe(200);
  const drained = await stopping.call('GET', '/users', 'json');
  expect(drained).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
});
