import { StreamClient } from '../support/event-stream.js';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let clients: StreamClient[];

beforeAll(async () => {
  api = await TestApi.start({}, undefined, { streams: { commentMs: 200 } });
});
beforeEach(() => {
  clients = [];
});
afterEach(() => clients.forEach((client) => client.close()));
afterAll(() => api.stop());

async function open(query = '', headers: Record<string, string> = {}): Promise<StreamClient> {
  const client = await StreamClient.open(api.baseUrl, query, headers);
  clients.push(client);
  return client;
}

const group = (name: string) => api.call('POST', '/groups', 'json', { name });
const told = (client: StreamClient) => client.events.map(({ object }) => object);

it('sends events as they happen, with comments between them', async () => {
  const client = await open();
  expect(client.reply.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  });
  await client.until(({ text }) => text.startsWith('retry: 3000\n\n') && text.includes('\n:\n\n'));
  await group('first');
  await client.until(({ events }) => events.some(({ object }) => object === '/groups/first'));
  const event = client.events.find(({ object }) => object === '/groups/first');
  expect(client.text).toContain(
    `id: ${event!.id}\nevent: group.created\ndata: {"id":"${event!.id}","type":"group.created",`,
  );
});

it('is never compressed, and has no body for HEAD', async () => {
  const client = await open('', { 'Accept-Encoding': 'gzip' });
  expect(client.reply.headers['content-encoding']).toBeUndefined();
  const head = await api.send('HEAD', '/events', { headers: { Accept: 'text/event-stream' } });
  expect([head.status, head.headers['content-type'], head.text]).toEqual([
    200,
    'text/event-stream',
    '',
  ]);
});

it('goes on where a client was cut off, without gap', async () => {
  const first = await open('?types=group.*');
  await group('before');
  await first.until(({ events }) => events.length > 0);
  const seen = first.events.at(-1)!.id;
  first.close();
  for (let n = 0; n < 600; n += 1) await group(`meanwhile${n}`);
  const second = await open('?types=group.*&after=1', { 'Last-Event-ID': seen });
  await second.until(({ events }) => events.length >= 600);
  expect(told(second)).toEqual(Array.from({ length: 600 }, (_, n) => `/groups/meanwhile${n}`));
});

it('gives two readers the same order', async () => {
  const [one, two] = [await open(), await open()];
  await Promise.all(Array.from({ length: 50 }, (_, n) => group(`parallel${n}`)));
  for (const client of [one, two]) await client.until(({ events }) => events.length >= 50);
  expect(told(one)).toEqual(told(two));
  const ids = one.events.map(({ id }) => Number(id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});

it('begins with the next event unless it is told otherwise', async () => {
  await group('old');
  const client = await open('?types=group.created');
  await group('young');
  await client.until(({ events }) => events.some(({ object }) => object === '/groups/young'));
  expect(told(client).filter((object) => object !== '/groups/old')).toEqual(['/groups/young']);
});

it.each([
  ['?after=x', {}, 400, 'Invalid value for parameter after: x'],
  ['', { 'Last-Event-ID': 'x' }, 400, 'Invalid value for header Last-Event-ID'],
  ['?after=999999999999', {}, 410, 'The event has not happened yet'],
  ['?types=nope', {}, 400, 'Invalid value for parameter types: nope'],
])('refuses %s %j with %i', async (query, headers, status, message) => {
  const client = await open(query, headers as Record<string, string>);
  await client.until(({ ended }) => ended);
  expect([client.reply.statusCode, client.text]).toEqual([
    status,
    expect.stringContaining(message),
  ]);
});

async function aKey(name: string): Promise<{ id: string; token: string }> {
  const reply = await api.call('POST', '/keys', 'json', {
    name,
    scopes: ['events:read', 'groups:read'],
  });
  return JSON.parse(reply.text) as { id: string; token: string };
}

it('ends with the key of its reader, and when the key loses the scope', async () => {
  const [first, second] = [await aKey('first'), await aKey('second')];
  const one = await open('', { Authorization: `Bearer ${first.token}` });
  const two = await open('?types=group.created', { Authorization: `Bearer ${second.token}` });
  await api.call('DELETE', `/keys/${first.id}`, 'json');
  await one.until(({ ended }) => ended);
  expect(two.ended).toBe(false);
  await api.send('PATCH', `/keys/${second.id}`, {
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: { scopes: ['events:read'] },
  });
  await two.until(({ ended }) => ended);
});

it('takes five streams of one principal', async () => {
  const { token } = await aKey('third');
  const headers = { Authorization: `Bearer ${token}` };
  const all = await Promise.all(Array.from({ length: 6 }, () => open('', headers)));
  const statuses = all.map(({ reply }) => reply.statusCode).sort();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const call = { headers: { Accept: 'text/event-stream' }, authorization: `Bearer ${token}` };
  const { headers: told } = await api.send('GET', '/events', call);
  expect(told['x-error-code']).toBe('too-many-streams');
  all.forEach((client) => client.close());
  for (;;) {
    const again = await open('', headers);
    if (again.reply.statusCode === 200) return;
    again.close();
  }
});

it('ends when the instance drains', async () => {
  const other = await TestApi.start();
  const client = await StreamClient.open(other.baseUrl);
  await client.until(({ text }) => text !== '');
  await other.stop();
  await client.until(({ ended }) => ended);
});
