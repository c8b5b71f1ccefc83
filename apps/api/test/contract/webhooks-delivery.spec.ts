import { Webhook } from 'standardwebhooks';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { expectError, refusal } from '../support/expectations.js';
import { makeKey, sendJson } from '../support/keys.js';
import { Receiver } from '../support/receiver.js';
import type { ReceivedEvent } from '../support/receiver.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let receiver: Receiver;
const names = new Map<string, readonly string[]>();
const findName = (name: string) =>
  names.has(name) ? Promise.resolve(names.get(name)!) : Promise.reject(new Error('ENOTFOUND'));

beforeAll(async () => {
  api = await TestApi.start({ webhookNetworks: ['127.0.0.1'] }, undefined, { findName });
});
afterAll(() => api.stop());
beforeEach(async () => {
  receiver = await Receiver.start();
});
afterEach(async () => {
  await api.database.sql('delete from webhook');
  await receiver.stop();
});

interface Made {
  readonly id: string;
  readonly secret: string;
}
interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly attempts: number;
  readonly responseStatus?: number;
  readonly error?: string;
  readonly attempted?: string;
  readonly nextAttempt?: string;
}

const make = async (more: object = {}, by?: string): Promise<Made> => {
  const body = { url: receiver.url, types: ['group.created'], ...more };
  const reply = await sendJson(api, 'POST', '/webhooks', body, by);
  if (reply.status !== 201) throw new Error(reply.text);
  return JSON.parse(reply.text) as Made;
};
const shown = async (id: string) =>
  JSON.parse((await api.call('GET', `/webhooks/${id}`, 'json')).text) as Record<string, unknown>;
const deliveries = async (id: string, query = '') => {
  const reply = await api.call('GET', `/webhooks/${id}/deliveries${query}`, 'json');
  return (JSON.parse(reply.text) as { deliveries: Delivery[] }).deliveries;
};
let count = 0;
const change = async (headers: Record<string, string> = {}) => {
  const name = `g${(count += 1)}`;
  const type = { 'Content-Type': 'application/json' };
  await api.send('POST', '/groups', { headers: { ...headers, ...type }, body: { name } });
  return `/groups/${name}`;
};
/** Waits until the condition holds. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
  }
}
const settled = (id: string, holds: (all: readonly Delivery[]) => boolean) =>
  until(() => deliveries(id), holds);
/** As if so much time had passed for what is sent. */
const pass = (seconds: number) =>
  api.database.sql(`
    update webhook set failing_since = failing_since - interval '${seconds} seconds',
      turn_until = turn_until - interval '${seconds} seconds';
    update webhook_delivery set next_at = next_at - interval '${seconds} seconds',
      attempted_at = attempted_at - interval '${seconds} seconds'`);

it('a change is sent, signed, with its trace, and only its type', async () => {
  const { id, secret } = await make();
  await api.call('POST', '/users', 'json', { username: `u${Date.now()}`, password: 'p1-secret' });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const object = await change({ traceparent });
  await receiver.until((events) => events.length > 0);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  const event = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(event).toMatchObject({ type: 'group.created', object, actor: 'secret', source: 'api' });
  expect(Object.keys(event as object)).toEqual([
    ...['id', 'type', 'timestamp', 'actor', 'source', 'request', 'object', 'changed'],
    ...['added', 'removed'],
  ]);
  const { id: eventId } = event as { id: string };
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': `msg_${id}_${eventId}`,
    traceparent,
  });
  const [delivery] = await settled(id, ([first]) => first?.status === 'delivered');
  expect(delivery).toEqual({
    id: `msg_${id}_${eventId}`,
    ...{ event: eventId, type: 'group.created', status: 'delivered', attempts: 1 },
    ...{ responseStatus: 204, attempted: expect.stringMatching(/^20/) },
  });
  expect(await shown(id)).toMatchObject({ pending: 0, lastSuccess: delivery!.attempted });
});

