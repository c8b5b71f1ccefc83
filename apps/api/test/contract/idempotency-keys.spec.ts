import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { gate } from '@chat-admin/port-suites/gate';
import { gunzipSync } from 'node:zlib';
import { badArgument, expectError, refusal } from '../support/expectations.js';
import { makeKey } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import type { Call, Reply } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';

class BroadcastingChatServer extends NoChatServer {
  sent: string[] = [];
  isAway = false;
  hold: Promise<unknown> = Promise.resolve();
  onAsked = (): void => undefined;
  override broadcast = async (...said: string[]) => {
    this.onAsked();
    await this.hold;
    if (this.isAway) throw new Error('away');
    this.sent.push(...said);
  };
}

const chatServer = new BroadcastingChatServer();
const apis: TestApi[] = [];
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  apis.push(api);
  for (let more = 0; more < 2; more += 1) {
    apis.push(await TestApi.start({}, api.database, { chatServer }));
  }
});
afterAll(async () => {
  for (const other of apis.slice(1)) await other.close();
  await api.stop();
});

let count = 0;
/** A key that nobody has used, and a name for what is made with it. */
const fresh = () => ({ key: `key-${(count += 1)}`, name: `user${count}` });
const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const send = (
  key: string | null,
  method: string,
  path: string,
  body?: Call['body'],
  more: { headers?: object; to?: TestApi; authorization?: string } = {},
): Promise<Reply> =>
  (more.to ?? api).send(method, path, {
    headers: { ...json, ...(key === null ? {} : { 'Idempotency-Key': key }), ...more.headers },
    body,
    authorization: more.authorization,
  });
const aUser = (username: string) => ({ username, password: 'p1-secret', name: 'N' });
const patch = { 'Content-Type': 'application/merge-patch+json' };
const details = async () => (await api.audited()).map((entry) => entry.details);
beforeEach(() => api.audited());

it('a request that is sent again is answered again, and does nothing', async () => {
  const { key, name } = fresh();
  const first = await send(key, 'POST', '/users', aUser(name));
  expect([first.status, first.text, first.headers['idempotency-replayed']]).toEqual([
    201,
    '',
    undefined,
  ]);
  expect((await send(null, 'DELETE', `/users/${name}`)).status).toBe(200);
  const again = await send(`"${key}"`, 'POST', '/users', aUser(name), { to: apis[1]! });
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    201,
    '',
    'true',
  ]);
  expect((await send(null, 'GET', `/users/${name}`)).status).toBe(404);
  expect(await details()).toEqual([
    expect.stringMatching(/outcome=201; request=\S+ address=127.0.0.1$/),
    expect.stringContaining('outcome=200'),
    expect.stringMatching(/outcome=201; request=\S+ address=127.0.0.1; replayed=true$/),
  ]);
});

it('the answer has the same status, headers and bytes, whatever is accepted, in the coding that is asked for', async () => {
  const { key, name } = fresh();
  await send(null, 'POST', '/users', aUser(name));
  const rename = `{"username":"${name}x","name":"Other"}`;
  const first = await send(key, 'PATCH', `/users/${name}`, rename, { headers: patch });
  expect(first.status).toBe(200);
  const again = await send(key, 'PATCH', `/users/${name}`, rename, {
    headers: { ...patch, Accept: 'application/xml' },
  });
  expect(again.text).toBe(first.text);
  for (const header of ['etag', 'content-type', 'content-location']) {
    expect([header, again.headers[header]]).toEqual([header, first.headers[header]]);
  }
  expect(first.headers['content-location']).toBe(`${ROOT}/users/${name}x`);
  const coded = await send(key, 'PATCH', `/users/${name}`, rename, {
    headers: { ...patch, 'Accept-Encoding': 'gzip' },
  });
  expect(gunzipSync(coded.bytes).toString()).toBe(first.text);
  const whole = await send(null, 'GET', `/users/${name}x`, undefined, {
    headers: { 'Accept-Encoding': 'gzip' },
  });
  expect(coded.headers.etag).toBe(whole.headers.etag);
  expect(coded.headers.etag).not.toBe(first.headers.etag);
});

it('what is created is named again', async () => {
  const { key, name } = fresh();
  await send(null, 'POST', '/users', aUser(name));
  const join = () => send(key, 'POST', `/users/${name}/groups/G-${name}`);
  const [first, again] = [await join(), await join()];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers.location).toBe(first.headers.location);
});

