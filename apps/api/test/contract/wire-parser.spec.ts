import { connect } from 'node:net';
import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import { API_ROOT } from '../../src/http/api-root.js';
import { exchange, exchangeOne, head, parseReply } from '../support/raw-http.js';
import { TEST_SECRET } from '../support/test-config.js';
import { errorText, TestApi, XML } from '../support/test-api.js';

/** What the HTTP parser rejects, for which no hook runs. */
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

const AUTHORIZATION = `Authorization: ${TEST_SECRET}`;
const USER = '{"username":"smuggled","password":"p1-secret"}';
const post = (...headers: string[]): string =>
  head(
    `POST ${API_ROOT}/users HTTP/1.1`,
    AUTHORIZATION,
    'Content-Type: application/json',
    ...headers,
  );

async function isRefused(request: string, status = 400): Promise<void> {
  const reply = await exchangeOne(api, request);
  expect(reply.status).toBe(status);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml',
    'content-length': String(Buffer.byteLength(reply.text)),
    connection: 'close',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(ERROR_ANSWERS).toHaveProperty([reply.headers['x-error-code'] ?? '', 'status'], status);
  expect(reply.text).toMatch(
    new RegExp(
      `^${XML.replaceAll('?', '\\?')}<error><exception>\\w+</exception><message>[^<]+</message>(<detail>[^<]+</detail>)?</error>$`,
    ),
  );
  expect(await api.database.sql('select from account')).toEqual([]);
}

it.each([
  ['nonsense', 'nonsense\r\n\r\n'],
  ['what is no version', head(`GET ${API_ROOT}/users HTTP/x`)],
  ['an unknown method', head(`FETCH ${API_ROOT}/users HTTP/1.1`)],
  ['a method in lower case', head(`get ${API_ROOT}/users HTTP/1.1`)],
  ['a blank in the address', head(`GET ${API_ROOT}/us ers HTTP/1.1`)],
  ['U+0000 in the address', head(`GET ${API_ROOT}/\0 HTTP/1.1`)],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['a header without colon', head(`GET ${API_ROOT}/users HTTP/1.1`, 'nonsense')],
  ['a header name with a blank', head(`GET ${API_ROOT}/users HTTP/1.1`, 'a b: c')],
  ['U+0000 in a header', head(`GET ${API_ROOT}/users HTTP/1.1`, 'a: b\0c')],
])('%s is 400 with an error document', async (_what, request) => {
  await isRefused(request);
});

it.each([
  ['a header', head(`GET ${API_ROOT}/users HTTP/1.1`, `X-Long: ${'x'.repeat(20_000)}`)],
  [
    'the sum of many headers',
    head(
      `GET ${API_ROOT}/users HTTP/1.1`,
      ...Array.from({ length: 400 }, (_, index) => `X-${index}: ${'x'.repeat(60)}`),
    ),
  ],
  ['the address', head(`GET ${API_ROOT}/users/${'x'.repeat(20_000)} HTTP/1.1`)],
])('%s beyond 16 KiB is 431 with an error document', async (_what, request) => {
  await isRefused(request, 431);
});

it.each([
  ['two lengths', ['Content-Length: 46', 'Content-Length: 5']],
  ['two equal lengths', ['Content-Length: 46', 'Content-Length: 46']],
  ['a list of lengths', ['Content-Length: 46, 5']],
  ['a negative length', ['Content-Length: -1']],
  ['a length with a sign', ['Content-Length: +46']],
  ['a hexadecimal length', ['Content-Length: 0x2e']],
  ['a length that overflows', ['Content-Length: 99999999999999999999']],
  ['a length and chunks', ['Content-Length: 46', 'Transfer-Encoding: chunked']],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 46']],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity']],
  ['chunks in chunks', ['Transfer-Encoding: chunked, chunked']],
  ['a length and a coding', ['Content-Length: 46', 'Transfer-Encoding: gzip']],
  ['a blank before the colon', ['Transfer-Encoding : chunked']],
])('%s is refused as request smuggling', async (_what, headers) => {
  await isRefused(`${post(...headers)}${USER}`);
});