it('a report by a chat client is sent, without a word of it', async () => {
  await api.call('POST', '/users', 'json', { username: 'zoe', password: 'p1-secret' });
  await make({ types: ['report.*'] });
  await api.database.sql(`select engine.store_report('zoe@example.org', 'blocking',
    '[{"accused":"eve@example.org","kind":"spam","text":"Bots"}]')`);
  await receiver.until((events) => events.length > 0);
  const [{ id }] = (await api.database.sql('select id::text from report')) as [{ id: string }];
  expect(receiver.events).toMatchObject([
    { type: 'report.created', object: `/reports/${id}`, source: 'chat' },
  ]);
  expect(receiver.received[0]!.body).not.toMatch(/Bots|eve@/);
});

it('a webhook is told that it was made and changed, but not that it is gone', async () => {
  const types = ['webhook.*'];
  const { id } = await make({ types });
  const told = (webhook: string) =>
    receiver.received
      .filter(({ headers }) => String(headers['webhook-id']).startsWith(`msg_${webhook}_`))
      .map(({ body }) => JSON.parse(body) as ReceivedEvent)
      .filter(({ object }) => object === `/webhooks/${webhook}`);
  await receiver.until(() => told(id).length > 0);
  await sendJson(api, 'PATCH', `/webhooks/${id}`, { description: 'Directory' });
  await receiver.until(() => told(id).length > 1);
  await api.call('DELETE', `/webhooks/${id}`, 'json');
  const other = await make({ types });
  await receiver.until(() => told(other.id).length > 0);
  expect(told(id)).toMatchObject([
    { type: 'webhook.created', actor: 'secret', source: 'api', changed: [] },
    { type: 'webhook.updated', changed: ['description'] },
  ]);
});

it('both secrets sign while they overlap', async () => {
  const { id, secret } = await make();
  const rotated = await sendJson(api, 'POST', `/webhooks/${id}/rotate`);
  await change();
  await receiver.until((events) => events.length > 0);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const one of [secret, (JSON.parse(rotated.text) as Made).secret]) {
    expect(new Webhook(one).verify(body, headers as Record<string, string>)).toBeTruthy();
  }
});

it('first attempts come in the order of events, also behind one that fails', async () => {
  let first = true;
  receiver.answer = () => {
    if (!first) return 204;
    first = false;
    return 500;
  };
  const { id } = await make();
  for (let n = 0; n < 30; n += 1) await change();
  // the failed one may come once more meanwhile
  const ids = () => [...new Set(receiver.events.map((event) => Number(event.id)))];
  await receiver.until(() => ids().length === 30);
  expect(ids()).toEqual(ids().sort((a, b) => a - b));
  const all = await settled(
    id,
    (found) => found.filter((one) => one.status === 'delivered').length > 28,
  );
  expect(all.at(-1)).toMatchObject({ event: String(ids()[0]) });
});

it('a failing receiver is tried ten times as the schedule says, then the delivery has failed', async () => {
  receiver.answer = 500;
  const { id } = await make();
  await change();
  const hour = 3600;
  const pauses = [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  let attempts = 1;
  for (const pause of pauses) {
    const [one] = await settled(id, ([found]) => found?.attempts === attempts);
    expect(one).toMatchObject({ status: 'pending', responseStatus: 500 });
    const next = (Date.parse(one!.nextAttempt!) - Date.parse(one!.attempted!)) / 1000;
    expect(next).toBeGreaterThanOrEqual(pause * 0.8);
    expect(next).toBeLessThan(pause * 1.2 + 5);
    attempts += 1;
    await pass(next);
  }
  const [failed] = await settled(id, ([found]) => found?.attempts === 10);
  expect(failed).toMatchObject({ status: 'failed', responseStatus: 500 });
  expect(failed).not.toHaveProperty('nextAttempt');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await shown(id)).toMatchObject({ status: 'active', pending: 0 });
});

it.each([
  ['3600', 3600],
  ['999999999', 86_400],
  [() => new Date(Date.now() + 7_200_000).toUTCString(), 7200],
  ['1', 4],
  ['soon', 4],
])('Retry-After %s is heeded', async (header, seconds) => {
  const text = typeof header === 'string' ? header : header();
  receiver.answer = { status: 429, headers: { 'Retry-After': text } };
  const { id } = await make();
  await change();
  const [one] = await settled(id, ([found]) => found?.attempts === 1);
  const next = (Date.parse(one!.nextAttempt!) - Date.parse(one!.attempted!)) / 1000;
  expect(next).toBeGreaterThan(seconds - 3);
  expect(next).toBeLessThan(seconds + 8);
});

