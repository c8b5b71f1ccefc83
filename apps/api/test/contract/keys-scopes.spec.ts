import { EVERYTHING, NAMED_SCOPES, ScopeSet } from '@chat-admin/domain/shared/scopes';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { openApiDocument } from '../../src/openapi/openapi-document.js';
import { expectError, refusal, stored } from '../support/expectations.js';
import { makeKey, makeNamedKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const SINGLE = [
  ...['users', 'groups', 'rosters', 'lockouts', 'rooms', 'sessions', 'history', 'properties'],
  ...['webhooks', 'reports', 'directories', 'files', 'retention', 'jobs', 'keys'],
].flatMap((area) => [`${area}:read`, `${area}:write`] as Scope[]);
const ALL: readonly Scope[] = [
  ...SINGLE,
  ...(['messages:write', 'server:read', 'audit:read', 'events:read', 'admins:write'] as const),
];

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ allowSecurityProperties: true })));
afterAll(() => api.stop());

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { 'x-scope': Scope[] }>>>>;
}

/**
 * Needed whatever the request names: whoever gives everything has it (extensions E24.1), a new report is answered with its
 * evidence (E20), and runs of directories change, and name, people (E13.2).
 */
function alsoNeeded(method: string, path: string): readonly Scope[] {
  if (path.endsWith('/administrator')) return ['*'];
  if (path.startsWith('/directories/{name}/runs')) {
    if (method === 'post') return ['users:write', 'groups:write', 'lockouts:write'];
    return path.endsWith('/results') ? ['users:read'] : [];
  }
  return method === 'post' && path === '/reports' ? ['reports:read'] : [];
}

function operations(): readonly { method: string; path: string; needed: readonly Scope[] }[] {
  const described = openApiDocument(api.app.routes.described()) as Described;
  // another app
  const { '/userservice': _, ...paths } = described.paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, 'nobody'),
      needed: [...operation['x-scope'], ...alsoNeeded(method, path)],
    })),
  );
}

const insufficient = (missing: readonly Scope[]) =>
  `Bearer realm="REST API", error="insufficient_scope", scope="${missing.join(' ')}"`;
const scopeNeeded = (scope: string, path: string) =>
  refusal(403, 'ForbiddenException')(`The scope ${scope} is needed`, `${ROOT}${path}`);

describe('every operation', () => {
  it('is refused to a key with all scopes but those that it needs', async () => {
    const without = new Map<string, string>();
    for (const { method, path, needed } of operations()) {
      if (needed.length === 0) continue;
      const kind = needed.join(' ');
      if (!without.has(kind)) {
        const held = ALL.filter((scope) => !needed.includes(scope));
        without.set(kind, (await makeKey(api, held)).bearer);
      }
      const reply = await sendJson(api, method, path, undefined, without.get(kind));
      expect([method, path, reply.status, reply.headers['www-authenticate']]).toEqual([
        ...[method, path, 403, insufficient(needed)],
      ]);
      if (method !== 'HEAD') expectError(reply, 'json', scopeNeeded(needed[0]!, path));
    }
    expect(without.size).toBeGreaterThan(10);
  });

  it('is open to a key with those alone, and leaves nothing to the description', async () => {
    const before = await stored(api);
    const bearers = new Map<string, string>();
    for (const { method, path, needed } of operations()) {
      const kind = needed.join(' ');
      if (!bearers.has(kind)) {
        const make = EVERYTHING.lacking(needed).length > 0 ? makeNamedKey : makeKey;
        bearers.set(kind, (await make(api, needed.length === 0 ? ['keys:read'] : needed)).bearer);
      }
      const { status } = await sendJson(api, method, path, undefined, bearers.get(kind));
      expect([method, path, [401, 403].includes(status)]).toEqual([method, path, false]);
    }
    expect(await stored(api)).toEqual(before);
  });

  it('is open to *, and what reads to *:read', async () => {
    const everything = (await makeKey(api, ['*'])).bearer;
    const reading = (await makeKey(api, ['*:read'])).bearer;
    const reads = new ScopeSet(['*:read']);
    for (const { method, path, needed } of operations()) {
      const whole = await sendJson(api, method, path, undefined, everything);
      const isWhole = EVERYTHING.lacking(needed).length === 0;
      expect([method, path, whole.status !== 403]).toEqual([method, path, isWhole]);
      const { status } = await sendJson(api, method, path, undefined, reading);
      expect([method, path, status === 403]).toEqual([
        method,
        path,
        reads.lacking(needed).length > 0,
      ]);
    }
    expect(EVERYTHING.lacking(ALL)).toEqual([]);
  });
});

