import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { TestApi } from '../support/test-api.js';

const MEBIBYTE = 1024 * 1024;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

const filled = (unit: string, bytes = 10 * MEBIBYTE - 200): string =>
  unit.repeat(Math.floor(bytes / unit.length));
const attributes = (): string => {
  const parts: string[] = [];
  for (let count = 0; count < 600_000; count += 1) parts.push(` a${count}="x"`);
  return parts.join('');
};

/** The response to each: it must be answered, and others must be served in the meantime. */
it.each([
  ['XML attributes', 'xml', () => `<user${attributes()}/>`, 400],
  ['XML levels', 'xml', () => `<user>${filled('<a>')}`, 400],
  ['a DOCTYPE', 'xml', () => `<!DOCTYPE user [${filled('<!ENTITY a "b">')}]><user/>`, 400],
  ['a late DOCTYPE', 'xml', () => `<!--${filled('x')}--><!DOCTYPE user><user/>`, 400],
  ['a long comment', 'xml', () => `<user><!--${filled('x')}--></user>`, 200],
  ['an unclosed comment', 'xml', () => `<user><!--${filled('-')}`, 400],
  ['unknown siblings', 'xml', () => `<user>${filled('<a/>')}</user>`, 413],
  ['text in pieces', 'xml', () => `<user><name>${filled('&lt;')}</name></user>`, 400],
  ['a long attribute', 'xml', () => `<user a="${filled('x')}"/>`, 200],
  ['a long element name', 'xml', () => `<user><${filled('x', 9 * MEBIBYTE)}`, 400],
  ['namespaces', 'xml', () => `<user ${filled('xmlns:a="b" ')}/>`, 400],
  ['JSON levels', 'json', () => filled('['), 400],
  ['JSON members', 'json', () => `{${filled('"a":1,')}"b":2}`, 413],
  ['JSON lists', 'json', () => `{"x":[${filled('[],')}[]]}`, 413],
  ['a JSON text', 'json', () => `{"name":"${filled('x')}"}`, 400],
  ['JSON escapes', 'json', () => `{"name":"${filled('\\u0041')}"}`, 400],
  ['blanks', 'json', () => filled(' '), 200],
] as const)('10 MB of %s in %s do not delay others', async (_what, form, make, status) => {
  const hostile = api.call('PUT', '/users/ola', form, make());
  const others = await Promise.all(
    Array.from({ length: 5 }, () => api.call('GET', '/users/ola', 'json')),
  );
  expect(others.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200]);
  const reply = await hostile;
  expect([reply.status, status === 200 ? reply.text : '']).toEqual([status, '']);
});

it('a gzip bomb of 1000:1 is refused while others are served', async () => {
  const body = gzipSync(Buffer.alloc(200 * MEBIBYTE, ' '));
  expect(body.length).toBeLessThan(MEBIBYTE);
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  const bombs = Array.from({ length: 4 }, () => api.send('PUT', '/users/ola', { headers, body }));
  expect((await api.call('GET', '/users/ola', 'json')).status).toBe(200);
  expect((await Promise.all(bombs)).map(({ status }) => status)).toEqual([413, 413, 413, 413]);
});

it('a client that disconnects in the middle of its body leaves nothing behind', async () => {
  await api.audited();
  const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
  socket.on('error', () => undefined);
  socket.write(
    'PUT /plugins/restapi/v1/users/ola HTTP/1.1\r\nHost: api\r\nAuthorization: sesame-sesame\r\n' +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":"half',
    () => socket.destroy(),
  );
  const half = async (): Promise<number> =>
    (await api.database.sql("select from audit_entry where details like '%outcome=400%'")).length;
  let tries = 0;
  while ((await half()) === 0) expect((tries += 1)).toBeLessThan(1000);
  expect(await half()).toBe(1);
  expect((await api.call('GET', '/users/ola', 'json')).text).not.toContain('half');
});
