import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { answerBrokenRequest } from './broken-request.js';
import { takeEveryRequest } from './connection-events.js';

let server: Server;
/** what reached the app */
let received: string[];
let answer: (request: IncomingMessage, reply: ServerResponse, body: string) => void;

beforeAll(async () => {
  server = createServer((request, reply) => {
    let body = '';
    request.setEncoding('latin1').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push(`${request.method} ${request.url} ${body}`.trimEnd());
      answer(request, reply, body);
    });
  });
  server.on('clientError', answerBrokenRequest);
  takeEveryRequest(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
beforeEach(() => {
  received = [];
  answer = (request, reply) => reply.end(`answer to ${request.url}`);
});

const UPGRADE = 'Connection: keep-alive, Upgrade\r\nUpgrade: websocket';

/** A connection on which each message waits for the response to the previous one. */
class Client {
  private text = '';
  private changed: () => void = () => undefined;
  private readonly socket: Socket;

  constructor() {
    const { port } = server.address() as AddressInfo;
    this.socket = connect(port, '127.0.0.1').setEncoding('latin1');
    this.socket.on('data', (piece: string) => {
      this.text += piece;
      this.changed();
    });
    this.socket.on('error', () => undefined).on('close', () => this.changed());
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Everything received so far, once it contains `part`. */
  async until(part: string): Promise<string> {
    while (!this.text.includes(part)) {
      if (this.socket.closed) throw new Error(`closed after ${this.text}`);
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
    return this.text;
  }

  async closed(): Promise<string> {
    while (!this.socket.closed) await new Promise<void>((resolve) => (this.changed = resolve));
    return this.text;
  }

  end(): void {
    this.socket.destroy();
  }
}

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');

describe('an upgrade', () => {
  it('is ignored: the connection continues, and a broken request after it is answered', async () => {
    const client = new Client();
    client.send(get('/1', UPGRADE));
    expect(await client.until('answer to /1')).toContain('Connection: keep-alive');
    client.send(get('/2', UPGRADE));
    await client.until('answer to /2');
    client.send('nonsense\r\n\r\n');
    expect(await client.closed()).toMatch(/HTTP\/1\.1 400 .*Could not read the request</s);
    expect(received).toEqual(['GET /1', 'GET /2']);
  });

  it('keeps its body, wherever it is split', async () => {
    const request = `POST /body HTTP/1.1\r\nHost: a\r\n${UPGRADE}\r\nContent-Length: 10\r\n\r\n0123456789`;
    for (const cut of [request.length - 10, request.length - 4, request.length]) {
      const client = new Client();
      client.send(request.slice(0, cut));
      if (cut < request.length) {
        await new Promise((resolve) => setImmediate(resolve));
        client.send(request.slice(cut));
      }
      await client.until('answer to /body');
      client.end();
    }
    expect(received).toEqual(Array(3).fill('POST /body 0123456789'));
  });

  it('does not swallow pipelined requests', async () => {
    const client = new Client();
    client.send(get('/1') + get('/2', UPGRADE) + get('/3') + get('/4', UPGRADE) + get('/5'));
    const text = await client.until('answer to /5');
    expect(text.match(/answer to \/\d/g)).toEqual([1, 2, 3, 4, 5].map((n) => `answer to /${n}`));
    client.end();
  });

  it('waits for earlier responses', async () => {
    const slow = new Promise<ServerResponse>((resolve) => {
      answer = (request, reply) =>
        request.url === '/slow' ? resolve(reply) : reply.end(`answer to ${request.url}`);
    });
    const client = new Client();
    client.send(get('/slow') + get('/next', UPGRADE));
    (await slow).end('answer to /slow');
    expect((await client.until('answer to /next')).indexOf('answer to /slow')).toBeGreaterThan(0);
    client.end();
  });

  it('leaves no listeners behind', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    const client = new Client();
    for (let turn = 0; turn < 30; turn += 1) {
      client.send(get(`/turn-${turn}-`, UPGRADE));
      await client.until(`answer to /turn-${turn}-`);
    }
    client.end();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('tolerates a client that disconnects before its turn', async () => {
    const slow = new Promise<ServerResponse>((resolve) => {
      answer = (_request, reply) => resolve(reply);
    });
    const client = new Client();
    client.send(get('/slow') + get('/next', UPGRADE));
    const reply = await slow;
    client.end();
    const gone = new Promise((resolve) => reply.on('close', resolve));
    // nobody reads on this connection, so only a write detects it
    const write = (): unknown => reply.write('more', (error) => error ?? write());
    write();
    await gone;
    expect(received).toEqual(['GET /slow']);
  });
});

it('CONNECT is 501 with an error document', async () => {
  const client = new Client();
  client.send('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
  expect(await client.closed()).toMatch(
    /^HTTP\/1\.1 501 Not Implemented\r\nConnection: close\r\n.*<exception>NotImplementedException</s,
  );
});

it('HTTP/2 with prior knowledge is 400', async () => {
  const client = new Client();
  client.send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  expect(await client.closed()).toMatch(/^HTTP\/1\.1 400 /);
});

it('a broken request is answered after the one before it', async () => {
  const slow = new Promise<ServerResponse>((resolve) => {
    answer = (_request, reply) => resolve(reply);
  });
  const client = new Client();
  client.send(`${get('/slow')}nonsense\r\n\r\n`);
  (await slow).end('answer to /slow');
  expect(await client.closed()).toMatch(/^HTTP\/1\.1 200 .*answer to \/slowHTTP\/1\.1 400 /s);
});

it('a truncated body is 400 immediately', async () => {
  const client = new Client();
  client.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n');
  expect(await client.closed()).toMatch(/^HTTP\/1\.1 400 /);
});

it('a body truncated after its response ends the connection without another one', async () => {
  server.once('request', (_request, reply) => reply.end('early'));
  const client = new Client();
  client.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  await client.until('early');
  client.send('x\r\n');
  expect((await client.closed()).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});
