import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { strangersBudget } from '@chat-admin/server/edge/strangers-budget';
import { API_ROOT } from '../../src/http/api-root.js';
import { SIGN_IN_BYTES } from '../../src/http/wire-edge.js';
import { makeKey } from '../support/keys.js';
import { parseReply } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, TestApi } from '../support/test-api.js';

const KIBI = 1024;
const LARGEST = 256 * KIBI;
/** no test takes as long */
const NEVER_MS = 600_000;

let api: TestApi;
let bodies: BodyBudget;
let strangers: BodyBudget;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  return api.stop();
});

async function start(stallMs = NEVER_MS): Promise<void> {
  bodies = new BodyBudget(LARGEST, { totalBytes: 4 * LARGEST, stallMs });
  strangers = strangersBudget(SIGN_IN_BYTES, { totalBytes: 16 * SIGN_IN_BYTES, stallMs });
  const settings = { maxBodyBytes: LARGEST, trustedProxies: ['127.0.0.1'] };
  api = await TestApi.start(settings, undefined, { bodies, strangers });
}

interface Sent {
  /** default: JSON */
  readonly type?: string;
  readonly length?: number;
  readonly bytes: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** Starts to send a body. */
function send(
  path: string,
  { type = 'application/json', length = LARGEST, bytes, headers = [] }: Sent,
) {
  const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
  sockets.push(socket.on('error', () => undefined));
  const head = [
    `POST ${API_ROOT}${path} HTTP/1.1`,
    'Host: x',
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    ...headers,
  ];
  socket.write([...head, '', ''].join('\r\n'));
  if (bytes.length > 0) socket.write(bytes);
  return socket;
}

const ADMITTED = [`Authorization: ${TEST_SECRET}`];
const from = (address: string) => `X-Forwarded-For: ${address}`;

/** Starts to send a body whose last byte does not arrive. */
function begin(address: string, credentials = TEST_SECRET): void {
  const headers = [`Authorization: ${credentials}`, from(address)];
  send('/users', { bytes: ' '.repeat(LARGEST - 1), headers }).resume();
}

function beginToSignIn(address: string, sent = SIGN_IN_BYTES - 1): void {
  const bytes = ' '.repeat(sent);
  send('/session', { length: SIGN_IN_BYTES, bytes, headers: [from(address)] }).resume();
}

/** @returns the answer, once the server has closed the connection */
async function answer(socket: Socket): Promise<ReturnType<typeof parseReply>> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return parseReply(Buffer.concat(chunks).toString('latin1'));
}

