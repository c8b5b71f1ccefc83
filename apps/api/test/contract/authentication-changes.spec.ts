import { TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  for (const username of ['ola', 'kim']) {
    await api.call('POST', '/users', 'json', { username, password: 'first' });
  }
  await api.setProperty('admin.authorizedJIDs', 'ola@example.org,kim@example.org');
  await api.setProperty('plugin.restapi.httpAuth', 'basic');
});
afterAll(() => api.stop());

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const status = async (method: string, path: string, authorization: string, body?: object) =>
  (
    await api.send(method, path, {
      authorization,
      body,
      headers: { 'Content-Type': 'application/json' },
    })
  ).status;
const kim = basic('kim', 'first');

const ROUNDS = 30;

it('a lockout refuses a cached login as soon as it is answered', async () => {
  const ola = basic('ola', 'first');
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await status('GET', '/users/ola', ola)).toBe(200);
    expect(await status('POST', '/lockouts/ola', kim)).toBe(201);
    expect(await status('GET', '/users/ola', ola)).toBe(401);
    expect(await status('DELETE', '/lockouts/ola', kim)).toBe(200);
  }
});

it('a lockout that begins later refuses a cached login from then on, and no longer than it lasts', async () => {
  const ola = basic('ola', 'first');
  const times = `starts_at <= clock_timestamp() as begun, ends_at <= clock_timestamp() as ended`;
  const clock = async () =>
    (await api.database.sql(`select ${times} from lockout`))[0] ?? { begun: true, ended: true };
  expect(await status('GET', '/users/ola', ola)).toBe(200);
  const from = new Date(Date.now() + 1_000);
  const until = new Date(Date.now() + 2_000);
  expect(await status('PUT', '/lockouts/ola', kim, { from, until })).toBe(201);
  const seen = new Set<string>();
  for (let isOver = false; !isOver;) {
    const before = await clock();
    const found = await status('GET', '/users/ola', ola);
    const after = await clock();
    if (before['begun'] === true && after['ended'] !== true) expect(found).toBe(401);
    if (after['begun'] !== true || before['ended'] === true) expect(found).toBe(200);
    seen.add(`${before['begun'] === true} ${found}`);
    isOver = before['ended'] === true;
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining(['false 200', 'true 200', 'true 401']));
});

it('a new password invalidates the old one as soon as it is answered', async () => {
  let current = 'first';
  for (let round = 0; round < ROUNDS; round += 1) {
    const old = basic('ola', current);
    expect(await status('GET', '/users/ola', old)).toBe(200);
    current = `password-${round}`;
    expect(await status('PUT', '/users/ola', kim, { password: current })).toBe(200);
    expect(await status('GET', '/users/ola', old)).toBe(401);
  }
});

it('a renamed administrator is known only by the new name as soon as it is answered', async () => {
  let [name, next] = ['kim', 'tim'];
  for (let round = 0; round < 6; round += 1) {
    const old = basic(name, 'first');
    expect(await status('PUT', `/users/${name}`, old, { username: next })).toBe(200);
    expect(await status('GET', '/users', old)).toBe(401);
    expect(await status('GET', '/users', basic(next, 'first'))).toBe(200);
    [name, next] = [next, name];
  }
});
