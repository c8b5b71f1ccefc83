import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { API_ROOT } from '../../src/http/api-root.js';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';

const KIBI = 1024;
const LARGEST = 256 * KIBI;

let api: TestApi;
let bodies: BodyBudget;
const sockets: Socket[] = [];
beforeEach(async () => {
  bodies = new BodyBudget(LARGEST, 4 * LARGEST);
  api = await TestApi.start({ maxBodyBytes: LARGEST, trustedProxies: ['127.0.0.1'] }, undefined, {
    bodies,
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  return api.stop();
});

/** Starts to send a body whose last byte does not arrive. */
function begin(address: string, credentials = TEST_SECRET): void {
  const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
  sockets.push(socket.on('error', () => undefined).resume());
  const head = [
    `POST ${API_ROOT}/users HTTP/1.1`,
    'Host: x',
    `Authorization: ${credentials}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${LARGEST}`,
  ];
  socket.write([...head, '', ' '.repeat(LARGEST - 1)].join('\r\n'));
}

async function untilHeld(bytes: number): Promise<void> {
  while (bodies.heldBytes !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

function createUser(username: string, address: string, gzip = false) {
  const text = JSON.stringify({ username, password: 'p1-secret', x: 'x'.repeat(LARGEST / 2) });
  return api.send('POST', '/users', {
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body: gzip ? gzipSync(text) : text,
  });
}

it('unfinished bodies of one caller take up to half of the budget, and others are served', async () => {
  for (let sent = 0; sent < 60; sent += 1) begin('192.0.2.1');
  await untilHeld(2 * LARGEST);
  expect((await createUser('ola', '192.0.2.2')).status).toBe(201);
  for (const socket of sockets) socket.destroy();
  await untilHeld(0);
  expect((await createUser('zoe', '192.0.2.1')).status).toBe(201);
});

it('unauthenticated callers hold nothing', async () => {
  for (let sent = 0; sent < 60; sent += 1) begin('192.0.2.1', 'wrong');
  expect((await createUser('ola', '192.0.2.2')).status).toBe(201);
  await untilHeld(0);
});

it('everything is released after responses of every kind', async () => {
  const users = '/users';
  const json = { 'Content-Type': 'application/json' };
  const statuses = [
    await createUser('ola', '192.0.2.1', true),
    await createUser('ola', '192.0.2.1'),
    await api.send('POST', users, { headers: json, body: '{' }),
    await api.send('POST', users, { headers: json, body: ' '.repeat(LARGEST + 1) }),
    await api.send('POST', users, {
      headers: { ...json, 'Content-Encoding': 'gzip' },
      body: gzipSync(' '.repeat(LARGEST + 1)),
    }),
    await api.send('POST', users, {
      headers: { ...json, 'Content-Encoding': 'gzip' },
      body: 'no gzip',
    }),
    await api.send('POST', users, { headers: { 'Content-Type': 'text/plain' }, body: 'x' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 409, 400, 413, 413, 400, 415]);
  await untilHeld(0);
});
