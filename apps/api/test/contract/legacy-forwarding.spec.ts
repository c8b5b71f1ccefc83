import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import { exchangeOne, head } from '../support/raw-http.js';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A fake user service: records requests and answers as instructed. */
let received: Received[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let upstream: Server;
let api: TestApi;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  api = await TestApi.start({
    legacyUrl: `http://127.0.0.1:${port}`,
    trustedProxies: ['127.0.0.1'],
  });
});
afterAll(async () => {
  await api.stop();
  await new Promise((resolve) => upstream.close(resolve));
});
beforeEach(() => {
  received = [];
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml; charset=UTF-8', 'X-Own': 'yes' });
    response.end('<result>OK</result>');
  };
});

const send = (method: string, target: string, call = {}): Promise<Reply> =>
  api.sendTo(method, target, { authorization: null, ...call });

describe.each(USERSERVICE_ADDRESSES)('%s', (address) => {
  it('is forwarded with method, query, headers and body unchanged', async () => {
    const body = Buffer.from('type=add&name=%ff&\u0001');
    const reply = await send('POST', `${address}/?a=%zz&b=+&a=1`, {
      body,
      headers: {
        'Content-Type': 'nonsense; x',
        Accept: 'text/html',
        Authorization: 'x',
        'X-Forwarded-For': '198.51.100.7, 203.0.113.1',
        'X-Request-Id': 'abc',
        'X-Forwarding-Token': 'guessed-by-a-client',
        Connection: 'close, X-Hop',
        'X-Hop': '1',
      },
    });
    expect(reply).toMatchObject({ status: 200, text: '<result>OK</result>' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/xml; charset=UTF-8',
      'x-own': 'yes',
    });
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: `${address}/?a=%zz&b=+&a=1`,
        headers: {
          'content-type': 'nonsense; x',
          'content-length': String(body.length),
          accept: 'text/html',
          authorization: 'x',
          'x-forwarded-for': '198.51.100.7, 203.0.113.1, 203.0.113.1',
          'x-request-id': 'abc',
        },
        body: body.toString(),
      },
    ]);
    expect(received[0]!.headers).not.toHaveProperty('x-hop');
    expect(received[0]!.headers).not.toHaveProperty('x-forwarding-token');
  });

  it('is forwarded for every method', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])
      expect((await send(method, address)).status).toBe(200);
    expect(received.map(({ method }) => method).join()).toBe(
      'GET,HEAD,PUT,DELETE,OPTIONS,PATCH,PROPFIND',
    );
    expect(received[0]!.headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});

const [ADDRESS] = USERSERVICE_ADDRESSES;

it('bypasses the gate of the API', async () => {
  for (const [key, value] of [
    ['adminConsole.access.allow-wildcards-in-excludes', 'false'],
    ['plugin.restapi.enabled', 'false'],
    ['plugin.restapi.allowedIPs', '192.0.2.1'],
  ] as const) {
    await api.setProperty(key, value);
    expect(await send('GET', ADDRESS)).toMatchObject({ status: 200 });
  }
  for (const [key, value] of [
    ['adminConsole.access.allow-wildcards-in-excludes', 'true'],
    ['plugin.restapi.enabled', 'true'],
    ['plugin.restapi.allowedIPs', null],
  ] as const)
    await api.setProperty(key, value);
  expect(await api.audited()).toEqual([]);
});

it.each([`${ADDRESS}/x`, `${ADDRESS}//`, '/plugins/userservice/userservice'])(
  '%s is not forwarded',
  async (target) => {
    expect((await send('GET', target)).status).toBe(404);
    expect(received).toEqual([]);
  },
);

it('a chunked body is forwarded, and one of a GET cannot become a request', async () => {
  const chunks = '5\r\na=b&c\r\n0\r\n\r\n';
  await exchangeOne(api, head(`POST ${ADDRESS} HTTP/1.1`, 'Transfer-Encoding: chunked') + chunks);
  const smuggled = `GET ${ADDRESS}?smuggled HTTP/1.1\r\nHost: x\r\n\r\n`;
  const get = `GET http://x${ADDRESS}?q HTTP/1.1\r\nHost: x\r\nConnection: close, Content-Length\r\nContent-Length: ${smuggled.length}\r\n\r\n`;
  await exchangeOne(api, get + smuggled);
  expect(received.map(({ url, body }) => ({ url, body }))).toEqual([
    { url: ADDRESS, body: 'a=b&c' },
    { url: `${ADDRESS}?q`, body: smuggled },
  ]);
});

it('a truncated response is passed on as truncated', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 });
    response.write('<result>');
    response.socket!.end();
  };
  await expect(send('GET', ADDRESS)).rejects.toThrow();
});

it('a service at a socket of Unix gets the token that it shares with the API', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forwarding-'));
  const path = join(folder, 'userservice.sock');
  const seen: (string | string[] | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers['x-forwarding-token']);
    response.end('<result>OK</result>');
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const settings = { legacyUrl: `unix:${path}`, forwardingToken: 'token-of-the-tests' };
  const sharing = await TestApi.start(settings, api.database);
  const headers = { 'X-Forwarding-Token': 'guessed-by-a-client' };
  expect((await sharing.sendTo('GET', ADDRESS, { headers })).text).toBe('<result>OK</result>');
  expect(seen).toEqual(['token-of-the-tests']);
  await sharing.close();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

it('a service that closes without a response is 503 with an error document', async () => {
  answer = (_request, response) => void response.socket!.destroy();
  for (const [method, body] of [
    ['GET', undefined],
    ['POST', 'x=y'],
  ] as const) {
    const reply = await send(method, `${ADDRESS}?secret=sesame`, { body });
    expect(reply.status).toBe(503);
    expect(reply.headers['content-type']).toBe('application/xml');
    expect(reply.text).toContain(
      `<error><exception>ServiceUnavailableException</exception><message>The user service cannot be reached</message><resource>${ADDRESS}</resource></error>`,
    );
  }
});

it('an unavailable service is 503', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const alone = await TestApi.start({ legacyUrl: `http://127.0.0.1:${port}/` });
  expect((await alone.sendTo('POST', ADDRESS, { body: 'x'.repeat(100_000) })).status).toBe(503);
  await alone.stop();
});

it('without LEGACY_URL the addresses are unknown', async () => {
  const alone = await TestApi.start();
  for (const address of USERSERVICE_ADDRESSES)
    expect((await alone.sendTo('GET', address)).status).toBe(404);
  await alone.stop();
});

it('a response before the end of a large body leaves no connection open', async () => {
  const hasty = createServer((_request, response) => {
    response.writeHead(413, { Connection: 'close' });
    response.end('too large');
  });
  await new Promise<void>((resolve) => hasty.listen(0, '127.0.0.1', resolve));
  const { port } = hasty.address() as AddressInfo;
  const stopping = await TestApi.start({ legacyUrl: `http://127.0.0.1:${port}` }, api.database);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Connection: 'keep-alive' };
  const body = Buffer.alloc(3 * 1024 * 1024, 'a');
  const reply = await stopping
    .sendTo('POST', ADDRESS, { authorization: null, headers, body })
    .catch(() => ({ status: 0 }));
  expect([413, 503, 0]).toContain(reply.status);
  await stopping.close();
  expect(await new Promise((resolve) => hasty.close(resolve))).toBeUndefined();
});