it('a patch names all that is missing, reading first', async () => {
  const { bearer } = await makeKey(api, ['groups:read']);
  const reply = await sendJson(api, 'PATCH', '/chatservices/x', {}, bearer);
  expectError(reply, 'json', scopeNeeded('rooms:read', '/chatservices/x'));
  expect(reply.headers['www-authenticate']).toBe(insufficient(['rooms:read', 'rooms:write']));
});

it('unknown addresses and methods are revealed before scopes', async () => {
  const { bearer } = await makeKey(api, ['groups:read']);
  expect((await sendJson(api, 'GET', '/nothing', undefined, bearer)).status).toBe(404);
  expect((await sendJson(api, 'POST', '/sessions', undefined, bearer)).status).toBe(405);
});

describe('who counts as administrator', () => {
  const BOSS = 'boss';
  let users: string;
  let admins: string;

  beforeAll(async () => {
    const scopes = ['users:read', 'users:write', 'lockouts:write', 'groups:write'] as const;
    users = (await makeKey(api, scopes)).bearer;
    admins = (await makeKey(api, [...scopes, 'admins:write'])).bearer;
  });
  beforeEach(async () => {
    await api.setProperty('admin.authorizedJIDs', 'boss@example.org, ghost@example.org');
    for (const name of [BOSS, 'ola', 'zoe']) {
      await api.call('POST', '/users', 'json', { username: name, password: 'p1-secret' });
    }
  });
  afterAll(() => api.setProperty('admin.authorizedJIDs', null));

  it.each([
    ['POST', '/users', { username: 'ghost', password: 'x' }],
    ['POST', '/users', { username: 'GHOST', password: 'x' }],
    ['POST', '/users', { username: 'ghost' }],
    [
      'POST',
      '/users',
      {
        users: [
          { username: 'new', password: 'x' },
          { username: 'ghost', password: 'x' },
        ],
      },
    ],
    ['PUT', `/users/${BOSS}`, { password: 'mine-now' }],
    ['PUT', '/users/BOSS', { password: 'mine-now' }],
    ['PUT', `/users/${BOSS}`, { username: 'nobody' }],
    ['PUT', '/users/ola', { username: 'ghost' }],
    ['PUT', '/users/ola', { username: 'Ghost', name: 'Ola' }],
    ['PATCH', `/users/${BOSS}`, { password: 'mine-now' }],
    ['PATCH', '/users/ola', { username: 'ghost' }],
    ['DELETE', `/users/${BOSS}`, undefined],
    ['DELETE', '/users/ghost', undefined],
    ['POST', `/lockouts/${BOSS}`, undefined],
    ['POST', '/lockouts/%42OSS', undefined],
    ['DELETE', `/lockouts/${BOSS}`, undefined],
  ])('%s %s with %j needs admins:write', async (method, path, body) => {
    const before = await stored(api);
    await api.audited();
    const reply = await sendJson(api, method, path, body, users);
    expectError(reply, 'json', scopeNeeded('admins:write', path));
    expect(await stored(api)).toEqual(before);
    expect((await api.audited()).map(({ details }) => details)).toEqual([
      expect.stringContaining('outcome=403; exception=ForbiddenException'),
    ]);
    expect((await sendJson(api, method, path, {}, admins)).status).not.toBe(403);
  });

  it.each([
    ['PUT', `/users/${BOSS}`, { name: 'The boss' }],
    ['PUT', `/users/${BOSS}`, { username: 'BOSS', email: 'boss@example.org' }],
    ['PUT', '/users/zoe', { password: 'p2-secret' }],
    ['PUT', '/users/zoe', null],
    ['PATCH', `/users/${BOSS}`, { name: 'The boss' }],
    ['POST', '/users', { username: 'plain', password: 'x' }],
    ['POST', '/lockouts/zoe', undefined],
  ])('%s %s with %j does not', async (method, path, body) => {
    expect((await sendJson(api, method, path, body, users)).status).toBeLessThan(300);
  });
});

