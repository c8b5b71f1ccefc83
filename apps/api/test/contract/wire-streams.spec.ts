import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { API_ROOT } from '../../src/http/api-root.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, TestApi } from '../support/test-api.js';

const USERS = 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ trustedProxies: ['127.0.0.1'] });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.database.sql(
    `insert into user_group (name, description, shared)
     select 'group ' || lpad(n::text, 8, '0'), repeat('x', 200), false from generate_series(1, $1) n`,
    [USERS],
  );
});
afterAll(() => api.stop());

/** Transactions that a list has left open, seen from outside. */
async function openCursors(): Promise<number> {
  const [row] = await api.database.sql(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'chat-admin api' and xact_start is not null`,
  );
  return row!['open'] as number;
}

async function untilCursorsAre(open: number): Promise<void> {
  let last = -1;
  for (let tries = 0; tries < 5000 && last !== open; tries += 1) {
    last = await openCursors();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(last).toBe(open);
}

/** Requests a list and stops reading after its first bytes. */
function beginList(headers: readonly string[] = [], from = api): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(from.baseUrl.port), from.baseUrl.hostname);
    socket.on('error', reject);
    socket.once('data', () => resolve(socket.pause()));
    socket.write(
      [
        `GET ${API_ROOT}/groups HTTP/1.1`,
        'Host: api',
        `Authorization: ${TEST_SECRET}`,
        ...headers,
        '',
        '',
      ].join('\r\n'),
    );
  });
}

it.each([
  ['plain', []],
  ['zipped', ['Accept-Encoding: gzip']],
])('a client that disconnects from a %s list leaves no open cursor', async (_what, headers) => {
  for (let again = 0; again < 5; again += 1) {
    const socket = await beginList(headers);
    if (headers.length === 0) await untilCursorsAre(1);
    socket.destroy();
    await untilCursorsAre(0);
  }
});

it('clients that stop reading do not keep others from reading', async () => {
  const sockets: Socket[] = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    sockets.push(await beginList([`X-Forwarded-For: ${address}`]));
  }
  await untilCursorsAre(3);
  expect((await api.send('GET', '/users/ola')).status).toBe(200);
  expect((await api.send('POST', '/lockouts/ola')).status).toBe(201);
  for (const socket of sockets) socket.destroy();
  await untilCursorsAre(0);
});

it('a caller who does not read gets no further lists, while others do', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.1' };
  const socket = await beginList(['X-Forwarded-For: 192.0.2.1']);
  const [own, other] = await Promise.all([
    api.send('GET', '/groups', { headers }),
    api.send('GET', '/groups', { headers: { 'X-Forwarded-For': '192.0.2.2' } }),
  ]);
  expect(other.status).toBe(200);
  expect(own.status).toBe(503);
  expect(own.headers['retry-after']).toBe('2');
  expect(own.text).toEqual(
    errorText(
      'xml',
      'ServiceUnavailableException',
      'Too many lists are being read',
      `${API_ROOT}/groups`,
    ),
  );
  socket.destroy();
  await untilCursorsAre(0);
  expect((await api.send('GET', '/groups', { headers })).status).toBe(200);
});

it('a client that stops reading a list is disconnected', async () => {
  const withShortTimeout = await TestApi.start({}, api.database, { listTimeoutMs: 300 });
  try {
    const socket = await beginList([], withShortTimeout);
    await untilCursorsAre(0);
    const left = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined).resume();
    await left;
    expect(socket.bytesRead).toBeLessThan(USERS * 200);
    expect((await withShortTimeout.call('GET', '/groups', 'json')).text).toMatch(/\}\]\}$/);
  } finally {
    await withShortTimeout.close();
  }
});

it('HEAD of a list leaves no open cursor', async () => {
  expect((await api.send('HEAD', '/groups')).status).toBe(200);
  await untilCursorsAre(0);
});

it('a refused list opens no cursor', async () => {
  await api.send('GET', '/groups', { headers: { Accept: 'text/html' } });
  expect(await openCursors()).toBe(0);
});

it('a long list is complete in both forms', async () => {
  const json = await api.call('GET', '/groups', 'json');
  const { groups } = JSON.parse(json.text) as { groups: { name: string }[] };
  expect(groups).toHaveLength(USERS);
  expect(new Set(groups.map(({ name }) => name)).size).toBe(USERS);
  const xml = await api.call('GET', '/groups', 'xml');
  expect(xml.text.match(/<group>/g)).toHaveLength(USERS);
  expect(xml.text.endsWith('</groups>')).toBe(true);
});