it.each([
  ['no length', 'x\r\n'],
  ['a negative length', '-1\r\n'],
  ['a length that overflows', 'fffffffffffffffff\r\n'],
])('a chunk with %s is refused', async (_what, chunk) => {
  const reply = await exchangeOne(api, `${post('Transfer-Encoding: chunked')}${chunk}`);
  expect(reply.status).toBe(400);
  expect(reply.text).toContain('<error><exception>IllegalArgumentException</exception>');
  expect(await api.database.sql('select from account')).toEqual([]);
});

it.each(['xchunked', 'gzip', 'identity', 'gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked'])(
  'the transfer coding %j is 501',
  async (coding) => {
    const chunk = `${USER.length.toString(16)}\r\n${USER}\r\n0\r\n\r\n`;
    const reply = await exchangeOne(api, `${post(`Transfer-Encoding: ${coding}`)}${chunk}`);
    expect(reply).toMatchObject({ status: 501, headers: { connection: 'close' } });
    expect(reply.text).toContain('NotImplementedException');
    expect(await api.database.sql('select from account')).toEqual([]);
  },
);

it.each([
  ['two different hosts', 'Host: other'],
  ['the same host twice', 'host: api'],
])('%s are 400 with an error document', async (_what, second) => {
  const reply = await exchangeOne(
    api,
    head(`GET ${API_ROOT}/users HTTP/1.1`, AUTHORIZATION, second),
  );
  expect(reply.status).toBe(400);
  expect(reply.text).toEqual(
    errorText(
      'xml',
      'IllegalArgumentException',
      'Could not read the request address',
      `${API_ROOT}/users`,
    ),
  );
});

it.each(['/', ' ', 'a b', 'a:b', 'a@b', '[::1', '::1', 'http://a', 'a:80:80', '%zz'])(
  'the host %j, which cannot be read, is 400 with an error document',
  async (host) => {
    const lines = [`GET ${API_ROOT}/users HTTP/1.1`, `Host: x${host}`.replace('x ', 'x y')];
    const request = [...lines, 'Connection: close', AUTHORIZATION, '', ''].join('\r\n');
    const reply = await exchangeOne(api, request);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('<message>Could not read the request address</message>');
  },
);

it.each(['api', 'api:80', 'api:', '', '127.0.0.1:9090', '[::1]:9090', 'a_b.%C3%A9', 'API.'])(
  'the host %j is read',
  async (host) => {
    const lines = [`GET ${API_ROOT}/users HTTP/1.1`, `Host: ${host}`];
    const request = [...lines, 'Connection: close', AUTHORIZATION, '', ''].join('\r\n');
    expect((await exchangeOne(api, request)).status).toBe(200);
  },
);

it.each(['HTTP/2.0', 'HTTP/3.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/9.9'])(
  '%s is 505 with an error document',
  async (version) => {
    const request = head(`GET ${API_ROOT}/users ${version}`, AUTHORIZATION);
    const reply = await exchangeOne(api, request);
    expect(reply).toMatchObject({ status: 505, headers: { connection: 'close' } });
    expect(reply.text).toContain('<exception>HTTPVersionNotSupportedException</exception>');
  },
);

it.each(['wrong', TEST_SECRET])('a second Authorization, %j, is 401', async (second) => {
  const lines = [AUTHORIZATION, `authorization: ${second}`];
  for (const address of ['/users', '/session']) {
    const method = address === '/session' ? 'POST' : 'GET';
    const request = head(`${method} ${API_ROOT}${address} HTTP/1.1`, ...lines, 'Content-Length: 0');
    const reply = await exchangeOne(api, request);
    expect(reply.status).toBe(401);
    expect(reply.text).toContain('<message>Authentication failed</message>');
  }
});

it('CONNECT is 501 with an error document', async () => {
  const request = `CONNECT ${API_ROOT}/users HTTP/1.1\r\nHost: api\r\n\r\n`;
  const reply = await exchangeOne(api, request);
  expect(reply).toMatchObject({ status: 501, headers: { connection: 'close' } });
  expect(reply.text).toContain('<exception>NotImplementedException</exception>');
});

it('a broken request after an upgrade is 400 immediately', async () => {
  const upgrade = [
    `GET ${API_ROOT}/users HTTP/1.1`,
    'Host: api',
    AUTHORIZATION,
    'Connection: Upgrade',
    'Upgrade: websocket',
  ].join('\r\n');
  const received = await exchange(api, `${upgrade}\r\n\r\nnonsense\r\n\r\n`);
  const [first, second] = received.split(/(?=HTTP\/1\.1 )/).map(parseReply);
  expect(first).toMatchObject({ status: 200, text: `${XML}<users/>` });
  expect(second).toMatchObject({ status: 400, headers: { connection: 'close' } });
});