describe('who may read conversations', () => {
  const READERS = 'conversations.readers';
  const READ = NAMED_SCOPES;
  let everything: string;
  let named: string;

  beforeAll(async () => {
    everything = (await makeKey(api, ['*'])).bearer;
    named = (await makeNamedKey(api, ['*', ...READ])).bearer;
  });
  beforeEach(async () => {
    await api.setProperty(READERS, 'rea@example.org,gone@example.org');
    for (const name of ['rea', 'ola']) {
      await api.call('POST', '/users', 'json', { username: name, password: 'p1-secret' });
      await sendJson(api, 'POST', '/users', { username: name, password: 'p1-secret' }, named);
    }
  });
  afterAll(() => api.setProperty(READERS, null));

  it.each([
    ['POST', '/users', { username: 'gone', password: 'x' }],
    ['POST', '/users', { users: [{ username: 'Gone', password: 'x' }] }],
    ['PUT', '/users/rea', { password: 'mine-now' }],
    ['PUT', '/users/REA', { password: 'mine-now' }],
    ['PUT', '/users/ola', { username: 'gone' }],
    ['PATCH', '/users/rea', { password: 'mine-now' }],
    ['PATCH', '/users/ola', { username: 'gone' }],
  ])('%s %s with %j needs the scopes for it beside *', async (method, path, body) => {
    const before = await stored(api);
    for (const who of [everything, undefined]) {
      const reply = await sendJson(api, method, path, body, who);
      expectError(reply, 'json', scopeNeeded('conversations:read', path));
    }
    expect(await stored(api)).toEqual(before);
    expect((await sendJson(api, method, path, body, named)).status).toBeLessThan(300);
    await sendJson(api, 'DELETE', '/users/gone', undefined, named);
  });

  it('a list of them follows accounts', async () => {
    const patch = { username: 'rea2' };
    expect((await sendJson(api, 'PATCH', '/users/rea', patch, named)).status).toBe(200);
    const read = async () =>
      (await sendJson(api, 'GET', `/system/properties/${READERS}`, undefined, named)).text;
    expect(await read()).toContain('rea2@example.org,gone@example.org');
    await sendJson(api, 'DELETE', '/users/rea2', undefined, named);
    expect(await read()).not.toContain('rea2');
  });
});

describe('protected properties', () => {
  let some: string;
  beforeAll(
    async () => (some = (await makeKey(api, ['properties:read', 'properties:write'])).bearer),
  );

  it.each([
    ['POST', '/system/properties', { key: 'plugin.restapi.secret', value: 'mine' }],
    ['POST', '/system/properties', { key: 'admin.authorizedJIDs', value: 'me@example.org' }],
    ['PUT', '/system/properties/audit.x', { key: 'audit.x', value: '1' }],
    ['PUT', '/system/properties/site.x', { key: 'audit.x', value: '1' }],
    ['DELETE', '/system/properties/plugin.restapi.enabled', undefined],
    ['DELETE', '/system/properties/plugin', undefined],
  ])('%s %s with %j needs *', async (method, path, body) => {
    await api.setProperty('plugin', 'x');
    const before = await stored(api);
    expectError(await sendJson(api, method, path, body, some), 'json', scopeNeeded('*', path));
    expect(await stored(api)).toEqual(before);
    await api.setProperty('plugin', null);
  });

  it('others do not', async () => {
    const put = { key: 'site.x', value: '1' };
    expect((await sendJson(api, 'POST', '/system/properties', put, some)).status).toBe(201);
    const path = '/system/properties/plugin.restapi.json.dates';
    await sendJson(
      api,
      'POST',
      '/system/properties',
      { key: 'plugin.restapi.json.dates', value: 'iso' },
      some,
    );
    expect((await sendJson(api, 'DELETE', path, undefined, some)).status).toBe(200);
  });
});

