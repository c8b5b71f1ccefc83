import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

/** Contract: core 1.4, address list, client address, failed logins, request rate */
let api: TestApi;
afterEach(() => api.stop());

const get = (call: Call = {}): Promise<Reply> => api.send('GET', '/users', call);
const from = (forwardedFor: string | readonly string[], call: Call = {}): Promise<Reply> =>
  get({ ...call, headers: { 'X-Forwarded-For': forwardedFor as string } });

it('the address list admits the addresses it names and refuses all others', async () => {
  api = await TestApi.start();
  for (const [list, expected] of [
    ['', 200],
    [' , ', 200],
    ['127.0.0.1', 200],
    [' 192.0.2.1 ,127.0.0.1 ', 200],
    ['127.0.0.0/8', 200],
    ['0.0.0.0/0', 200],
    ['::ffff:127.0.0.1', 200],
    ['::ffff:7f00:1', 200],
    ['192.0.2.1', 401],
    ['127.0.0.2', 401],
    ['10.0.0.0/8', 401],
    ['127.0.0.0/8/8', 401],
    ['127.0.0.1/33', 401],
    ['127.*', 401],
    ['localhost', 401],
    ['::1', 401],
  ] as const) {
    await api.setProperty('plugin.restapi.allowedIPs', list);
    expect([list, (await get()).status]).toEqual([list, expected]);
  }
});

it('a refused address learns nothing about credentials and counts no failed login', async () => {
  api = await TestApi.start({ failedLoginLimit: 1 });
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
  await api.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
  for (let tries = 0; tries < 5; tries += 1) {
    const reply = await get({ authorization: 'Basic eDp5' });
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toBe(
      'Bearer realm="REST API", Basic realm="REST API", charset="UTF-8"',
    );
  }
});

it('X-Forwarded-For is ignored unless the peer is a trusted proxy', async () => {
  api = await TestApi.start({ trustedProxies: ['10.0.0.0/8'] });
  await api.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
  expect((await from('192.0.2.1')).status).toBe(401);
  await api.setProperty('plugin.restapi.allowedIPs', '127.0.0.1');
  expect((await from('192.0.2.1')).status).toBe(200);
});

it('trusted proxies determine the client address', async () => {
  api = await TestApi.start({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  await api.setProperty('plugin.restapi.allowedIPs', '192.0.2.0/24,10.0.0.3,127.0.0.1');
  for (const [forwarded, expected] of [
    ['192.0.2.1', 200],
    ['198.51.100.1', 401],
    ['198.51.100.1, 192.0.2.1', 200],
    ['192.0.2.1, 198.51.100.1', 401],
    ['192.0.2.1, 10.0.0.9', 200],
    ['198.51.100.1,10.0.0.9 ,127.0.0.1', 401],
    ['10.0.0.3, 10.0.0.9', 200],
    ['10.0.0.9, 10.0.0.3', 401],
    ['192.0.2.1, unknown', 401],
    ['192.0.2.1:4711', 401],
    ['', 200],
  ] as const) {
    expect([forwarded, (await from(forwarded)).status]).toEqual([forwarded, expected]);
  }
  expect((await from(['198.51.100.1', '192.0.2.1'])).status).toBe(200);
  expect((await from(['192.0.2.1', '198.51.100.1'])).status).toBe(401);
  const headers = { 'X-Real-IP': '198.51.100.1', Forwarded: 'for=198.51.100.1' };
  expect((await get({ headers })).status).toBe(200);
});

it('too many failed logins from one address are 429, even with the right credentials', async () => {
  api = await TestApi.start({ failedLoginLimit: 3, trustedProxies: ['127.0.0.1'] });
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await from('192.0.2.1', { authorization: null })).status).toBe(401);
  }
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await from('192.0.2.1', { authorization: 'wrong' })).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(200);
  }
  const refused = await from('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(refused.text).toContain('<exception>TooManyRequestsException</exception>');
  expect(refused.text).toContain('<message>Too many requests</message>');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await from('192.0.2.1', { authorization: null })).status).toBe(429);
  expect((await from('192.0.2.2')).status).toBe(200);
});

it('an IPv6 network counts as one address, and so does IPv4-mapped IPv6', async () => {
  api = await TestApi.start({ failedLoginLimit: 1, trustedProxies: ['127.0.0.1'] });
  for (const [guessing, refused, others] of [
    [['2001:db8:0:1::a', '2001:db8:0:1:ffff::b'], '2001:db8:0:1::c', '2001:db8:0:2::a'],
    [['192.0.2.1', '::ffff:192.0.2.1'], '::ffff:c000:201', '::ffff:192.0.2.2'],
  ] as const) {
    for (const address of guessing) {
      expect((await from(address, { authorization: 'wrong' })).status).toBe(401);
    }
    expect((await from(refused)).status).toBe(429);
    expect((await from(others)).status).toBe(200);
  }
});

it('for an invalid forwarded address the peer is counted', async () => {
  api = await TestApi.start({ failedLoginLimit: 1, trustedProxies: ['127.0.0.1'] });
  for (const text of ['a', 'b']) await from(text, { authorization: 'wrong' });
  expect((await from('c')).status).toBe(429);
  expect((await from('192.0.2.1')).status).toBe(200);
});

it('right credentials do not count as failed logins', async () => {
  api = await TestApi.start({ failedLoginLimit: 1 });
  for (let tries = 0; tries < 10; tries += 1) expect((await get()).status).toBe(200);
});

it('the failed-login limit can be switched off', async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  for (let tries = 0; tries < 150; tries += 1) await get({ authorization: 'wrong' });
  expect((await get()).status).toBe(200);
});

it('too many requests from one address are 429, whatever they request', async () => {
  api = await TestApi.start({ rateLimit: 2, trustedProxies: ['127.0.0.1'] });
  let reply = await from('192.0.2.1');
  for (let sent = 0; sent < 50 && reply.status !== 429; sent += 1) reply = await from('192.0.2.1');
  expect(reply.status).toBe(429);
  expect(reply.headers['retry-after']).toBe('1');
  expect(reply.text).toContain('<message>Too many requests</message>');
  expect((await from('192.0.2.2')).status).toBe(200);
});

describe('parallel guesses', () => {
  const basic = (name: string, password: string) =>
    `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  beforeEach(async () => {
    api = await TestApi.start({ failedLoginLimit: 10, trustedProxies: ['127.0.0.1'] });
    await api.call('POST', '/users', 'json', { username: 'admin', password: 'p1-secret' });
    await api.setProperty('plugin.restapi.httpAuth', 'basic');
  });

  it('fail no more often than the limit allows, and all others are refused', async () => {
    const guesses = Array.from({ length: 60 }, (_, index) =>
      from('192.0.2.1', { authorization: basic('admin', `guess-${index}`) }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(11);
    expect(statuses.filter((status) => status === 429)).toHaveLength(49);
    expect((await from('192.0.2.2', { authorization: basic('admin', 'p1-secret') })).status).toBe(
      200,
    );
  });

  it('with the right credentials succeed in any number', async () => {
    const right = Array.from({ length: 60 }, () =>
      from('192.0.2.3', { authorization: basic('admin', 'p1-secret') }),
    );
    const statuses = new Set((await Promise.all(right)).map(({ status }) => status));
    // 503: the database of a slow machine is asked too much at once
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
  });
});