it('410 disables at once, and what waits has failed', async () => {
  receiver.answer = 410;
  const { id } = await make({ types: ['group.created', 'webhook.*'] });
  await change();
  await until(
    () => shown(id),
    ({ status }) => status === 'disabled',
  );
  expect(await shown(id)).toMatchObject({ reason: 'The receiver answered 410', pending: 0 });
  const all = await settled(id, (found) => found.every(({ status }) => status === 'failed'));
  expect(all.filter(({ responseStatus }) => responseStatus === 410)).toHaveLength(1);
  const reply = await sendJson(api, 'POST', `/webhooks/${id}/replay?after=0`);
  const expected = refusal(409, 'NotAllowedException')('The webhook is disabled', id);
  expectError(reply, 'json', expected);
  const events = await until(
    async () => (await api.call('GET', '/events?types=webhook.disabled&limit=1000', 'json')).text,
    (text) => text.includes(`/webhooks/${id}"`),
  );
  expect(events).toContain('"actor":"service","source":"service"');
});

it('five days of failures disable; once active again it goes on, and replay has what was before', async () => {
  receiver.answer = 503;
  const { id } = await make();
  const missed = await change();
  await settled(id, ([found]) => found?.attempts === 1);
  await pass(5 * 86_400);
  await until(
    () => shown(id),
    ({ status }) => status === 'disabled',
  );
  expect(await shown(id)).toMatchObject({ reason: 'No delivery has succeeded for 5 days' });
  const later = await change();
  await until(
    async () => (await api.call('GET', '/events?types=group.*&limit=1000', 'json')).text,
    (text) => text.includes(`"${later}"`),
  );
  receiver.answer = 204;
  const active = await sendJson(api, 'PATCH', `/webhooks/${id}`, { status: 'active' });
  expect(JSON.parse(active.text)).not.toHaveProperty('reason');
  const last = await change();
  await receiver.until((events) => events.some(({ object }) => object === last));
  const seen = () => receiver.events.map(({ object }) => object);
  expect(seen()).not.toContain(later);
  const [{ event }] = (await deliveries(id)).slice(-1) as [Delivery];
  receiver.received.length = 0;
  const replay = await sendJson(api, 'POST', `/webhooks/${id}/replay?after=${Number(event) - 1}`);
  expect([replay.status, replay.text]).toEqual([202, '']);
  await receiver.until((events) => events.some(({ object }) => object === last));
  expect(seen()).toEqual(expect.arrayContaining([missed, later, last]));
  const gone = await sendJson(api, 'POST', `/webhooks/${id}/replay?after=999999`);
  const expected = refusal(410, 'EventsGoneException');
  expectError(gone, 'json', expected('The event has not happened yet', '999999'));
  expect((await sendJson(api, 'POST', `/webhooks/${id}/replay`)).status).toBe(400);
});

it('a name is looked up at each connection, and no inner address is called', async () => {
  names.set('outside.example', ['93.184.215.14']);
  const { id } = await make({ url: 'https://outside.example/' });
  names.set('outside.example', ['127.0.0.2', '::1', '::ffff:10.0.0.1']);
  const tested = async (url: string) => {
    await sendJson(api, 'PATCH', `/webhooks/${id}`, { url });
    const reply = await sendJson(api, 'POST', `/webhooks/${id}/test`);
    expect(reply.status).toBe(200);
    return JSON.parse(reply.text) as Delivery;
  };
  const { port } = receiver;
  for (const url of [
    `https://outside.example:${port}/`,
    `http://outside.example:${port}/`,
    `https://127.0.0.2:${port}/`,
    `https://[::ffff:127.0.0.2]:${port}/`,
    `https://10.0.0.1:${port}/`,
  ]) {
    expect([url, await tested(url)]).toEqual([
      url,
      expect.objectContaining({ status: 'failed', error: 'address not allowed', attempts: 1 }),
    ]);
  }
  names.set('inside.example', ['127.0.0.1']);
  expect(await tested(`http://inside.example:${port}/`)).toMatchObject({ responseStatus: 204 });
  expect(await tested(`https://127.0.0.1:${port}/`)).toMatchObject({ error: 'tls' });
  expect(await tested('http://nobody.example/')).toMatchObject({ error: 'name not found' });
  expect(await tested('http://127.0.0.1:1/')).toMatchObject({ error: 'connection failed' });
});