it('a request without Host is 400 with an error document, one without version 505', async () => {
  const lines = [`GET ${API_ROOT}/users HTTP/1.1`, AUTHORIZATION, 'Connection: close', '', ''];
  const reply = await exchangeOne(api, lines.join('\r\n'));
  expect(reply.status).toBe(400);
  expect(reply.text).toContain('<message>Could not read the request address</message>');
  expect((await exchangeOne(api, `GET ${API_ROOT}/users\r\n\r\n`)).status).toBe(505);
});

it('an HTTP/1.0 request needs no Host', async () => {
  const request = `GET ${API_ROOT}/users HTTP/1.0\r\n${AUTHORIZATION}\r\n\r\n`;
  expect(await exchangeOne(api, request)).toMatchObject({ status: 200, text: `${XML}<users/>` });
});

it.each(['http://[', 'http://', 'http://:80', 'HTTPS://a@b', 'http://a:b', 'http://::1'])(
  'the target with the authority %s, which cannot be read, is refused',
  async (start) => {
    const request = head(`GET ${start}${API_ROOT}/users HTTP/1.1`, AUTHORIZATION);
    const reply = await exchangeOne(api, request);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('<exception>IllegalArgumentException</exception>');
  },
);

it.each(['http://a', 'HTTP://a:', 'https://[::1]:9', 'http://%61.b'])(
  'the authority of the target %s is read',
  async (start) => {
    const request = head(`GET ${start}${API_ROOT}/users HTTP/1.1`, AUTHORIZATION);
    expect((await exchangeOne(api, request)).status).toBe(200);
  },
);

it.each(['nonsense', '100-continue, more', 'more, 100-continue'])(
  'the expectation %j is 417 with an error document',
  async (expectation) => {
    const request = head(`GET ${API_ROOT}/users HTTP/1.1`, AUTHORIZATION, `Expect: ${expectation}`);
    const answers = (await exchange(api, request)).split(/(?<=100 Continue\r\n\r\n)/);
    const { status, text } = parseReply(answers.at(-1)!);
    expect(status).toBe(417);
    expect(text).toContain('<exception>ExpectationFailedException</exception>');
  },
);

it('an upgrade is ignored, and an expectation without value or of HTTP/1.0', async () => {
  const old = `GET ${API_ROOT}/users HTTP/1.0\r\n${AUTHORIZATION}\r\nExpect: more\r\n\r\n`;
  expect((await exchangeOne(api, old)).status).toBe(200);
  for (const headers of [
    ['Expect:'],
    ['Connection: Upgrade', 'Upgrade: websocket'],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQ'],
  ]) {
    const reply = await exchangeOne(
      api,
      head(`GET ${API_ROOT}/users HTTP/1.1`, AUTHORIZATION, ...headers),
    );
    expect(reply).toMatchObject({ status: 200, text: `${XML}<users/>` });
  }
});

it('a body sent with Expect is requested', async () => {
  const request = head(
    `PUT ${API_ROOT}/users/ghost HTTP/1.1`,
    AUTHORIZATION,
    'Expect: 100-continue',
    'Content-Type: application/json',
    'Content-Length: 2',
  );
  const [interim, final] = (await exchange(api, `${request}{}`)).split(/(?<=100 Continue\r\n\r\n)/);
  expect(interim).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  expect(parseReply(final!).status).toBe(404);
});

