import pg from 'pg';
import { expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let other: pg.Client;
beforeAll(async () => {
  api = await TestApi.start({ listTimeoutMs: 50 });
  other = new pg.Client(api.database.url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await api.stop();
});

const TOO_SLOW = 'The list takes too long, narrow the filter';

it('a page that takes too long is ended, waits for locks included', async () => {
  expect((await api.call('GET', '/users?limit=1', 'json')).status).toBe(200);
  await other.query('begin; lock table account in access exclusive mode');
  for (const query of ['limit=1', 'limit=1&sort=-name&total=true', 'total=true']) {
    const reply = await api.call('GET', `/users?${query}`, 'json');
    const slow = refusal(503, 'ServiceUnavailableException');
    expectError(reply, 'json', slow(TOO_SLOW, '/plugins/restapi/v1/users'));
    expect(reply.headers).not.toHaveProperty('retry-after');
  }
  await other.query('rollback');
  expect((await api.call('GET', '/users?limit=1', 'json')).status).toBe(200);
});

it('so is the overview, for those who are shown what takes too long', async () => {
  const rooms = (await makeKey(api, ['rooms:read'])).bearer;
  await other.query('begin; lock table account in access exclusive mode');
  const reply = await api.call('GET', '/system/overview', 'json');
  const slow = refusal(503, 'ServiceUnavailableException');
  expectError(reply, 'json', slow(TOO_SLOW, '/plugins/restapi/v1/system/overview'));
  expect((await sendJson(api, 'GET', '/system/overview', undefined, rooms)).status).toBe(200);
  await other.query('rollback');
  expect((await api.call('GET', '/system/overview', 'json')).status).toBe(200);
});