it('another request with the key is refused, before it is said that one is in progress', async () => {
  const { key, name } = fresh();
  await send(key, 'POST', '/users', aUser(name));
  const reused = refusal(422, 'IdempotencyKeyReusedException');
  const expected = reused('The idempotency key was used with another request', key);
  for (const [method, path, body, headers] of [
    ['POST', '/users', aUser(`${name}x`), {}],
    ['POST', '/users?x=1', aUser(name), {}],
    ['POST', '/groups', aUser(name), {}],
    ['POST', '/users', aUser(name), { 'Content-Type': 'application/json', 'X-A': 'b' }],
  ] as const) {
    const reply = await send(key, method, path, body, { headers });
    if ('X-A' in headers) expect(reply.headers['idempotency-replayed']).toBe('true');
    else expectError(reply, 'json', expected);
  }
  const charset = { 'Content-Type': 'application/json; charset=utf-8' };
  const again = await send(key, 'POST', '/users', aUser(name), { headers: charset });
  expect(again.headers['idempotency-replayed']).toBe('true');
  const [held, carriedOut] = [gate(), gate()];
  chatServer.hold = held.opened;
  chatServer.onAsked = carriedOut.open;
  const other = fresh();
  const running = send(other.key, 'POST', '/messages/users', { body: other.name });
  await carriedOut.opened;
  const busy = refusal(409, 'IdempotencyConflictException');
  const meanwhile = await send(other.key, 'POST', '/messages/users', { body: other.name });
  expectError(
    meanwhile,
    'json',
    busy('A request with this idempotency key is in progress', other.key),
  );
  expect(meanwhile.headers['retry-after']).toBe('1');
  const mismatch = await send(other.key, 'POST', '/messages/users', { body: 'x' });
  expect(mismatch.status).toBe(422);
  held.open();
  chatServer.hold = Promise.resolve();
  expect((await running).status).toBe(201);
  expect(chatServer.sent.filter((body) => body === other.name)).toEqual([other.name]);
});

it('a failure frees the key', async () => {
  const { key, name } = fresh();
  await send(null, 'POST', '/users', aUser(name));
  const post = () => send(key, 'POST', '/users', aUser(name));
  expect([(await post()).status, (await post()).status]).toEqual([409, 409]);
  await send(null, 'DELETE', `/users/${name}`);
  expect((await post()).status).toBe(201);
  expect((await post()).headers['idempotency-replayed']).toBe('true');
  const other = fresh();
  expect((await send(other.key, 'PATCH', '/users/nobody', '{}', { headers: patch })).status).toBe(
    404,
  );
  expect((await send(other.key, 'POST', '/users', aUser(other.name))).status).toBe(201);
});

it('a condition that does not hold frees the key', async () => {
  const { key, name } = fresh();
  const post = (headers: object) => send(key, 'POST', '/users', aUser(name), { headers });
  expect((await post({ 'If-None-Match': '*' })).status).toBe(412);
  expect((await post({ 'If-Match': '*' })).status).toBe(201);
});

it('what the chat server did not do is not kept', async () => {
  const { key, name } = fresh();
  const shout = () => send(key, 'POST', '/messages/users', { body: name });
  chatServer.isAway = true;
  const failed = await shout();
  expect(failed.status).toBeGreaterThanOrEqual(500);
  chatServer.isAway = false;
  expect([(await shout()).status, (await shout()).headers['idempotency-replayed']]).toEqual([
    201,
    'true',
  ]);
  expect(chatServer.sent.filter((body) => body === name)).toEqual([name]);
});

it('of 50 equal requests at three instances one is done', async () => {
  const { key, name } = fresh();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(key, 'POST', '/users', aUser(name), { to: apis[index % 3]! }),
    ),
  );
  const done = replies.filter(
    ({ status, headers }) => status === 201 && !headers['idempotency-replayed'],
  );
  expect(done).toHaveLength(1);
  expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
});

it('an instance that dies leaves the key to others, after 60 seconds without a sign of life', async () => {
  const { key, name } = fresh();
  expect((await send(key, 'POST', '/users', aUser(name))).status).toBe(201);
  await send(null, 'DELETE', `/users/${name}`);
  const [row] = await api.database.sql(
    `select encode(digest, 'hex') as digest from idempotency_key order by noted_at desc limit 1`,
  );
  const set = (rest: string) =>
    api.database.sql(
      `update idempotency_key set ${rest} where digest = '\\x${String(row!['digest'])}'`,
    );
  await set(`status = null, headers = null, noted_at = clock_timestamp() - interval '50 seconds'`);
  const post = () => send(key, 'POST', '/users', aUser(name), { to: apis[2]! });
  expect((await post()).status).toBe(409);
  await set(`noted_at = clock_timestamp() - interval '61 seconds'`);
  const anew = await post();
  expect([anew.status, anew.headers['idempotency-replayed']]).toEqual([201, undefined]);
  expect((await send(null, 'GET', `/users/${name}`)).status).toBe(200);
});