describe('the maker of a key', () => {
  const stronger = (path: string) =>
    refusal(403, 'ForbiddenException')(
      'The key would be stronger than its maker',
      `${ROOT}${path}`,
    );
  const KEYS = ['keys:read', 'keys:write'] as const;

  it('gives only scopes that it has', async () => {
    const { bearer } = await makeKey(api, [...KEYS, 'users:read']);
    const make = (scopes: readonly string[]) =>
      sendJson(api, 'POST', '/keys', { name: `made-${scopes.length}`, scopes }, bearer);
    expect((await make(['users:read', 'keys:read'])).status).toBe(201);
    for (const scopes of [['users:write'], ['*:read'], ['*']]) {
      expectError(await make(scopes), 'json', scopeNeeded(scopes[0]!, '/keys'));
    }
  });

  it('touches no key that has more, before or after', async () => {
    const { bearer } = await makeKey(api, [...KEYS, 'users:read']);
    const rich = await makeKey(api, ['users:read', 'rooms:read']);
    const poor = await makeKey(api, ['users:read']);
    for (const [method, path, body] of [
      ['PATCH', `/keys/${rich.id}`, { scopes: ['users:read'] }],
      ['POST', `/keys/${rich.id}/rotate`, undefined],
      ['DELETE', `/keys/${rich.id}`, undefined],
      ['PATCH', `/keys/${poor.id}`, { scopes: ['rooms:read'] }],
    ] as const) {
      const reply = await sendJson(api, method, path, body, bearer);
      expectError(reply, 'json', scopeNeeded('rooms:read', path));
    }
    expect((await sendJson(api, 'DELETE', `/keys/${poor.id}`, undefined, bearer)).status).toBe(200);
  });

  it.each([
    [{ expires: '2090-01-01T00:00:00Z' }, { expires: '2090-01-01T00:00:01Z' }],
    [{ expires: '2090-01-01T00:00:00Z' }, {}],
    [{ rateLimit: 100 }, { rateLimit: 101 }],
    [{ rateLimit: 100 }, {}],
    [{ allowedAddresses: ['127.0.0.0/8'] }, {}],
    [{ allowedAddresses: ['127.0.0.0/8'] }, { allowedAddresses: ['127.0.0.1', '10.0.0.1'] }],
    [{ allowedAddresses: ['127.0.0.0/8'] }, { allowedAddresses: ['127.0.0.0/7'] }],
  ])('bound by %j makes none with %j', async (own, asked) => {
    const bounds = {
      expires: '2080-01-01T00:00:00Z',
      rateLimit: 10,
      allowedAddresses: ['127.0.0.1'],
    };
    const { id, bearer } = await makeKey(api, ['*'], own);
    const [field] = Object.keys(own) as (keyof typeof bounds)[];
    const draft = {
      name: `made-${id}`,
      scopes: ['users:read'],
      ...bounds,
      [field!]: undefined,
      ...asked,
    };
    expectError(await sendJson(api, 'POST', '/keys', draft, bearer), 'json', stronger('/keys'));
    const weak = await makeKey(api, ['users:read'], bounds);
    const patch = { [field!]: (asked as Record<string, unknown>)[field!] ?? null };
    const patched = await sendJson(api, 'PATCH', `/keys/${weak.id}`, patch, bearer);
    expectError(patched, 'json', stronger(`/keys/${weak.id}`));
    // itself included
    const freed = await sendJson(api, 'PATCH', `/keys/${id}`, patch, bearer);
    expectError(freed, 'json', stronger(`/keys/${id}`));
    const strong = await makeKey(api, ['users:read'], { ...bounds, [field!]: undefined });
    const rotated = await sendJson(api, 'POST', `/keys/${strong.id}/rotate`, undefined, bearer);
    expectError(rotated, 'json', stronger(`/keys/${strong.id}/rotate`));
    // what is no more than its own, it may
    const same = { name: `same-${id}`, scopes: ['users:read'], ...bounds, ...own };
    expect((await sendJson(api, 'POST', '/keys', same, bearer)).status).toBe(201);
    expect((await sendJson(api, 'POST', `/keys/${id}/rotate`, undefined, bearer)).status).toBe(200);
    expect((await sendJson(api, 'DELETE', `/keys/${strong.id}`, undefined, bearer)).status).toBe(
      200,
    );
  });

  it('stands in its entries and in createdBy', async () => {
    const { name, bearer } = await makeKey(api, ['*']);
    await api.audited();
    const reply = await sendJson(api, 'POST', '/keys', { name: 'child', scopes: ['*'] }, bearer);
    expect(JSON.parse(reply.text)).toMatchObject({ createdBy: `key:${name}` });
    expect((await api.audited()).map(({ username }) => username)).toEqual([`key:${name}`]);
  });
});