async function untilHeld(bytes: number, budget = bodies): Promise<void> {
  while (budget.heldBytes !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

function createUser(username: string, authorization = TEST_SECRET, gzip = false) {
  const text = JSON.stringify({ username, password: 'p1-secret', x: 'x'.repeat(LARGEST / 2) });
  return api.send('POST', '/users', {
    authorization,
    headers: {
      'Content-Type': 'application/json',
      ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body: gzip ? gzipSync(text) : text,
  });
}

const signIn = (body: object | Uint8Array, headers = {}) =>
  api.send('POST', '/session', {
    authorization: null,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });

it('unfinished bodies of one principal take up to half of the budget, from whatever addresses', async () => {
  await start();
  const { bearer } = await makeKey(api, ['users:write']);
  for (let sent = 0; sent < 60; sent += 1) begin(`192.0.2.${sent}`);
  while (bodies.heldBytes <= LARGEST) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await createUser('ola', bearer)).status).toBe(201);
  expect(bodies.heldBytes).toBeLessThanOrEqual(2 * LARGEST);
  for (const socket of sockets) socket.destroy();
  await untilHeld(0);
  expect((await createUser('zoe')).status).toBe(201);
});

it('unauthenticated callers hold nothing', async () => {
  await start();
  for (let sent = 0; sent < 60; sent += 1) begin('192.0.2.1', 'wrong');
  expect((await createUser('ola')).status).toBe(201);
  await untilHeld(0);
});

it('a body holds what has come of it, not what it announces', async () => {
  await start();
  for (let sent = 0; sent < 60; sent += 1) send('/users', { bytes: '{', headers: ADMITTED });
  await untilHeld(60);
  expect((await createUser('ola')).status).toBe(201);
});

it('idle connections that sign in keep nobody from writing', async () => {
  await start();
  const refused = ['192.0.2.1', '192.0.2.2'].flatMap((address) =>
    Array.from({ length: 4 }, () =>
      send('/session', {
        length: 10 * KIBI * KIBI,
        bytes: ' '.repeat(20 * KIBI),
        headers: [from(address)],
      }),
    ),
  );
  await Promise.all(refused.map((socket) => new Promise((done) => socket.once('data', done))));
  for (let sent = 0; sent < 4; sent += 1) beginToSignIn('192.0.2.1');
  await untilHeld(2 * (SIGN_IN_BYTES - 1), strangers);
  expect(bodies.heldBytes).toBe(0);
  expect((await createUser('ola')).status).toBe(201);
});

it('who signs in has 16 KiB, inflated too', async () => {
  await start();
  const padded = (bytes: number) => Buffer.from('{"username":"ola"}'.padEnd(bytes));
  const zip = { 'Content-Encoding': 'gzip' };
  const replies = [
    await signIn(padded(SIGN_IN_BYTES)),
    await signIn(padded(SIGN_IN_BYTES + 1)),
    await signIn(gzipSync(padded(SIGN_IN_BYTES)), zip),
    await signIn(gzipSync(padded(SIGN_IN_BYTES + 1)), zip),
  ];
  expect(replies.map(({ status }) => status)).toEqual([401, 413, 401, 413]);
  await untilHeld(0, strangers);
});

/** Takes an eighth of the room for those who sign in. */
async function fill(address: string): Promise<void> {
  const before = strangers.heldBytes;
  beginToSignIn(address);
  beginToSignIn(address);
  await untilHeld(before + 2 * (SIGN_IN_BYTES - 1), strangers);
}

it('unfinished sign-ins of many addresses keep nobody from signing in', async () => {
  await start();
  const password = 'p1-secret'.padEnd(1023, 'x');
  await createUser('admin');
  for (let address = 1; address <= 8; address += 1) await fill(`192.0.2.${address}`);
  const honest = async () => {
    const replies = [
      await signIn({ username: 'admin', password }),
      await signIn({ username: 'admin', password }, { 'X-Forwarded-For': '192.0.2.1' }),
      await signIn(Buffer.from('{"username":"admin"}'.padEnd(4 * KIBI))),
      await signIn(gzipSync(JSON.stringify({ username: 'admin', password })), {
        'Content-Encoding': 'gzip',
      }),
      await signIn({ username: 'admin', password: 'p1-secret' }),
    ];
    return replies.map(({ status }) => status);
  };
  expect(await honest()).toEqual([401, 401, 401, 401, 201]);
  const large = strangers.heldBytes;
  for (let sent = 0; sent < 100; sent += 1) beginToSignIn(`192.0.2.${sent}`, 4 * KIBI);
  await untilHeld(large + 100 * 4 * KIBI, strangers);
  expect(await honest()).toEqual([401, 401, 401, 401, 201]);
});

it('a large sign-in while those of an address, or all, have taken the room is told at once', async () => {
  await start();
  await fill('192.0.2.1');
  const body = { username: 'ola', password: 'x'.repeat(5000) };
  expect((await signIn(body, { 'X-Forwarded-For': '192.0.2.1' })).status).toBe(503);
  expect((await signIn(body, { 'X-Forwarded-For': '192.0.2.9' })).status).toBe(401);
  for (let address = 2; address <= 8; address += 1) await fill(`192.0.2.${address}`);
  const reply = await signIn(body, { Accept: 'application/json' });
  expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  const busy = 'Too much work is waiting, try again later';
  expect(reply.text).toEqual(
    errorText('json', 'ServiceUnavailableException', busy, `${API_ROOT}/session`),
  );
  expect((await createUser('ola')).status).toBe(201);
});

const ZIPPED = [...ADMITTED, 'Content-Encoding: gzip'];
const JOBS = '/jobs?type=users';

it.each<[string, string, Sent]>([
  ['a body', '/users', { bytes: '{', headers: ADMITTED }],
  ['a body without a byte', '/users', { bytes: '', headers: ADMITTED }],
  ['a compressed body', '/users', { bytes: gzipSync('{}').subarray(0, 12), headers: ZIPPED }],
  ['a sign-in', '/session', { bytes: '{', length: 100 }],
  ['an upload', JOBS, { type: 'text/csv', bytes: 'username\nola\n', headers: ADMITTED }],
  [
    'a compressed upload',
    JOBS,
    { type: 'text/csv', bytes: gzipSync('username').subarray(0, 12), headers: ZIPPED },
  ],
])('%s that brings nothing any longer is ended with 408', async (_what, path, sent) => {
  await start(20);
  const reply = await answer(send(path, sent));
  expect(reply).toMatchObject({ status: 408, headers: { connection: 'close' } });
  expect(reply.text).toEqual(
    errorText(
      sent.type === undefined ? 'json' : 'xml',
      'RequestTimeoutException',
      'The request did not arrive in time',
      `${API_ROOT}${path.replace(/\?.*/, '')}`,
    ),
  );
  expect(bodies.heldBytes + strangers.heldBytes).toBe(0);
  expect(await api.database.sql('select from job')).toEqual([]);
});

it('everything is released after responses of every kind', async () => {
  await start();
  const users = '/users';
  const json = { 'Content-Type': 'application/json' };
  const statuses = [
    await createUser('ola', TEST_SECRET, true),
    await createUser('ola'),
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
