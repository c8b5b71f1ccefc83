import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expectError, refusal } from '../support/expectations.js';
import { sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import { TokenIssuer } from '../support/token-issuer.js';

const CHALLENGE = 'Bearer realm="REST API", error="invalid_token"';
const now = () => Math.floor(Date.now() / 1000);
let issuer: TokenIssuer;
let api: TestApi;

beforeAll(async () => {
  issuer = await new TokenIssuer().start();
  for (const alg of ['ES256', 'RS256', 'PS256', 'EdDSA']) await issuer.addKey(alg, alg);
  await issuer.addKey('RS512', 'RS512');
  await issuer.addKey('encrypts', 'RS256', { use: 'enc' } as never);
  await issuer.addKey('other', 'RS256', { alg: 'PS256' } as never);
  api = await TestApi.start({
    failedLoginLimit: 0,
    oidcIssuer: issuer.url,
    oidcAudience: 'chat-admin',
  });
});
afterAll(async () => {
  await api.stop();
  await issuer.stop();
});

const ask = (token: string, to = api, path = '/users') =>
  sendJson(to, 'GET', path, undefined, `Bearer ${token}`);
const outcome = async (token: string, to = api) => {
  const { status, headers } = await ask(token, to);
  return [status, headers['www-authenticate']];
};

it.each(['ES256', 'RS256', 'PS256', 'EdDSA'])('a token signed with %s gets in', async (alg) => {
  expect(await outcome(await issuer.token(alg))).toEqual([200, undefined]);
});

it('with a list of audiences, and within the leeway', async () => {
  for (const claims of [{ aud: ['x', 'chat-admin'] }, { exp: now() - 50 }, { nbf: now() + 50 }]) {
    expect(await outcome(await issuer.token('ES256', claims))).toEqual([200, undefined]);
  }
});

it.each<[string, object]>([
  ['of another issuer', { iss: 'https://other.example' }],
  ['whose issuer has a slash more', { iss: 'ISSUER/' }],
  ['for another audience', { aud: 'somebody' }],
  ['without audience', { aud: undefined }],
  ['without subject', { sub: undefined }],
  ['with an empty subject', { sub: '' }],
  ['without end', { exp: undefined }],
  ['with text as its end', { exp: 'tomorrow' }],
  ['that has expired', { exp: now() - 3600 }],
  ['that is not valid yet', { nbf: now() + 3600 }],
  ...[1e300, 8.64e12 + 1, 253_402_300_800].map((exp): [string, object] => [
    `that ends after the year 9999, in second ${exp}`,
    { exp },
  ]),
  ['that was made after the year 9999', { iat: 1e300 }],
  ['that was made before 1970', { iat: -1 }],
  ['that begins before 1970', { nbf: -1e300 }],
])('a token %s is refused', async (_, claims) => {
  const sent = JSON.parse(JSON.stringify(claims).replace('ISSUER', issuer.url)) as object;
  const token = await issuer.token('ES256', { ...claims, ...sent });
  expect(await outcome(token)).toEqual([401, CHALLENGE]);
});

it('a token may last until the end of the year 9999', async () => {
  const token = await issuer.token('ES256', { exp: 253_402_300_799, iat: 0, nbf: 0 });
  expect(await outcome(token)).toEqual([200, undefined]);
  const authorization = `Bearer ${token}`;
  expect((await sendJson(api, 'POST', '/session', undefined, authorization)).status).toBe(201);
});

it('a forged token is refused', async () => {
  const right = await issuer.token('ES256');
  const [header, payload, signature] = right.split('.') as [string, string, string];
  const everything = Buffer.from('{"scope":"*","sub":"me"}').toString('base64url');
  const own = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(own.publicKey);
  const claims = { iss: issuer.url, aud: 'chat-admin', sub: 'me', exp: now() + 300, scope: '*' };
  const signed = (more: object) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'ES256', ...more })
      .sign(own.privateKey);
  const publicText = new TextEncoder().encode(JSON.stringify(issuer.keys[0]));
  const tokens = {
    unsigned: new UnsecuredJWT(claims).encode(),
    'of alg none with a key id': `${Buffer.from('{"alg":"none","kid":"ES256"}').toString('base64url')}.${payload}.`,
    'with a changed payload': `${header}.${everything}.${signature}`,
    'with a changed signature': `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    'by another key': await signed({}),
    'with its own key': await signed({ jwk }),
    'naming where its key is': await signed({ jku: `${issuer.url}/jwks` }),
    'without key id': await signed({ kid: undefined }),
    'with a critical header': await issuer.token('ES256', {}, { crit: ['x'], x: 1 }),
    'by HMAC with the public key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'ES256' })
      .sign(publicText),
    'by RS512': await issuer.token('RS512'),
    'by a key for encryption': await issuer.token('encrypts'),
    'by a key of another algorithm': await issuer.token('other'),
    'that is too long': await issuer.token('ES256', { more: 'x'.repeat(8192) }),
    'of no meaning': 'a.b.c',
  };
  for (const [kind, token] of Object.entries(tokens)) {
    expect([kind, await outcome(token)]).toEqual([kind, [401, CHALLENGE]]);
  }
});

it('its name stands in audit entries, its scopes decide', async () => {
  const token = await issuer.token('ES256', {
    preferred_username: `o\u0007la${'x'.repeat(200)}`,
    scope: 'groups:read users:write nonsense',
  });
  expect((await ask(token, api, '/groups')).status).toBe(200);
  const refused = await ask(token);
  const needed = refusal(403, 'ForbiddenException');
  const expected = needed('The scope users:read is needed', '/plugins/restapi/v1/users');
  expectError(refused, 'json', expected);
  await api.audited();
  await sendJson(api, 'POST', '/users', { username: 'by-token', password: 'p' }, `Bearer ${token}`);
  expect((await api.audited()).map(({ username }) => username)).toEqual([
    `oidc:ola${'x'.repeat(97)}`,
  ]);
});

it('halves of surrogate pairs and NUL in its name and subject hinder no change', async () => {
  const subjects = ['a\ud800', 'a\udc00', 'a\ufffd', 'a\0'];
  for (const [index, sub] of subjects.entries()) {
    const claims = { sub, preferred_username: `k\ud83dim${index}`, scope: 'users:write' };
    const token = `Bearer ${await issuer.token('ES256', claims)}`;
    await api.audited();
    const user = { username: `halved${index}`, password: 'p' };
    const call = { headers: { 'Idempotency-Key': 'halved' }, body: user, authorization: token };
    expect((await api.send('POST', '/users', call)).status).toBe(201);
    expect((await api.audited()).map(({ username }) => username)).toEqual([
      `oidc:k\u{fffd}im${index}`,
    ]);
  }
});

it('without a scope is refused on every route', async () => {
  for (const claims of [{ scope: undefined }, { scope: '' }, { scope: 'nope' }, { scope: 7 }]) {
    const token = await issuer.token('ES256', claims);
    const path = '/openapi.json';
    const expected = refusal(403, 'ForbiddenException')(
      'The token names no scope',
      `/plugins/restapi/v1${path}`,
    );
    expectError(await ask(token, api, path), 'json', expected);
  }
});

it('keys that it makes end with it, unless it has every scope', async () => {
  const make = async (scope: string, expires?: string) => {
    const token = await issuer.token('ES256', { scope });
    const draft = { name: `of-${Math.random()}`, scopes: ['keys:write'], expires };
    return (await sendJson(api, 'POST', '/keys', draft, `Bearer ${token}`)).status;
  };
  const soon = new Date((now() + 200) * 1000).toISOString();
  const later = new Date((now() + 400) * 1000).toISOString();
  expect([await make('keys:write', soon), await make('keys:write', later)]).toEqual([201, 403]);
  expect([await make('keys:write'), await make('*')]).toEqual([403, 201]);
});

describe('claims of other issuers', () => {
  const withClaims = async (
    settings: { oidcScopeClaim?: string; oidcScopeMap?: string; oidcNameClaim?: string },
    claims: object,
  ) => {
    const other = await TestApi.start(
      { oidcIssuer: issuer.url, oidcAudience: 'chat-admin', ...settings },
      api.database,
    );
    try {
      return (await ask(await issuer.token('ES256', claims), other)).status;
    } finally {
      await other.close();
    }
  };

  it('are found by name or path, and mapped to scopes', async () => {
    const roles = { realm_access: { roles: ['admin', 'users:read'] } };
    const path = { oidcScopeClaim: 'realm_access.roles' };
    expect(await withClaims(path, roles)).toBe(200);
    expect(await withClaims(path, { 'realm_access.roles': 'groups:read' })).toBe(403);
    expect(await withClaims({ ...path, oidcScopeMap: '{"admin":["*"]}' }, roles)).toBe(200);
    expect(await withClaims({ ...path, oidcScopeMap: '{"boss":["*"]}' }, roles)).toBe(403);
  });
});

describe('without an issuer', () => {
  it('a token is nothing special', async () => {
    const other = await TestApi.start({}, api.database);
    expect(await outcome(await issuer.token('ES256'), other)).toEqual([
      401,
      'Bearer realm="REST API"',
    ]);
    await other.close();
  });
});

it('failed tokens count as failed logins, expired ones do not', async () => {
  const guarded = await TestApi.start(
    { oidcIssuer: issuer.url, oidcAudience: 'chat-admin', failedLoginLimit: 1 },
    api.database,
  );
  const statuses = async (token: string) => {
    const all = [];
    for (let i = 0; i < 3; i += 1) all.push((await ask(token, guarded)).status);
    return all;
  };
  expect(await statuses(await issuer.token('ES256', { exp: now() - 90 }))).toEqual([401, 401, 401]);
  expect(await statuses(await issuer.token('ES256', { aud: 'x' }))).toEqual([401, 401, 429]);
  await guarded.close();
});