it('a test goes to its webhook alone, a disabled one too, and no redirect is followed', async () => {
  const { id, secret } = await make({ status: 'disabled', types: ['group.*'] });
  await sendJson(api, 'PATCH', `/webhooks/${id}`, { status: 'disabled' });
  const reply = await sendJson(api, 'POST', `/webhooks/${id}/test`);
  expect(JSON.parse(reply.text)).toMatchObject({
    id: expect.stringMatching(new RegExp(`^msg_${id}_test_[a-z0-9]{10}$`)),
    ...{ event: '0', type: 'webhook.test', status: 'delivered', attempts: 1, responseStatus: 204 },
  });
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    ...{ id: '0', type: 'webhook.test', object: `/webhooks/${id}`, actor: 'secret' },
  });
  expect(await deliveries(id)).toEqual([]);
  receiver.answer = { status: 302, headers: { Location: receiver.url } };
  const moved = await sendJson(api, 'POST', `/webhooks/${id}/test`);
  expect(JSON.parse(moved.text)).toMatchObject({ status: 'failed', responseStatus: 302 });
  expect(receiver.received).toHaveLength(2);
});

it('a refused conditional test sends nothing', async () => {
  const { id } = await make();
  const headers = { 'If-Match': '"0000000000000000-00000000"' };
  expect((await api.send('POST', `/webhooks/${id}/test`, { headers })).status).toBe(412);
  expect(receiver.received).toEqual([]);
});

it.each<[string, (key: string) => Promise<unknown>]>([
  ['revocation', (key) => api.call('DELETE', `/keys/${key}`, 'json')],
  [
    'expiry',
    (key) => api.database.sql(`update api_key set expires_at = now() where id = '${key}'`),
  ],
])('the %s of the key that has made it ends it', async (_, end) => {
  const key = await makeKey(api, ['webhooks:write', 'events:read', 'groups:read']);
  const { id } = await make({ types: ['*'] }, key.bearer);
  await api.call('POST', '/users', 'json', { username: `w${Date.now()}`, password: 'p1-secret' });
  const object = await change();
  await receiver.until((events) => events.some((event) => event.object === object));
  expect(receiver.events.map(({ type }) => type)).toEqual(['group.created']);
  await end(key.id);
  await until(
    () => shown(id),
    ({ status }) => status === 'disabled',
  );
  expect(await shown(id)).toMatchObject({ reason: `The rights of key:${key.name} have ended` });
});

/** Of a key that makes groups and users: what waits behind an attempt that goes on until `release`. */
async function heldUp(scopes: readonly Scope[]) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer = async () => {
    await held;
    return 204;
  };
  const key = await makeKey(api, ['webhooks:write', 'events:read', ...scopes]);
  const { id } = await make({ types: ['*'] }, key.bearer);
  await change();
  await receiver.until((events) => events.length > 0);
  const name = `w${Date.now()}`;
  await api.call('POST', '/users', 'json', { username: name, password: 'p1-secret' });
  const last = await change();
  const waiting = await settled(id, (all) => all.length === 3);
  expect(waiting.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending']);
  return { id, key, last, user: `/users/${name}`, release };
}
const objects = (from: Receiver) => from.events.map(({ object }) => object);

