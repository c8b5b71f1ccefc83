import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

const LIMIT = 20_000;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ maxBodyBytes: LIMIT });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  const names = Array.from({ length: 1200 }, (_, index) => `user-${index}`);
  await api.database.sql(
    'insert into user_group (name, shared) select name, false from unnest($1::text[]) name',
    [names],
  );
});
afterAll(() => api.stop());

describe('a request body', () => {
  const put = (coding: string | string[], body: Uint8Array): Promise<Reply> =>
    api.send('PUT', '/users/ola', {
      headers: {
        'Content-Type': 'application/json',
        'Content-Encoding': coding,
        Accept: 'application/json',
      },
      body,
    });
  const plain = (name: string): Buffer => Buffer.from(JSON.stringify({ name }));
  const stored = async (): Promise<string> =>
    (JSON.parse((await api.call('GET', '/users/ola', 'json')).text) as { name: string }).name;

  const codings: readonly (readonly [coding: string, body: Buffer, name: string])[] = [
    ['gzip', gzipSync(plain('one')), 'one'],
    ['GZIP', gzipSync(plain('two')), 'two'],
    ['x-gzip', gzipSync(plain('three')), 'three'],
    [' gzip ', Buffer.concat([gzipSync('{"name":'), gzipSync('"four"}')]), 'four'],
    ['identity', plain('five'), 'five'],
    ['', plain('six'), 'six'],
    ...[
      ...['none', 'utf-8', 'UTF-8', 'utf8', 'utf-16', 'us-ascii', 'ascii', 'iso-8859-1'],
      ...['ISO-8859-15', 'windows-1252'],
    ].map((charset) => [charset, plain(`Blåbær ${charset}`), `Blåbær ${charset}`] as const),
  ];
  it.each(codings)('in coding %j is read', async (coding, body, name) => {
    expect(await put(coding, body)).toMatchObject({ status: 200, text: '' });
    expect(await stored()).toBe(name);
  });

  it('in gzip may be XML in UTF-16', async () => {
    const text = Buffer.from('\ufeff<user><name>Blåbær</name></user>', 'utf16le');
    const headers = { 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' };
    expect((await api.send('PUT', '/users/ola', { headers, body: gzipSync(text) })).status).toBe(
      200,
    );
    expect(await stored()).toBe('Blåbær');
  });

  it('in gzip without a type is recognised once inflated', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    const body = gzipSync(plain('seven'));
    expect((await api.send('PUT', '/users/ola', { headers, body })).status).toBe(200);
    expect(await stored()).toBe('seven');
  });

  it.each([
    ['cut off', gzipSync(plain('x')).subarray(0, 20)],
    ['with a wrong checksum', changed(gzipSync(plain('x')), -5)],
    ['with a wrong header', changed(gzipSync(plain('x')), 0)],
    ['that is none', plain('x')],
    ['deflated', deflateSync(plain('x'))],
  ])('in gzip %s is 400', async (_what, body) => {
    const reply = await put('gzip', body);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('Could not read the request body: ');
  });

  it.each([
    ['br', brotliCompressSync(plain('x'))],
    ['deflate', deflateSync(plain('x'))],
    ['compress', plain('x')],
    ['gzip, gzip', gzipSync(gzipSync(plain('x')))],
    ['nonsense', plain('x')],
    ['br', Buffer.alloc(0)],
  ])('in coding %s is 415', async (coding, body) => {
    const reply = await put(coding, body);
    expect(reply.status).toBe(415);
    expect(reply.text).toContain('The type or coding of the request body is not supported');
  });

  it('is limited by its inflated size', async () => {
    const ofLength = (bytes: number) => gzipSync(`{"name":"","x":"${'x'.repeat(bytes - 18)}"}`);
    expect((await put('gzip', ofLength(LIMIT))).status).toBe(200);
    const reply = await put('gzip', ofLength(LIMIT + 1));
    expect(reply.status).toBe(413);
    expect(reply.text).toContain('The request body is too large');
  });

  it('is limited by its compressed size', async () => {
    const body = `{"name":"","x":"${'x'.repeat(LIMIT - 18)}"}`;
    expect((await put('identity', Buffer.from(body))).status).toBe(200);
    expect((await put('identity', Buffer.from(`${body} `))).status).toBe(413);
    const chunked = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/json' };
    for (const [text, status] of [
      [body, 200],
      [`${body} `, 413],
    ] as const) {
      const headers = { ...chunked, 'Content-Length': [] as string[] };
      expect((await api.send('PUT', '/users/ola', { headers, body: text })).status).toBe(status);
    }
  });

  it('is ignored in any coding if none is read', async () => {
    const headers = { 'Content-Encoding': 'br', 'Content-Type': 'application/json' };
    for (const [method, path, status] of [
      ['POST', '/lockouts/ola', 201],
      ['DELETE', '/lockouts/ola', 200],
      ['GET', '/users/ola', 200],
    ] as const) {
      const body = 'x'.repeat(LIMIT + 1);
      expect((await api.send(method, path, { headers, body })).status).toBe(status);
    }
  });
});

describe('an answer', () => {
  const paths = ['/users/ola', '/users', '/groups', '/users/ghost', '/nonsense', '/users/%zz'];
  const get = (path: string, accepted: string | undefined): Promise<Reply> =>
    api.send('GET', path, {
      headers: accepted === undefined ? {} : { 'Accept-Encoding': accepted },
    });

  it.each(
    paths.flatMap((path) =>
      ['gzip', 'GZIP;q=0.5', 'br, gzip', '*', '*;q=0.1', 'x-gzip', 'deflate, *'].map((accepted) => [
        path,
        accepted,
      ]),
    ),
  )('%s is compressed for %s', async (path, accepted) => {
    const plain = await get(path!, undefined);
    const reply = await get(path!, accepted);
    expect(reply.status).toBe(plain.status);
    expect(reply.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'content-type': plain.headers['content-type'],
    });
    expect(gunzipSync(reply.bytes).toString()).toBe(plain.text);
  });

  it.each(
    paths.flatMap((path) =>
      [undefined, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.000, *', '*;q=0', 'gzip;q=x'].map(
        (accepted) => [path, accepted] as const,
      ),
    ),
  )('%s is not compressed for %s', async (path, accepted) => {
    const reply = await get(path, accepted);
    expect(reply.headers['content-encoding']).toBeUndefined();
    expect(reply.headers.vary).toBe('Accept-Encoding');
    expect(reply.text).toMatch(/^<\?xml .*>$/);
  });
});

function changed(bytes: Buffer, index: number): Buffer {
  const at = index < 0 ? bytes.length + index : index;
  bytes[at] = bytes[at]! ^ 0xff;
  return bytes;
}
