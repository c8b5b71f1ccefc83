import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import type { LegacyConfig } from '../../src/config.js';
import { ADDRESS, encoded, expectReply, TestUserService } from '../support/user-service.js';
import type { Reply } from '../support/user-service.js';

const LIST = '<result></result>';
const NOT_AUTHORISED = '<error>RequestNotAuthorised</error>';
const DISABLED = '<error>UserServiceDisabled</error>';

let service: TestUserService;
async function start(overrides: Partial<LegacyConfig> = {}): Promise<void> {
  service = await TestUserService.start(overrides);
}
afterEach(() => service.stop());

const list = (secret: string | undefined): Promise<Reply> =>
  service.call({ type: 'grouplist', secret });

/** Like a client behind a proxy. */
const listFrom = (forwardedFor: string, secret = TEST_SECRET): Promise<Reply> =>
  service.send('GET', `${ADDRESS}?${encoded({ type: 'grouplist', secret })}`, {
    'X-Forwarded-For': forwardedFor,
  });

it("its own secret counts; the API's is the default", async () => {
  await start();
  expectReply(await list(TEST_SECRET), LIST);
  await service.setProperty('plugin.userservice.secret', 'Öwn &+ secret');
  expectReply(await list('Öwn &+ secret'), LIST);
  for (const wrong of [TEST_SECRET, 'öwn &+ secret', '', undefined])
    expectReply(await list(wrong), NOT_AUTHORISED);
  await service.setProperty('plugin.userservice.secret', '');
  for (const wrong of [TEST_SECRET, '', undefined]) expectReply(await list(wrong), NOT_AUTHORISED);
  await service.setProperty('plugin.userservice.secret', null);
  expectReply(await list(TEST_SECRET), LIST);
  for (const stored of ['', null]) {
    await service.setProperty('plugin.restapi.secret', stored);
    for (const wrong of [TEST_SECRET, '', 'null', undefined])
      expectReply(await list(wrong), NOT_AUTHORISED);
  }
});

it('neither credentials in a header nor the switches of the API have an effect', async () => {
  await start();
  await service.setProperty('plugin.restapi.enabled', 'false');
  await service.setProperty('plugin.restapi.httpAuth', 'basic');
  await service.setProperty('plugin.restapi.allowedIPs', '192.0.2.1');
  expectReply(await list(TEST_SECRET), LIST);
  const headers = { Authorization: TEST_SECRET };
  expectReply(await service.send('GET', `${ADDRESS}?type=grouplist`, headers), NOT_AUTHORISED);
});

it.each([
  ['true', true],
  ['TrUe', true],
  ['false', false],
  ['yes', false],
  ['', false],
  [null, false],
])('plugin.userservice.enabled %j: %s', async (stored, enabled) => {
  await start();
  await service.setProperty('plugin.userservice.enabled', stored);
  expectReply(await list(TEST_SECRET), enabled ? LIST : DISABLED);
  expectReply(await list('wrong'), enabled ? NOT_AUTHORISED : DISABLED);
});

it.each([
  ['', true],
  ['127.0.0.1', true],
  ['192.0.2.1, 127.0.0.0/8', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.1', false],
  ['nonsense', false],
])('plugin.userservice.allowedIPs %j admits this client: %s', async (stored, admitted) => {
  await start();
  await service.setProperty('plugin.userservice.allowedIPs', stored);
  expectReply(await list(TEST_SECRET), admitted ? LIST : NOT_AUTHORISED);
});

it('X-Forwarded-For only counts behind a trusted proxy', async () => {
  await start();
  await service.setProperty('plugin.userservice.allowedIPs', '198.51.100.0/24');
  expectReply(await listFrom('198.51.100.7'), NOT_AUTHORISED);
  await service.stop();
  await start({ trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  await service.setProperty('plugin.userservice.allowedIPs', '198.51.100.0/24');
  expectReply(await listFrom('203.0.113.1, 198.51.100.7, 10.1.2.3'), LIST);
  expectReply(await listFrom('198.51.100.7, 203.0.113.1'), NOT_AUTHORISED);
  expectReply(await listFrom('unknown'), NOT_AUTHORISED);
  expectReply(await list(TEST_SECRET), NOT_AUTHORISED);
});

it('the checks come in order: address, enablement, secret, type, user name, roster item', async () => {
  await start();
  const bad = { type: 'nonsense', secret: 'wrong', username: 'ghost', subscription: '9' };
  const error = async (sent: typeof bad | object): Promise<string> =>
    (await service.call({ ...bad, ...sent })).text;
  await service.setProperty('plugin.userservice.allowedIPs', '192.0.2.1');
  await service.setProperty('plugin.userservice.enabled', 'false');
  expect(await error({})).toBe(NOT_AUTHORISED);
  await service.setProperty('plugin.userservice.allowedIPs', '');
  expect(await error({})).toBe(DISABLED);
  await service.setProperty('plugin.userservice.enabled', 'true');
  expect(await error({})).toBe(NOT_AUTHORISED);
  const right = { secret: TEST_SECRET };
  const illegal = '<error>IllegalArgumentException</error>';
  const nobody = '<error>UserNotFoundException</error>';
  expect(await error(right)).toBe(illegal);
  const roster = { ...right, type: 'delete_roster' };
  expect(await error({ ...roster, username: undefined })).toBe(illegal);
  expect(await error(roster)).toBe(illegal);
  expect(await error({ ...roster, item_jid: 'x@y' })).toBe(illegal);
  expect(await error({ ...roster, subscription: '1' })).toBe(illegal);
  expect(await error({ ...roster, item_jid: '@', subscription: '1' })).toBe(nobody);
  expect(await error({ ...roster, item_jid: 'x@y', subscription: undefined })).toBe(nobody);
});

it('too many wrong secrets are 429 for that client, even with the right one', async () => {
  await start({ failedLoginLimit: 2, trustedProxies: ['127.0.0.1'] });
  for (let count = 0; count < 5; count += 1)
    expectReply(await service.send('GET', `${ADDRESS}?type=grouplist`), NOT_AUTHORISED);
  for (const wrong of ['a', '', 'c'])
    expectReply(await listFrom('192.0.2.1', wrong), NOT_AUTHORISED);
  for (const secret of [TEST_SECRET, 'wrong', '']) {
    const reply = await listFrom('192.0.2.1', secret);
    expect({ status: reply.status, text: reply.text }).toEqual({
      status: 429,
      text: NOT_AUTHORISED,
    });
    expect(reply.headers['content-type']).toBe('text/xml; charset=UTF-8');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  expectReply(await listFrom('192.0.2.2'), LIST);
  await service.setProperty('plugin.userservice.enabled', 'false');
  expectReply(await listFrom('192.0.2.1'), DISABLED);
  await service.setProperty('plugin.userservice.allowedIPs', '192.0.2.9');
  expectReply(await listFrom('192.0.2.1'), NOT_AUTHORISED);
  expect(await service.audited()).toEqual([]);
});

it('too many requests in a second are 429', async () => {
  await start({ rateLimit: 1 });
  const replies = await Promise.all(Array.from({ length: 30 }, () => list(TEST_SECRET)));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.text).toBe(NOT_AUTHORISED);
  expect(refused[0]!.headers['retry-after']).toBe('1');
});
