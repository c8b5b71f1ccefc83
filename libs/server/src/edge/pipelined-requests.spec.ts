import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { inTurn } from './pipelined-requests.js';

let server: Server;
let begun: { readonly url: string; readonly response: ServerResponse }[];
let whenBegun: () => void;

beforeEach(async () => {
  begun = [];
  whenBegun = () => undefined;
  server = createServer(({ url }, response) => {
    begun.push({ url: url!, response });
    whenBegun();
  });
  inTurn(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

function open() {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => (received += text)).on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  return { socket, closed };
}

async function beginsOf(count: number): Promise<void> {
  while (begun.length < count) await new Promise<void>((resolve) => (whenBegun = resolve));
}

it('a request begins when those before it on its connection have been answered', async () => {
  const { socket, closed } = open();
  socket.write(get('/1') + get('/2') + get('/3'));
  for (const [index, path] of ['/1', '/2', '/3'].entries()) {
    await beginsOf(index + 1);
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(begun.at(-1)!.url).toBe(path);
    begun.at(-1)!.response.end(`answer to ${path}`);
  }
  socket.end();
  expect((await closed).match(/answer to \/\d/g)).toEqual([
    'answer to /1',
    'answer to /2',
    'answer to /3',
  ]);
});

it('others are served between the requests of one connection', async () => {
  const many = open();
  many.socket.write(get('/one').repeat(50));
  await beginsOf(1);
  const other = open();
  other.socket.write(get('/other'));
  await beginsOf(2);
  expect(begun.map(({ url }) => url)).toEqual(['/one', '/other']);
  many.socket.destroy();
  await many.closed;
});

it('of thousands in one write a hundred wait, and the connection is closed after their answers', async () => {
  whenBegun = () => begun.at(-1)!.response.end('answered');
  const { socket, closed } = open();
  socket.write(get('/').repeat(3000));
  const answers = (await closed).match(/answered/g) ?? [];
  expect(answers).toHaveLength(101);
  expect(begun).toHaveLength(101);
});

it('what waits on a connection that is closed never begins', async () => {
  const { socket, closed } = open();
  socket.write(get('/1') + get('/2'));
  await beginsOf(1);
  const gone = new Promise((resolve) => begun[0]!.response.once('close', resolve));
  socket.destroy();
  await Promise.all([closed, gone]);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(begun).toHaveLength(1);
});
