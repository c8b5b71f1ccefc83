import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Attempt } from '@chat-admin/domain/webhooks/webhook-management';
import { WebhookNetworks } from './webhook-networks.js';
import { WebhookRequests } from './webhook-requests.js';

/** Whoever is slow takes longer than any of these; others answer at once. */
const TIMEOUT_MS = 200;
const networks = new WebhookNetworks(['127.0.0.1']);

let server: Server;
let sockets: Socket[];
let say: (socket: Socket) => void;
let requests: WebhookRequests;

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  requests = new WebhookRequests(networks, async () => ['127.0.0.1'], TIMEOUT_MS);
});
afterEach(async () => {
  requests.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const attemptAt = (host: string, scheme = 'http'): Attempt => ({
  url: `${scheme}://${host}:${(server.address() as AddressInfo).port}/hook`,
  id: 'msg_3_1',
  secrets: [`whsec_${'A'.repeat(43)}=`],
  event: {
    ...{ id: 1, type: 'user.created', timestamp: new Date(0), actor: 'secret', source: 'api' },
    ...{ request: null, object: '/users/ola', previous: null, changed: [], added: [], removed: [] },
    ...{ more: 0, traceparent: null },
  },
});

it('a receiver that takes the request and says nothing has not answered in time', async () => {
  say = () => undefined;
  expect(await requests.attempt(attemptAt('127.0.0.1'))).toEqual({ error: 'timeout' });
  expect(sockets).toHaveLength(1);
});

it('nor has one that says less than a status line', async () => {
  say = (socket) => socket.write('HTTP/1.1 2');
  expect(await requests.attempt(attemptAt('127.0.0.1'))).toEqual({ error: 'timeout' });
});

it('nor one that says nothing to the greeting of TLS', async () => {
  say = () => undefined;
  expect(await requests.attempt(attemptAt('127.0.0.1', 'https'))).toEqual({ error: 'timeout' });
});

it('nor one whose name nobody has found yet', async () => {
  const never = () => new Promise<never>(() => undefined);
  const lost = new WebhookRequests(networks, never, TIMEOUT_MS);
  expect(await lost.attempt(attemptAt('hooks.example'))).toEqual({ error: 'timeout' });
  expect(sockets).toEqual([]);
  lost.close();
});

it('the status counts as soon as it has come, whatever becomes of the rest', async () => {
  say = (socket) =>
    socket.write('HTTP/1.1 503 Away\r\nRetry-After: 60\r\nContent-Length: 9\r\n\r\nnot');
  expect(await requests.attempt(attemptAt('hooks.example'))).toEqual({
    ...{ responseStatus: 503, retryAfter: 60 },
  });
});

it.each([
  ['what is no HTTP', 'SSH-2.0-x\r\n'],
  ['the end', ''],
])('%s is a failed connection', async (_what, text) => {
  say = (socket) => socket.end(text);
  expect(await requests.attempt(attemptAt('127.0.0.1'))).toEqual({ error: 'connection failed' });
});

it('a name that nobody has, and one that means an address which is not allowed, are not dialled', async () => {
  const unknown = new WebhookRequests(networks, () => Promise.reject(new Error()), TIMEOUT_MS);
  expect(await unknown.attempt(attemptAt('hooks.example'))).toEqual({ error: 'name not found' });
  const inside = new WebhookRequests(new WebhookNetworks([]), async () => ['127.0.0.1'], 5_000);
  expect(await inside.attempt(attemptAt('hooks.example', 'https'))).toEqual({
    error: 'address not allowed',
  });
  expect(sockets).toEqual([]);
});