it('an answer is kept for a day', async () => {
  const { key, name } = fresh();
  await send(key, 'POST', '/users', aUser(name));
  const age = (hours: string) =>
    api.database.sql(`update idempotency_key
      set noted_at = clock_timestamp() - interval '${hours}'`);
  await age('23 hours 59 minutes');
  const post = () => send(key, 'POST', '/users', aUser(name));
  expect((await post()).headers['idempotency-replayed']).toBe('true');
  await age('24 hours 1 minute');
  expect((await post()).status).toBe(409);
});

it('callers have keys of their own', async () => {
  const { key, name } = fresh();
  const { bearer } = await makeKey(api, ['users:write']);
  expect((await send(key, 'POST', '/users', aUser(name))).status).toBe(201);
  const other = await send(key, 'POST', '/users', aUser(`${name}x`), { authorization: bearer });
  expect(other.status).toBe(201);
});

it('bulk rooms are kept after the last room', async () => {
  const { key, name } = fresh();
  const chatRooms = [{ roomName: name, naturalName: 'N', description: 'd' }];
  const first = await send(key, 'POST', '/chatrooms/bulk', { chatRooms });
  const again = await send(key, 'POST', '/chatrooms/bulk', { chatRooms });
  expect(first.text).toContain('Room was successfully created');
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    200,
    first.text,
    'true',
  ]);
});

it('of an answer that is too long the status is kept', async () => {
  const { key, name } = fresh();
  await send(null, 'POST', '/groups', { name });
  const members = Array.from({ length: 60_000 }, (_, index) => `m${index}@far.example.org`);
  const change = () =>
    send(key, 'PATCH', `/groups/${name}`, JSON.stringify({ members }), { headers: patch });
  const first = await change();
  expect([first.status, first.bytes.length > 1024 * 1024]).toEqual([200, true]);
  const again = await change();
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
    200,
    '',
    'truncated',
  ]);
});

it.each(['', '"', '"a', 'a b', 'a"b', 'a\\b', '""', 'a'.repeat(256), 'é'])(
  'the key %j cannot be read',
  async (text) => {
    const { name } = fresh();
    const reply = await send(Buffer.from(text).toString('latin1'), 'POST', '/users', aUser(name));
    const message = 'Invalid value for header Idempotency-Key';
    expectError(reply, 'json', badArgument(message, `${ROOT}/users`));
    // its form is looked at before the body [CK-26]
    const unread = await send(Buffer.from(text).toString('latin1'), 'POST', '/users', '{"');
    expectError(unread, 'json', badArgument(message, `${ROOT}/users`));
    expect((await send(null, 'GET', `/users/${name}`)).status).toBe(404);
  },
);

it('it is ignored where nothing is done twice, and by dry runs', async () => {
  const { key, name } = fresh();
  await send(null, 'POST', '/users', aUser(name));
  for (const body of [{ name: 'A' }, { name: 'B' }]) {
    const reply = await send(key, 'PUT', `/users/${name}`, body);
    expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect((await send('"', 'PUT', `/users/${name}`, body)).status).toBe(200);
    expect((await send(key, 'GET', `/users/${name}`)).status).toBe(200);
    const tried = await send('"', 'POST', '/users?dryRun=true', aUser(`${name}${body.name}`));
    expect([tried.status, tried.headers['idempotency-replayed']]).toEqual([201, undefined]);
  }
});

it('what hands out a secret takes none', async () => {
  const { id } = await makeKey(api, ['users:read']);
  const { key, name } = fresh();
  for (const path of ['/keys', `/keys/${id}/rotate`]) {
    const reply = await send(key, 'POST', path, { name, scopes: ['users:read'] });
    const message = 'Idempotency-Key is not supported at this address';
    expectError(reply, 'json', badArgument(message, `${ROOT}${path}`));
  }
  const change = () => send(key, 'PATCH', `/keys/${id}`, `{"name":"${name}"}`, { headers: patch });
  expect([(await change()).status, (await change()).headers['idempotency-replayed']]).toEqual([
    200,
    'true',
  ]);
});

it('neither the key nor what it was sent with is stored', async () => {
  const { key, name } = fresh();
  await send(key, 'POST', '/users', aUser(name));
  const rows = await api.database.sql(`select k::text as text from idempotency_key k`);
  const texts = rows.map(({ text }) => String(text)).join('\n');
  for (const secret of [key, 'p1-secret']) {
    expect(texts).not.toContain(secret);
    expect(texts).not.toContain(Buffer.from(secret).toString('hex'));
  }
});