it('what waits goes to the address of the moment, and nothing more to the former one', async () => {
  const elsewhere = await Receiver.start();
  const { id, user, last, release } = await heldUp(['groups:read', 'users:read']);
  await sendJson(api, 'PATCH', `/webhooks/${id}`, { url: elsewhere.url });
  release();
  await elsewhere.until(() => objects(elsewhere).includes(last));
  await settled(id, (all) => all.every(({ status }) => status === 'delivered'));
  expect(objects(elsewhere)).toContain(user);
  expect(receiver.received).toHaveLength(1);
  await elsewhere.stop();
});

it('who takes it over gets nothing of what waits but what it may read', async () => {
  const elsewhere = await Receiver.start();
  const { id, key, user, last, release } = await heldUp(['groups:read', 'users:read']);
  const weak = await makeKey(api, [
    ...(['webhooks:read', 'webhooks:write', 'events:read', 'groups:read'] as const),
  ]);
  const taken = (by: string) =>
    sendJson(api, 'PATCH', `/webhooks/${id}`, { url: elsewhere.url }, by);
  expect((await taken(weak.bearer)).text).toContain('The webhook would be weaker than its maker');
  await sendJson(api, 'PATCH', `/keys/${key.id}`, { scopes: ['events:read', 'groups:read'] });
  expect((await taken(weak.bearer)).status).toBe(200);
  const [lost] = (await deliveries(id, '?status=failed')) as [Delivery];
  expect(lost).toMatchObject({ type: 'user.created', error: 'not permitted', attempts: 0 });
  release();
  await elsewhere.until(() => objects(elsewhere).includes(last));
  await settled(id, (all) => !all.some(({ status }) => status === 'pending'));
  expect(objects(elsewhere)).not.toContain(user);
  expect(receiver.received).toHaveLength(1);
  await elsewhere.stop();
});

it('what a key may not read any more is not sent, although it waits already', async () => {
  const { id, key, user, last, release } = await heldUp(['groups:read', 'users:read']);
  const repeated = await change();
  await settled(id, (all) => all.length === 4);
  await api.database.sql(`
    update webhook_delivery set attempts = 1, next_at = now()
    where event_id = (select max(event_id) from webhook_delivery where type = 'user.created')`);
  await sendJson(api, 'PATCH', `/keys/${key.id}`, { scopes: ['events:read', 'groups:read'] });
  release();
  await receiver.until(() => objects(receiver).includes(repeated));
  const [lost] = await settled(id, (all) => !all.some(({ status }) => status === 'pending')).then(
    (all) => all.filter(({ status }) => status === 'failed'),
  );
  expect(lost).toMatchObject({ error: 'not permitted' });
  expect(objects(receiver)).toContain(last);
  expect(objects(receiver)).not.toContain(user);
});

it('a slow receiver holds up nobody, although 10,000 deliveries wait for it', async () => {
  const slow = await make();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  receiver.answer = async () => {
    await held;
    return 204;
  };
  await change();
  await receiver.until((events) => events.length > 0);
  await api.database.sql(`
    insert into webhook_delivery (webhook_id, event_id, type)
    select ${slow.id}, 1000000 + n, 'group.created' from generate_series(1, 10000) n`);
  const other = await Receiver.start();
  await make({ url: other.url });
  const objects: string[] = [];
  for (let n = 0; n < 20; n += 1) objects.push(await change());
  await other.until((events) => events.length >= 20);
  expect(other.events.map(({ object }) => object)).toEqual(objects);
  release();
  await api.database.sql(`delete from webhook where id = ${slow.id}`);
  await other.stop();
});

it('what deleted webhooks and events leave is deleted', async () => {
  const { id } = await make();
  await change();
  await settled(id, ([found]) => found?.status === 'delivered');
  await api.call('DELETE', `/webhooks/${id}`, 'json');
  const { webhookQueue } = api.app.persistence;
  while ((await webhookQueue.tidy(1000)) > 0);
  expect(await api.database.sql(`select from webhook_delivery where webhook_id = ${id}`)).toEqual(
    [],
  );
  const kept = await make();
  await change();
  await settled(kept.id, ([found]) => found?.status === 'delivered');
  await api.database.sql(`update event set occurred_at = now() - interval '8 days'`);
  await api.app.persistence.eventLog.forget(7, 1000);
  expect(await deliveries(kept.id)).toEqual([]);
});
