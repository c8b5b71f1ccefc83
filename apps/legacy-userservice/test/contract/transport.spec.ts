import { connect } from 'node:net';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import {
  isUserserviceAddress,
  USERSERVICE_ADDRESSES,
} from '@chat-admin/server/edge/userservice-address';
import {
  ADDRESS,
  expectDocument,
  expectReply,
  FORM,
  TestUserService,
} from '../support/user-service.js';

let service: TestUserService;
beforeAll(async () => {
  service = await TestUserService.start({ maxBodyBytes: 2048, sunset: '2027-06-30' });
  await service.seed();
});
afterAll(() => service.stop());

const OK = '<result>OK</result>';
const ENABLE = `secret=${TEST_SECRET}&type=enable&username=ann`;

/** Sends raw bytes and returns what is received until the server closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(service.url.port), service.url.hostname);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => (received += text));
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // the server closed while the request was being written
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.write(bytes, 'latin1');
  });
}

describe.each(USERSERVICE_ADDRESSES)('%s', (address) => {
  it('is served with a trailing slash, with and without a query', async () => {
    const success = address === ADDRESS ? OK : '<result>ok</result>';
    expectReply(await service.send('GET', `${address}/?${ENABLE}`), success);
    const headers = { 'Content-Type': FORM };
    expectReply(await service.send('POST', `${address}/`, headers, ENABLE), success);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'REPORT'])(
    '%s is 405',
    async (method) => {
      const reply = await service.send(method, `${address}?${ENABLE}`);
      expectDocument(reply, 405, 'MethodNotAllowedException', address);
      expect(reply.headers.allow).toBe('GET, POST, OPTIONS');
    },
  );

  it('HEAD is 405 and does nothing', async () => {
    const before = await service.stored();
    const reply = await service.send('HEAD', `${address}?${ENABLE.replace('enable', 'disable')}`);
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 405, text: '' });
    expect(await service.stored()).toEqual(before);
  });

  it('OPTIONS names the methods', async () => {
    const reply = await service.send('OPTIONS', address);
    expect({ status: reply.status, text: reply.text, allow: reply.headers.allow }).toEqual({
      status: 200,
      text: '',
      allow: 'GET, POST, OPTIONS',
    });
  });

  it('redirects to the login page without the query string', async () => {
    await service.setProperty('adminConsole.access.allow-wildcards-in-excludes', 'false');
    for (const method of ['GET', 'POST', 'OPTIONS', 'PUT', 'HEAD']) {
      const reply = await service.send(method, `${address}?${ENABLE}`);
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 302, text: '' });
      expect(reply.headers.location).toBe(`/login.jsp?url=${address.replaceAll('/', '%2F')}`);
    }
    const readiness = await fetch(`${service.managementUrl}/readyz`);
    expect([readiness.status, await readiness.text()]).toEqual([
      503,
      'readiness/server (access)\n',
    ]);
    expectDocument(
      await service.send('GET', '/login.jsp?url=x'),
      404,
      'NotFoundException',
      '/login.jsp',
    );
    await service.setProperty('adminConsole.access.allow-wildcards-in-excludes', 'true');
  });
});

it.each([
  '/',
  '/plugins/restapi/userservice//',
  '/plugins/restapi/userservice/x',
  '/plugins/restapi/Userservice',
  '/plugins/restapi/./userservice',
  '/plugins/restapi/user%73ervice',
  '/plugins/restapi/userservice%2F',
  '/plugins/restapi/userservice;x=1',
  '/plugins/restapi/userservice%zz',
  '/plugins/restapi/v1/users',
  '/%00',
  '/%ff',
])('%s is 404 by every method', async (path) => {
  for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'])
    expectDocument(await service.send(method, `${path}?${ENABLE}`), 404, 'NotFoundException', path);
  expect(isUserserviceAddress(path)).toBe(false);
});

it('accepts the absolute form of proxies', async () => {
  const reply = await raw(
    `GET http://chat.example.org${ADDRESS}?${ENABLE} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(reply).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\n<result>OK<\/result>$/);
});

it('the query is UTF-8 in percent-encoding', async () => {
  const target = `${ADDRESS}?secret=${TEST_SECRET}&type=update&username=ann&name=J%C3%BCr+gen%21`;
  expectReply(await service.send('GET', target), OK);
  expect(await service.sql("select name from account where username = 'ann'")).toEqual([
    { name: 'Jür gen!' },
  ]);
});

it('a form that is too long is 413, declared or not, and changes nothing', async () => {
  const long = `${ENABLE.replace('enable', 'disable')}&x=${'x'.repeat(2048)}`;
  const before = await service.stored();
  const headers = { 'Content-Type': FORM };
  expectDocument(
    await service.send('POST', ADDRESS, headers, long),
    413,
    'PayloadTooLargeException',
    ADDRESS,
  );
  const chunked = await raw(
    `POST ${ADDRESS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`,
  );
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
  expect(await service.stored()).toEqual(before);
  const limit = ENABLE.padEnd(2048, '&');
  expectReply(await service.send('POST', ADDRESS, headers, limit), OK);
});

it('every response carries the headers of its deprecation and of the service', async () => {
  for (const target of [`${ADDRESS}?${ENABLE}`, ADDRESS, '/nowhere']) {
    const { headers } = await service.send('GET', target, {
      'X-Request-Id': 'abc:1',
      'Accept-Encoding': 'gzip',
      Origin: 'http://x',
    });
    expect(headers).toMatchObject({
      deprecation: '@1735689600',
      link: '</plugins/restapi/v1/docs/>; rel="deprecation"',
      sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
      'x-request-id': 'abc:1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['content-encoding', 'set-cookie', 'access-control-allow-origin', 'vary'])
      expect(headers).not.toHaveProperty(name);
  }
});

it('Accept is ignored', async () => {
  for (const accept of ['application/json', 'text/html', 'nonsense', ''])
    expectReply(await service.send('GET', `${ADDRESS}?${ENABLE}`, { Accept: accept }), OK);
});

it.each([
  ['nonsense', 'nonsense\r\n\r\n', 400],
  ['an unknown method', `FETCH ${ADDRESS} HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
  ['no host', `GET ${ADDRESS}?${ENABLE} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
  [
    'two hosts',
    `GET ${ADDRESS}?${ENABLE} HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n`,
    400,
  ],
  ['CONNECT', `CONNECT ${ADDRESS} HTTP/1.1\r\nHost: x\r\n\r\n`, 501],
  [
    'another transfer coding',
    `POST ${ADDRESS} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    501,
  ],
  [
    'two lengths',
    `POST ${ADDRESS} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    400,
  ],
  ['a long address', `GET ${ADDRESS}?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
])('%s is answered with an error document', async (_what, request, status) => {
  const reply = await raw(request);
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(reply).toMatch(/content-type: application\/xml\r\n/i);
  expect(reply).toMatch(/<error><exception>\w+<\/exception><message>[^<]+<\/message>.*<\/error>$/);
  expect(reply).not.toContain(TEST_SECRET);
});

it('a broken request after an upgrade is 400 immediately', async () => {
  const upgrade = `GET ${ADDRESS}?${ENABLE} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`;
  expect(await raw(`${upgrade}nonsense\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 200 [^]*<result>OK<\/result>HTTP\/1\.1 400 /,
  );
});

it.each([
  ['another expectation', `GET ${ADDRESS}?${ENABLE} HTTP/1.1`, 'Expect: nonsense', 417],
  ['100-continue', `GET ${ADDRESS}?${ENABLE} HTTP/1.1`, 'Expect: 100-continue', 100],
  ['an authority that cannot be read', `GET http://[${ADDRESS}?${ENABLE} HTTP/1.1`, 'X: y', 400],
  ['an authority', `GET http://[::1]:9${ADDRESS}?${ENABLE} HTTP/1.1`, 'X: y', 200],
])('answers %s', async (_what, line, header, status) => {
  const head = [line, 'Host: x', header, 'Connection: close', '', ''].join('\r\n');
  expect(await raw(head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

it('uses are counted by client address, and probes answer', async () => {
  await service.send('GET', `${ADDRESS}?type=grouplist&secret=wrong-sesame`);
  await service.send('GET', `${ADDRESS}?type=wrong-sesame&secret=${TEST_SECRET}`);
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
  expect(metrics).toMatch(
    /^legacy_userservice_requests_total\{address="127\.0\.0\.1",type="enable",status="200",error="none"\} [1-9]/m,
  );
  expect(metrics).toMatch(
    /^legacy_userservice_requests_total\{address="127\.0\.0\.1",type="grouplist",status="200",error="RequestNotAuthorised"\} 1$/m,
  );
  for (const hidden of [TEST_SECRET, 'wrong-sesame']) expect(metrics).not.toContain(hidden);
  for (const probe of ['livez', 'readyz'])
    expect((await fetch(`${service.managementUrl}/${probe}`)).status).toBe(200);
});

describe('bytes above 0x7F in a query', () => {
  const request = (method: string, target: string, ...headers: string[]) =>
    [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join(
      '\r\n',
    );
  const query = (name: string) => `secret=${TEST_SECRET}&type=update&username=ann&name=${name}`;
  const nameOf = async () => {
    const [account] = await service.sql("select name from account where username = 'ann'");
    return account!['name'];
  };

  it('count as percent-encoded UTF-8, as PHP sends them', async () => {
    const sent = Buffer.from(query('Björn+Åå')).toString('latin1');
    const received = await raw(request('GET', `${ADDRESS}?${sent}`));
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.split('\r\n\r\n')[1]).toBe(OK);
    expect(await nameOf()).toBe('Björn Åå');
  });

  it('are 400 with the text of the user service where they are no UTF-8, or not alone', async () => {
    const before = await nameOf();
    const address = `${ADDRESS}?${query('Bj\xf6rn')}`;
    const utf8 = `${ADDRESS}?${query('Bj\xc3\xb6rn')}`;
    for (const sent of [
      request('GET', address),
      request('GET', `${ADDRESS}?${query('a b')}`),
      request('GET', utf8, 'Content-Length: 0'),
      request('POST', utf8, 'Content-Length: 0'),
      `${request('GET', utf8)}${request('GET', ADDRESS)}`,
    ]) {
      const received = await raw(sent);
      expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
      expect(received).toContain('\r\nContent-Type: text/xml; charset=UTF-8\r\n');
      expect(received.split('\r\n\r\n')[1]).toBe('<error>IllegalArgumentException</error>');
    }
    expect(await nameOf()).toBe(before);
  });
});
