import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ConnectionsOnClose } from './connections-on-close.js';

let server: Server;
let connections: ConnectionsOnClose;
let graceMs: number;
let isDraining: boolean;
/** how many connections each closing has cut off */
let cutOff: number[];
/** the requests that wait for their responses */
let requests: { request: IncomingMessage; response: ServerResponse }[];
let arrived: () => void;

beforeEach(async () => {
  requests = [];
  graceMs = 60_000;
  isDraining = false;
  cutOff = [];
  server = createServer((request, response) => {
    requests.push({ request, response });
    arrived();
  });
  connections = new ConnectionsOnClose(server, {
    get graceMs() {
      return graceMs;
    },
    isDraining: () => isDraining,
    cutOff: (amount) => cutOff.push(amount),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const close = () => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.end();
  return closed;
};

async function connected(): Promise<Socket> {
  const accepted = new Promise((resolve) => server.once('connection', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
  return socket;
}

/** The responses that it waits for. */
async function send(socket: Socket, ...paths: string[]): Promise<ServerResponse[]> {
  const all = new Promise<void>((resolve) => {
    arrived = () => requests.length === paths.length && resolve();
  });
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  await all;
  return requests.map(({ response }) => response);
}

it('ends a connection on which nothing was sent', async () => {
  const silent = await connected();
  await close();
  expect(await text(silent)).toBe('');
});

it('ends a connection in the middle of the head of a request', async () => {
  const slow = await connected();
  slow.write('GET / HTTP/1.1\r\nHost');
  await close();
  expect(await text(slow)).toBe('');
});

it('ends a connection that keeps alive after the response that had begun', async () => {
  const client = await connected();
  const [response] = await send(client, '/');
  response!.write('begun, ');
  const closed = close();
  response!.end('ended');
  await closed;
  const received = await text(client);
  expect(received).toContain('Connection: keep-alive');
  expect(received).toMatch(/begun, .*ended/s);
});

it('ends a connection after all of its responses', async () => {
  const client = await connected();
  const responses = await send(client, '/1', '/2');
  const closed = close();
  for (const [index, response] of responses.entries()) response.end(`answer ${index}`);
  await closed;
  expect((await text(client)).match(/answer \d/g)).toEqual(['answer 0', 'answer 1']);
});

it('ends one that is idle', async () => {
  const client = await connected();
  const [response] = await send(client, '/');
  response!.end('answer');
  await new Promise((resolve) => response!.once('close', resolve));
  await close();
  expect(await text(client)).toContain('answer');
});

it('a client that goes before its response does not keep the server open', async () => {
  const client = await connected();
  await send(client, '/');
  client.destroy();
  await close();
});

it('a response that has not begun says that it is the last', async () => {
  const client = await connected();
  const [response] = await send(client, '/');
  const closed = close();
  response!.end('answer');
  await closed;
  expect(await text(client)).toContain('Connection: close');
});

it('of the responses while it drains, the last of those that are due says so', async () => {
  const client = await connected();
  isDraining = true;
  const [first, second] = await send(client, '/1', '/2');
  first!.end('answer');
  second!.end('answer');
  const received = await text(client);
  expect(received.match(/Connection: \S+/g)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ]);
});

it('cuts off what takes longer than the grace', async () => {
  graceMs = 0;
  const [slow, other] = [await connected(), await connected()];
  await send(slow, '/');
  await close();
  expect(await text(slow)).toBe('');
  expect(await text(other)).toBe('');
  expect(cutOff).toEqual([1]);
});

it('answers what was sent before it closes', async () => {
  const client = await connected();
  arrived = () => requests[0]!.response.end('answer');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await close();
  expect(await text(client)).toContain('answer');
});
