import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { API_ROOT } from '../../src/http/api-root.js';
import { CLIENT_ID, CLIENT_SECRET, OidcIssuer, Visitor } from '../support/oidc-issuer.js';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';
import { TokenIssuer } from '../support/token-issuer.js';
import { TEST_SECRET } from '../support/test-config.js';

const PUBLIC_URL = 'https://chat.example.org/admin';
const PAGE = `${PUBLIC_URL}/console/`;
const PASSWORD = 'p1-secret';
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const settings = {
  publicUrl: PUBLIC_URL,
  oidcClientId: CLIENT_ID,
  oidcClientSecret: CLIENT_SECRET,
  oidcScopeClaim: 'roles',
  oidcScopeMap: '{"admin":["*"],"helpdesk":["users:read","lockouts:write"]}',
};

let issuer: OidcIssuer;
let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  // it warns of what makes it unfit for production
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
  issuer = await OidcIssuer.start({
    page: PAGE,
    backChannel: `${PUBLIC_URL}${API_ROOT}/session/back-channel`,
  });
  const all = { ...settings, oidcIssuer: issuer.url, failedLoginLimit: 0 };
  api = await TestApi.start(all);
  other = await TestApi.start(all, api.database);
  issuer.reroute = (address) => address.replace(`${PUBLIC_URL}/`, other.baseUrl.href);
  await api.call('POST', '/users', 'json', { username: 'admin', password: PASSWORD });
});
afterAll(async () => {
  await other.close();
  await api.stop();
  await issuer.stop();
});
beforeEach(() => {
  issuer.person = { sub: 'u1', claims: { roles: ['admin'], preferred_username: 'ola' } };
  return api.audited();
});

interface Begun {
  readonly cookie: string;
  /** at the issuer */
  readonly location: string;
}

const cookieOf = (reply: Reply): string => reply.headers['set-cookie']![0]!.split(';')[0]!;
const documentOf = ({ text }: Reply) => JSON.parse(text) as Record<string, unknown>;
const send = (at: TestApi, method: string, path: string, headers: object = {}, body?: object) =>
  at.send(method, path, { authorization: null, headers: { ...json, ...headers }, body });

async function begin(at = api): Promise<Begun> {
  const reply = await send(at, 'POST', '/sign-in');
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return { cookie: cookieOf(reply), location: String(documentOf(reply)['location']) };
}

const answerIn = ({ searchParams }: URL): Record<string, string> =>
  Object.fromEntries(searchParams);
const visited = async ({ location }: Begun, visitor = new Visitor()) =>
  answerIn(await visitor.visit(location, PAGE));
const finish = (cookie: string | null, answer: object, at = other) =>
  send(at, 'POST', '/session', cookie === null ? {} : { Cookie: cookie }, answer);

/** The session of somebody who has come through the issuer. */
async function signedIn(visitor = new Visitor(), at = api) {
  const begun = await begin(at);
  const reply = await finish(begun.cookie, await visited(begun, visitor), at);
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  const csrf = String(documentOf(reply)['csrfToken']);
  return { Cookie: cookieOf(reply), 'X-CSRF-Token': csrf };
}

const isOpen = async (session: object, at = api) =>
  (await send(at, 'GET', '/session', session)).status === 200;
/** Status and message of an answer. */
const said = (reply: Reply): string => `${reply.status} ${String(documentOf(reply)['message'])}`;
const WRONG = '401 Authentication failed';
const ENDED = '401 The sign-in has ended';
const AWAY = '503 The token issuer cannot be reached';

it('says how one can sign in, to anybody', async () => {
  const ways = { password: true, oidc: true };
  expect(documentOf(await send(api, 'GET', '/sign-in'))).toEqual(ways);
  const xml = await api.send('GET', '/sign-in', { authorization: null });
  expect(xml.text).toContain('<signInWays><password>true</password><oidc>true</oidc></signInWays>');
});