describe('what a caller may not see is left out', () => {
  const room = { roomName: 'vault', naturalName: 'Vault', description: 'd', password: 'open' };
  const see = async (bearer: string | undefined, path: string, accept = 'application/json') =>
    api.send('GET', path, { headers: { Accept: accept }, authorization: bearer });

  it('the password of a room without rooms:write, of one and in lists', async () => {
    await api.call('POST', '/chatrooms', 'json', room);
    const reader = (await makeKey(api, ['rooms:read'])).bearer;
    const writer = (await makeKey(api, ['rooms:read', 'rooms:write'])).bearer;
    for (const path of ['/chatrooms/vault', '/chatrooms?type=all']) {
      for (const type of ['application/json', 'application/xml']) {
        const whole = await see(undefined, path, type);
        expect(whole.text).toContain('open');
        expect((await see(writer, path, type)).text).toBe(whole.text);
        const less = await see(reader, path, type);
        expect(less.text).toBe(
          whole.text.replace('"password":"open",', '').replace('<password>open</password>', ''),
        );
        expect(less.text).not.toContain('open');
      }
    }
  });

  it('and the tag is of what is shown, so that no reader can guess the password by it', async () => {
    const reader = (await makeKey(api, ['rooms:read'])).bearer;
    const tags = async () => {
      const all = [await see(undefined, '/chatrooms/vault'), await see(reader, '/chatrooms/vault')];
      const parts = (tag: string) => [tag.slice(1, 17), tag.slice(18)];
      return all.map(({ headers }) => parts(String(headers.etag)));
    };
    const [[whole, sent], [asRead, sentLess]] = (await tags()) as [string[], string[]];
    expect([asRead === whole, sentLess === sent]).toEqual([false, false]);
    await sendJson(api, 'PATCH', '/chatrooms/vault', { password: 'closed' });
    const [[changed]] = (await tags()) as [string[], string[]];
    expect(changed).not.toBe(whole);
  });

  it('who administers, without admins:write', async () => {
    await api.call('POST', '/users', 'json', { username: 'admin', password: 'p1-secret' });
    const path = '/users?fields=username,administrator&text=admin';
    const reader = (await makeKey(api, ['users:read'])).bearer;
    const admins = (await makeKey(api, ['users:read', 'admins:write'])).bearer;
    expect((await see(admins, path)).text).toContain('"administrator":true');
    expect((await see(undefined, path)).text).toContain('"administrator":true');
    expect((await see(reader, path)).text).toBe('{"users":[{"username":"admin"}]}');
    expect((await see(reader, `${path}&limit=5`)).text).not.toContain('administrator');
  });
});
