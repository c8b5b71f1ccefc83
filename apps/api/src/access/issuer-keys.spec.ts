import type { ServerResponse } from 'node:http';
import { TokenIssuer } from '../../test/support/token-issuer.js';
import { IssuerKeys } from './issuer-keys.js';

let issuer: TokenIssuer;
let keys: IssuerKeys;
let now: number;

beforeEach(async () => {
  issuer = await new TokenIssuer().start();
  await issuer.addKey('one');
  now = 0;
  keys = new IssuerKeys(issuer.url, () => now);
});
afterEach(() => issuer.stop());

const readings = () => issuer.read.configuration;
const has = async (id: string) => (await keys.withId(id)) !== null;

it('parallel tokens share a reading, and later ones use it for 10 minutes', async () => {
  expect(await Promise.all([has('one'), has('one'), has('two')])).toEqual([true, true, false]);
  expect(issuer.read).toEqual({ configuration: 1, keys: 1 });
  now = 599_000;
  expect([await has('one'), readings()]).toEqual([true, 1]);
  now = 600_000;
  // nobody waits for keys that are known
  expect(await has('one')).toBe(true);
  while (issuer.read.keys < 2) await new Promise(setImmediate);
  expect([await has('one'), readings()]).toEqual([true, 2]);
});

it('an unknown id is looked for anew, not before 30 seconds after the last reading', async () => {
  await has('one');
  await issuer.addKey('two');
  now = 29_000;
  expect([await has('two'), readings()]).toEqual([false, 1]);
  now = 30_000;
  expect([await has('two'), await has('three'), readings()]).toEqual([true, false, 2]);
});

const broken: Record<string, (reply: ServerResponse) => void> = {
  'a redirect': (reply) => reply.writeHead(302, { Location: issuer.url }).end(),
  'an error': (reply) => reply.writeHead(500).end('{}'),
  'no JSON': (reply) => reply.end('<html>'),
  'another issuer': (reply) =>
    reply.end(JSON.stringify({ issuer: `${issuer.url}/`, jwks_uri: `${issuer.url}/jwks` })),
  'keys elsewhere in the clear': (reply) =>
    reply.end(JSON.stringify({ issuer: issuer.url, jwks_uri: 'http://example.org/jwks' })),
  'more than a megabyte': (reply) => reply.end(`"${'x'.repeat(1024 * 1024)}"`),
  'a cut connection': (reply) => reply.destroy(),
};

it.each(Object.entries(broken))(
  '%s is no reading; the next token tries again',
  async (_, answer) => {
    issuer.answer = answer;
    await expect(keys.withId('one')).rejects.toThrow('The token issuer cannot be reached');
    const tried = readings();
    issuer.answer = null;
    now = 4_999;
    await expect(keys.withId('one')).rejects.toThrow('The token issuer cannot be reached');
    expect(readings()).toBe(tried);
    now = 5_000;
    expect(await has('one')).toBe(true);
  },
);

it('known keys stay while the issuer is away', async () => {
  await has('one');
  issuer.answer = broken['an error']!;
  now = 600_000;
  expect(await has('one')).toBe(true);
  now = 700_000;
  expect([await has('one'), await has('two')]).toEqual([true, false]);
});