it('one instance begins, another one finishes; the session has the scopes of the claim', async () => {
  issuer.person = { sub: 'u1', claims: { roles: ['helpdesk'], preferred_username: 'ola' } };
  const started = await send(api, 'POST', '/sign-in');
  expect(started.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^chat_admin_sign_in=[\w-]{43}; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
  const location = new URL(String(documentOf(started)['location']));
  expect(answerIn(location)).toEqual({
    client_id: CLIENT_ID,
    redirect_uri: PAGE,
    response_type: 'code',
    scope: 'openid profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(await api.audited()).toEqual([]);
  const answer = await visited({ cookie: '', location: location.href });
  const reply = await finish(cookieOf(started), answer);
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^chat_admin_session=[\w-]{43}; HttpOnly; SameSite=Strict; Secure$/),
    'chat_admin_sign_in=; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  ]);
  expect(documentOf(reply)).toMatchObject({
    username: 'oidc:ola',
    kind: 'session',
    scopes: ['users:read', 'lockouts:write'],
  });
  const lasts = new Date(String(documentOf(reply)['expires'])).getTime() - Date.now();
  expect([lasts > 29 * 60_000, lasts <= 30 * 60_000]).toEqual([true, true]);
  expect(await api.audited()).toMatchObject([
    {
      username: 'oidc:ola',
      summary: 'POST session',
      details: expect.stringMatching(/object=\/session; outcome=201; .*key=u1/) as string,
    },
  ]);
  const session = { Cookie: cookieOf(reply) };
  expect((await send(api, 'GET', '/users', session)).status).toBe(200);
  expect((await send(api, 'GET', '/groups', session)).status).toBe(403);
  const [row] = await api.database.sql('select expires_at from console_session');
  const ends = (row as { expires_at: Date }).expires_at.getTime() - Date.now();
  expect([ends > 59 * 60_000, ends <= 60 * 60_000]).toEqual([true, true]);
});

it('what the ID token does not say is asked for once at the issuer', async () => {
  issuer.person = { sub: 'u2', claims: {}, more: { roles: ['admin'], preferred_username: 'kim' } };
  const session = await signedIn();
  expect(documentOf(await send(api, 'GET', '/session', session))).toMatchObject({
    username: 'oidc:kim',
    scopes: ['*'],
  });
});

it('who has no scope gets no cookie', async () => {
  issuer.person = { sub: 'u3', claims: { roles: ['guest'] } };
  const begun = await begin();
  const reply = await finish(begun.cookie, await visited(begun));
  expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
  expect(reply.text).toContain('The token names no scope');
  expect(await api.audited()).toMatchObject([{ username: '-', summary: 'POST session' }]);
});

describe('a sign-in of somebody whose webhooks and jobs go on', () => {
  const noted = async (scopes: readonly string[]) => {
    await api.database.sql(
      `insert into issuer_subject (principal_id, scopes, made_at, seen_at)
       values ($1, $2, 'epoch', now() - interval '29 days')
       on conflict (principal_id) do update set scopes = excluded.scopes, seen_at = excluded.seen_at`,
      [`oidc:${issuer.url} u4`, scopes],
    );
  };
  const known = async () => {
    const rows = await api.database.sql(
      `select array(select unnest(scopes) order by 1) as scopes,
         seen_at > now() - interval '1 day' as fresh
       from issuer_subject where principal_id = $1`,
      [`oidc:${issuer.url} u4`],
    );
    return rows[0];
  };
  const comes = async (at: TestApi, roles: readonly string[]) => {
    issuer.person = { sub: 'u4', claims: { roles } };
    const begun = await begin(at);
    return (await finish(begun.cookie, await visited(begun), at)).status;
  };

  it('takes away nothing that bearer tokens gave', async () => {
    const both = await TestApi.start(
      { ...settings, oidcIssuer: issuer.url, oidcAudience: 'chat-admin' },
      api.database,
    );
    const given = ['events:read', 'users:read', 'webhooks:write'];
    await noted(given);
    expect(await comes(both, [])).toBe(403);
    expect(await known()).toEqual({ scopes: given, fresh: false });
    expect(await comes(both, ['helpdesk'])).toBe(201);
    expect(await known()).toEqual({ scopes: ['lockouts:write', ...given].sort(), fresh: true });
    await both.close();
  });

  it('says what is left where no bearer tokens are accepted', async () => {
    await noted(['*']);
    expect(await comes(api, ['helpdesk'])).toBe(201);
    expect(await known()).toEqual({ scopes: ['lockouts:write', 'users:read'], fresh: true });
    expect(await comes(api, [])).toBe(403);
    expect(await known()).toEqual({ scopes: [], fresh: true });
  });
});

it('a code counts one time, with its own cookie, state, nonce and issuer', async () => {
  const begun = await begin();
  const answer = await visited(begun);
  expect(said(await finish(null, answer))).toBe(ENDED);
  expect(said(await finish((await begin()).cookie, answer))).toBe(ENDED);
  expect(said(await finish(`${begun.cookie}; ${begun.cookie}`, answer))).toBe(ENDED);
  expect(said(await finish('chat_admin_sign_in=short', answer))).toBe(ENDED);
  expect(said(await finish(begun.cookie, { ...answer, state: 'x' }))).toBe(ENDED);
  expect(said(await finish(begun.cookie, { code: answer['code'] }))).toBe(ENDED);
  expect(said(await finish(begun.cookie, { ...answer, iss: 'https://else.example' }))).toBe(WRONG);
  expect(said(await finish(begun.cookie, { ...answer, iss: undefined }))).toBe(WRONG);
  expect(said(await finish(begun.cookie, { ...answer, code: 'x' }))).toBe(WRONG);
  expect(said(await finish(begun.cookie, { state: answer['state'] }))).toBe(WRONG);
  expect((await finish(begun.cookie, answer)).status).toBe(201);
  expect(said(await finish(begun.cookie, answer))).toBe(WRONG);
  // another sign-in of the same client, with the nonce of this one
  const foreign = await begin();
  const location = new URL(foreign.location);
  location.searchParams.set('nonce', new URL((await begin()).location).searchParams.get('nonce')!);
  const swapped = await visited({ ...foreign, location: location.href });
  expect(said(await finish(foreign.cookie, swapped))).toBe(WRONG);
});

it('tells why the issuer has refused', async () => {
  const { cookie, location } = await begin();
  const state = new URL(location).searchParams.get('state');
  const denied = await finish(cookie, { error: 'access_denied\n<b>', state });
  expect(said(denied)).toBe('401 The issuer has refused: access_deniedb');
  expect(said(await finish(cookie, { error: 'access_denied', state: 'x' }))).toBe(ENDED);
});

it('a dump tells neither the cookie nor the ID token', async () => {
  const { Cookie } = await signedIn();
  const rows = JSON.stringify(
    await api.database.sql(
      `select to_jsonb(console_session) as row, encode(sealed, 'escape') from console_session`,
    ),
  );
  expect(rows).not.toContain(Cookie.split('=')[1]);
  expect(rows).not.toMatch(/eyJ/);
});

it('ends, and says where the session at the issuer ends', async () => {
  const visitor = new Visitor();
  const session = await signedIn(visitor);
  const plain = await signedIn();
  const left = await send(other, 'DELETE', '/session?issuer=true', session);
  const location = new URL(String(documentOf(left)['location']));
  expect(location.origin).toBe(issuer.url);
  expect(location.searchParams.get('post_logout_redirect_uri')).toBe(PAGE);
  expect(decodeJwt(location.searchParams.get('id_token_hint')!)).toMatchObject({ sub: 'u1' });
  expect(await isOpen(session)).toBe(false);
  // without the parameter, and for sessions of others, there is none
  expect((await send(api, 'DELETE', '/session', plain)).text).toBe('');
  const bySecret = await api.send('POST', '/session', { headers: json });
  const csrf = String(documentOf(bySecret)['csrfToken']);
  const own = { Cookie: cookieOf(bySecret), 'X-CSRF-Token': csrf };
  const ended = await send(api, 'DELETE', '/session?issuer=true', own);
  expect([ended.status, documentOf(ended)]).toEqual([200, {}]);
  expect(await send(api, 'DELETE', '/session?issuer=maybe', own)).toMatchObject({ status: 401 });
});

describe('a session that ends at the issuer', () => {
  it('ends here with the next request, on all instances', async () => {
    const [visitor, stranger] = [new Visitor(), new Visitor()];
    const session = await signedIn(visitor);
    const elsewhere = await signedIn(stranger);
    expect([await isOpen(session), await isOpen(elsewhere)]).toEqual([true, true]);
    await api.audited();
    const end = new URL('/session/end', issuer.url);
    end.search = new URLSearchParams({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: PAGE,
    }).toString();
    await visitor.leave(end.href, PAGE);
    expect([await isOpen(session), await isOpen(elsewhere)]).toEqual([false, true]);
    expect(await api.audited()).toMatchObject([
      {
        username: `oidc:${issuer.url}`,
        summary: 'POST session end',
        details: expect.stringContaining('object=/session/back-channel; outcome=200') as string,
      },
    ]);
  });

  describe('of an issuer whose words the test decides', () => {
    let tokens: TokenIssuer;
    let told: TestApi;
    beforeAll(async () => {
      tokens = await new TokenIssuer().start();
      await tokens.addKey('one');
      const ofTokens = { oidcIssuer: tokens.url, trustedProxies: ['127.0.0.1'] };
      told = await TestApi.start({ ...settings, ...ofTokens }, api.database);
    });
    afterAll(async () => {
      await told.close();
      await tokens.stop();
    });

    const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    let number = 0;
    const logout = (claims: object = {}, header: object = { typ: 'logout+jwt' }) => {
      const iat = Math.floor(Date.now() / 1000);
      const usual = { aud: CLIENT_ID, iat, jti: `j${(number += 1)}`, events: EVENT };
      return tokens.token('one', { scope: undefined, ...usual, ...claims }, header);
    };
    const tell = (token: string, address = '192.0.2.1') =>
      told.send('POST', '/session/back-channel', {
        authorization: null,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          'X-Forwarded-For': address,
        },
        body: new URLSearchParams({ logout_token: token }).toString(),
      });
    const session = async (principal: string, sid: string | null) => {
      const digest = Buffer.from(`${principal} ${sid}`);
      await api.database.sql(
        `insert into console_session
           (digest, principal_id, principal_name, kind, scopes, expires_at, issuer_session, sealed,
            created_at, last_used)
         values ($1, $2, 'oidc:x', 'token', '{*}', now() + interval '1 hour', $3, '\\x00', now(), now())`,
        [digest, `oidc:${tokens.url} ${principal}`, sid],
      );
    };
    const left = async () =>
      (
        (await api.database.sql(
          `select convert_from(digest, 'utf8') as id from console_session
           where principal_name = 'oidc:x' order by 1`,
        )) as { id: string }[]
      ).map(({ id }) => id);

    it('by its name, else all of the subject', async () => {
      for (const sid of ['s1', 's2', null]) await session('a', sid);
      await session('b', 's1');
      expect((await tell(await logout({ sub: 'a', sid: 's2' }))).status).toBe(200);
      expect(await left()).toEqual(['a s1', 'b s1']);
      expect((await tell(await logout({ sub: undefined, sid: 's1' }, {}))).status).toBe(200);
      expect(await left()).toEqual([]);
      for (const sid of ['s1', null]) await session('a', sid);
      await session('b', 's3');
      expect((await tell(await logout({ sub: 'a' }, { typ: 'JWT' }))).status).toBe(200);
      expect(await left()).toEqual(['b s3']);
    });

    it('by a token that counts one time, of this kind, fresh and for this client', async () => {
      await session('c', 's4');
      const once = await logout({ sub: 'else' });
      expect((await tell(once)).status).toBe(200);
      expect((await tell(once, '192.0.2.9')).status).toBe(400);
      const iat = Math.floor(Date.now() / 1000);
      const wrong = [
        logout({ sub: 'c', aud: 'else' }),
        logout({ sub: 'c', nonce: 'n' }),
        logout({ sub: 'c', events: { other: {} } }),
        logout({ sub: 'c', events: undefined }),
        logout({ sub: 'c', events: 'text' }),
        logout({ sub: 'c', jti: undefined }),
        logout({ sub: undefined }),
        logout({ sub: 'c', iat: iat - 400 }),
        logout({ sub: 'c', iss: 'https://else.example' }),
        logout({ sub: 'c' }, { typ: 'at+jwt' }),
        logout({ sub: 'c' }).then((token) => `${token}x`),
        Promise.resolve(''),
        Promise.resolve('no token'),
        logout({ sub: 'c' }).then((token) => {
          const header = btoa(JSON.stringify({ alg: 'none', kid: 'one' }));
          return [header, token.split('.')[1], ''].join('.');
        }),
      ];
      const answers: string[] = [];
      for (const [index, token] of wrong.entries()) {
        const reply = await tell(await token, `192.0.2.${10 + index}`);
        answers.push(`${reply.status}`);
      }
      expect(answers).toEqual(wrong.map(() => '400'));
      expect(await left()).toEqual(expect.arrayContaining(['c s4']));
      expect((await tell('', '192.0.2.50')).text).toContain('Invalid logout token');
    });

    it('by guesses of one address ten times a minute, which leave no entries', async () => {
      await api.audited();
      const answers = [];
      for (let count = 0; count < 14; count += 1) answers.push((await tell('x')).status);
      expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
      expect(await api.audited()).toEqual([]);
    });
  });
});

describe('an issuer that does not answer', () => {
  const broken: Record<string, (reply: ServerResponse) => void> = {
    'leads elsewhere': (reply) => reply.writeHead(302, { Location: issuer.url }).end(),
    'has too much to say': (reply) => reply.end(`"${'x'.repeat(2 * 1024 * 1024)}"`),
    'is another one': (reply) => reply.end(JSON.stringify({ issuer: issuer.url })),
    'cuts the connection': (reply) => reply.destroy(),
  };
  it.each(Object.entries(broken))('%s: it is away, passwords work', async (_, answer) => {
    const server = createServer((_request, reply) => answer(reply));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const oidcIssuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const alone = await TestApi.start(
      { ...settings, oidcIssuer, failedLoginLimit: 1 },
      api.database,
    );
    expect(said(await send(alone, 'POST', '/sign-in'))).toBe(AWAY);
    const token = 'x'.repeat(43);
    const state = createHmac('sha256', token).update('state').digest('base64url');
    const answered = { code: 'c', state };
    expect(said(await finish(`chat_admin_sign_in=${token}`, answered, alone))).toBe(AWAY);
    const byName = { username: 'admin', password: PASSWORD };
    expect((await send(alone, 'POST', '/session', {}, byName)).status).toBe(201);
    await alone.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('without passwords at the console', () => {
  let closed: TestApi;
  beforeAll(async () => {
    closed = await TestApi.start(
      { ...settings, oidcIssuer: issuer.url, consolePasswords: false, oidcLabel: 'School' },
      api.database,
    );
  });
  afterAll(() => closed.close());

  it('names and passwords are refused there, and nowhere else', async () => {
    expect(documentOf(await send(closed, 'GET', '/sign-in'))).toEqual({
      password: false,
      oidc: true,
      label: 'School',
    });
    const byName = { username: 'admin', password: PASSWORD };
    expect(said(await send(closed, 'POST', '/session', {}, byName))).toBe(
      '403 Sign in with the issuer',
    );
    const bySecret = await closed.send('POST', '/session', {
      headers: json,
      authorization: TEST_SECRET,
    });
    expect(bySecret.status).toBe(201);
  });
});

it('without an issuer, and without the console, nothing of it is there', async () => {
  const plain = await TestApi.start({}, api.database);
  const off = await TestApi.start(
    { ...settings, oidcIssuer: issuer.url, console: false },
    api.database,
  );
  expect(documentOf(await send(plain, 'GET', '/sign-in'))).toEqual({ password: true, oidc: false });
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answers = [
    await send(plain, 'POST', '/sign-in'),
    await plain.send('POST', '/session/back-channel', { headers: form, authorization: null }),
    await send(off, 'GET', '/sign-in'),
    await send(off, 'POST', '/sign-in'),
    await off.send('POST', '/session/back-channel', { headers: form, authorization: null }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(said(await finish(null, { code: 'c', state: 's' }, plain))).toBe(WRONG);
  await plain.close();
  await off.close();
});