describe('bytes above 0x7F in the address', () => {
  const raw = (text: string): string => Buffer.from(text).toString('latin1');
  const search = raw('/users?search=blåbær');
  const get = (target: string, ...headers: string[]): string =>
    head(`GET ${API_ROOT}${target} HTTP/1.1`, AUTHORIZATION, ...headers);
  const keepAlive = (method: string, target: string, ...headers: string[]): string =>
    [
      `${method} ${API_ROOT}${target} HTTP/1.1`,
      'Host: api',
      AUTHORIZATION,
      ...headers,
      '',
      '',
    ].join('\r\n');
  const FOUND = /^<\?xml[^>]*\?><users><user><username>blåbær<\/username>/;
  const REFUSED = `${XML}<error><exception>IllegalArgumentException</exception><message>Could not read the request address</message><detail>percent-encode it: RFC 3986, section 2.1</detail></error>`;
  const answersTo = async (bytes: string) =>
    (await exchange(api, bytes)).split(/(?=HTTP\/1\.1 )/).map(parseReply);

  beforeAll(async () => {
    const body = { username: 'blåbær', password: 'p1-secret' };
    expect((await api.call('POST', '/users', 'json', body)).status).toBe(201);
  });
  afterAll(() => api.call('DELETE', '/users/bl%C3%A5b%C3%A6r', 'xml'));

  it.each([
    ['a query', get(search)],
    ['a part of a query', get(raw('/users?limit=5&search=bl%C3%A5bær&sort=username'))],
    ['a query of HTTP/1.0', get(search).replace('HTTP/1.1', 'HTTP/1.0')],
    ['a query of an absolute address', get(search).replace('GET ', 'GET http://api')],
    ['a query that asks to keep the connection', keepAlive('GET', search)],
    ['a query beside a header with such bytes', get(search, raw('X-Name: blåbær'))],
  ])('of %s count as percent-encoded, and the connection is closed', async (_what, request) => {
    const [answer, ...more] = await answersTo(request);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(answer!.text).toMatch(FOUND);
  });

  it('count so in a request after another on the connection, too', async () => {
    const answers = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
      let received = '';
      socket.on('data', (bytes: Buffer) => {
        const isFirst = received === '';
        received += bytes.toString('latin1');
        if (isFirst) socket.write(get(search), 'latin1');
      });
      socket.on('close', () => resolve(received)).on('error', reject);
      socket.write(keepAlive('GET', '/groups'));
    });
    const [first, second] = answers.split(/(?=HTTP\/1\.1 )/).map(parseReply);
    expect([first!.status, second!.status]).toEqual([200, 200]);
    expect(second!.text).toMatch(FOUND);
  });

  it('meet all checks of other requests', async () => {
    const anonymous = get(search).replace(AUTHORIZATION, 'X-Other: x');
    expect((await answersTo(anonymous)).map(({ status }) => status)).toEqual([401]);
    const hosts = await answersTo(get(search, 'Host: other'));
    expect(hosts.map(({ status }) => status)).toEqual([400]);
    const nowhere = await answersTo(get(raw('/nowhere?a=æ')));
    expect(nowhere.map(({ status }) => status)).toEqual([404]);
    const key = await answersTo(get(search, 'If-None-Match: "x"', 'Accept: application/json'));
    expect(JSON.parse(key[0]!.text)).toMatchObject({ users: [{ username: 'blåbær' }] });
  });

  it.each([
    ['of a path', get(raw('/users/blåbær'))],
    ['of a path and a query', get(raw('/users/blåbær?search=å'))],
    ['of a path alone that is one byte', get('/users/\xe6')],
    ['of a HEAD', get(search).replace('GET', 'HEAD')],
    ['of a DELETE', get(raw('/users/ola?x=å')).replace('GET', 'DELETE')],
    ['of a POST', `${post('Content-Length: 46').replace('/users', raw('/users?x=å'))}${USER}`],
    ['of no UTF-8', get('/users?search=bl\xe5b\xe6r')],
    ['of UTF-8 that is cut off', get('/users?search=bl\xc3')],
    ['of half a surrogate pair', get('/users?search=\xed\xa0\x80')],
    ['with a blank', get(raw('/users?search=blå bær'))],
    ['and a fragment', get(raw('/users?search=blå#bær'))],
    ['and another control', get(raw('/users?search=blå\x7f'))],
    ['with a length', get(search, 'Content-Length: 0')],
    ['with a length in capitals', get(search, 'CONTENT-LENGTH: 0')],
    ['with chunks', `${get(search, 'Transfer-Encoding: chunked')}0\r\n\r\n`],
    ['with a folded header', get(search, 'X-Name: a', ' b')],
    ['with a header without colon', get(search, 'nonsense')],
    ['with a blank before a colon', get(search, 'X-Name : a')],
    ['with a bare line feed', get(search).replace('Host: api\r\n', 'Host: api\n')],
    ['with a bare carriage return', get(search, 'X-Name: a\rb')],
    ['with more than a header block may have', get(search, `X-Name: ${'x'.repeat(17_000)}`)],
    ['with one byte behind it', `${get(search)}x`],
    ['with an empty line behind it', `${get(search)}\r\n`],
    ['without the end of its headers', get(search).slice(0, -2)],
  ])('%s are 400', async (_what, request) => {
    const answers = await answersTo(request);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([[400, REFUSED]]);
    expect(answers[0]!.headers).toMatchObject({ connection: 'close' });
  });

  it('a blank alone is 400 with the same detail', async () => {
    for (const target of ['/us ers', '/users?search=a b']) {
      const [answer] = await answersTo(get(target));
      expect([answer!.status, answer!.text]).toEqual([400, REFUSED]);
    }
  });

  describe('smuggle nothing', () => {
    const smuggled = keepAlive(
      'POST',
      '/users',
      'Content-Type: application/json',
      `Content-Length: ${USER.length}`,
    ).concat(USER);
    const accounts = () => api.database.sql('select username from account order by username');

    it.each([
      ['behind it', [], smuggled],
      ['behind a length', ['Content-Length: 0'], smuggled],
      ['behind a wrong length', [`Content-Length: ${smuggled.length}`], smuggled],
      ['behind two lengths', ['Content-Length: 0', 'Content-Length: 5'], smuggled],
      ['behind a list of lengths', ['Content-Length: 0, 0'], smuggled],
      ['behind a length with a sign', ['Content-Length: +0'], smuggled],
      ['behind a length with a blank', ['Content-Length : 0'], smuggled],
      ['behind a length after a tabulator', ['Content-Length:\t0'], smuggled],
      ['behind a folded length', ['X: y', ' Content-Length: 0'], smuggled],
      ['behind a length after a bare line feed', ['X: y\nContent-Length: 0'], smuggled],
      ['behind a length after a bare carriage return', ['X: y\rContent-Length: 0'], smuggled],
      ['behind chunks', ['Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
      ['behind chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 0'], smuggled],
      ['behind other chunks', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
      ['behind chunks with a blank', ['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled}`],
      ['behind two codings', ['Transfer-Encoding: identity, chunked'], `0\r\n\r\n${smuggled}`],
      ['behind an upgrade', ['Connection: Upgrade', 'Upgrade: h2c'], smuggled],
      ['behind an expectation', ['Expect: 100-continue'], smuggled],
    ])('%s', async (_what, headers, rest) => {
      for (const start of [search, raw('/users/å'), raw('/users?å b')]) {
        const answers = await answersTo(`${keepAlive('GET', start, ...headers)}${rest}`);
        expect(answers.map(({ status }) => status)).toEqual([400]);
        expect(await accounts()).toEqual([{ username: 'blåbær' }]);
      }
    });

    it('in front of it, where the first request is answered alone', async () => {
      const first = keepAlive('GET', '/groups');
      const answers = await answersTo(`${first}${keepAlive('GET', search)}${smuggled}`);
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
      const whole = await answersTo(`${first}${get(search)}`);
      expect(whole.map(({ status }) => status)).toEqual([200, 400]);
      expect(await accounts()).toEqual([{ username: 'blåbær' }]);
    });

    it('in a later packet', async () => {
      const received = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
        let text = '';
        socket.on('data', (bytes: Buffer) => {
          text += bytes.toString('latin1');
          socket.write(smuggled);
        });
        socket.on('close', () => resolve(text));
        socket.on('error', (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
        });
        socket.write(keepAlive('GET', search), 'latin1');
        socket.write(smuggled);
      });
      expect(received.match(/HTTP\/1\.1 \d{3}/g)?.slice(1) ?? []).toEqual([]);
      expect(await accounts()).toEqual([{ username: 'blåbær' }]);
    });
  });
});

it('garbage after a request does not affect its response', async () => {
  const first = `GET ${API_ROOT}/users/ghost HTTP/1.1\r\nHost: api\r\n${AUTHORIZATION}\r\n\r\n`;
  const received = await exchange(api, `${first}nonsense\r\n\r\n`);
  const answers = received.split(/(?=HTTP\/1\.1 )/);
  for (const answer of answers) {
    const { headers, text } = parseReply(answer);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  }
});
