import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const get = (address: string, headers = {}) =>
  api.sendTo('GET', address, { authorization: null, headers });

/** The names of the scripts and styles of a page. */
const filesOf = ({ text }: Reply): string[] =>
  [...text.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name!);

it('is served without credentials, with its files, under its policy', async () => {
  const page = await get('/console/');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|\*/);
  expect((await get('/console/index.html')).text).toBe(page.text);
  const names = filesOf(page);
  expect(names.some((name) => /^assets\/.+\.js$/.test(name))).toBe(true);
  for (const name of names) {
    const file = await get(`/console/${name}`);
    expect([name, file.status]).toEqual([name, 200]);
    expect(file.headers['content-security-policy']).toBe(policy);
    if (!name.startsWith('assets/')) continue;
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

it('says how commands are typed where the service runs, here in a checkout', async () => {
  const site = new URL('../../../console/dist/site/index.html', import.meta.url);
  const built = await readFile(site, 'utf8');
  expect(built).toContain('<meta name="own-command" content="chat-admin" />');
  const { text } = await get('/console/');
  expect(text).toBe(built.replace('"chat-admin"', `"${ownCommand('').trim()}"`));
  expect(text).not.toBe(built);
});

it('is at the address with a slash, whatever is in front of it', async () => {
  const { status, headers } = await get('/console');
  expect([status, headers['location']]).toEqual([308, 'console/']);
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it('is where a browser gets that opens the bare address', async () => {
  for (const method of ['GET', 'HEAD']) {
    for (const address of ['/', '/?from=menu']) {
      const headers = { Accept: BROWSER };
      const found = await api.sendTo(method, address, { authorization: null, headers });
      expect([found.status, found.headers['location'], found.text]).toEqual([302, 'console/', '']);
      expect(found.headers['vary']).toBe('Accept');
    }
  }
});

it.each([
  ['GET', '/', {}],
  ['GET', '/', { Accept: '*/*' }],
  ['GET', '/', { Accept: 'application/json' }],
  ['GET', '/', { Accept: 'text/html;q=0, */*' }],
  ['POST', '/', { Accept: BROWSER }],
  ['GET', '//', { Accept: BROWSER }],
  ['GET', '/other', { Accept: BROWSER }],
])('is no answer to %s %s with %o', async (method, address, headers) => {
  const { status, headers: sent } = await api.sendTo(method, address, { headers });
  expect([status, sent['location']]).toEqual([404, undefined]);
});

it('comes compressed, with a tag for each form', async () => {
  const plain = await get('/console/');
  const zipped = await get('/console/', { 'Accept-Encoding': 'gzip' });
  const smaller = await get('/console/', { 'Accept-Encoding': 'gzip, br' });
  expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
  expect(brotliDecompressSync(smaller.bytes).toString()).toBe(plain.text);
  const replies = [plain, zipped, smaller];
  expect(replies.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    'br',
  ]);
  expect(new Set(replies.map(({ headers }) => headers['etag'])).size).toBe(3);
  for (const { headers } of replies) expect(headers['vary']).toBe('Accept-Encoding');
  const known = await get('/console/', { 'If-None-Match': plain.headers['etag'] });
  expect([known.status, known.text]).toEqual([304, '']);
});

it.each(['other.js', 'assets', 'index.html.gz', '__proto__', '..%2Findex.html', '%2e%2e/x'])(
  'has no file %s',
  async (name) => {
    expect((await get(`/console/${name}`)).status).toBe(404);
  },
);

it('answers HEAD, and nothing that changes', async () => {
  const { status, text } = await api.sendTo('HEAD', '/console/', { authorization: null });
  expect([status, text]).toEqual([200, '']);
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await api.sendTo(method, '/console/')).status).toBe(404);
});

it('is not there where it is switched off', async () => {
  const other = await TestApi.start({ console: false });
  try {
    const headers = { Accept: BROWSER };
    for (const address of ['/', '/console', '/console/', '/console/index.html'])
      expect((await other.sendTo('GET', address, { authorization: null, headers })).status).toBe(
        404,
      );
  } finally {
    await other.stop();
  }
});
