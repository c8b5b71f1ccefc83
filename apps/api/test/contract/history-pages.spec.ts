import { badArgument, expectError } from '../support/expectations.js';
import { clearRooms, makeRoom } from '../support/room-documents.js';
import { TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';
const PATH = '/chatrooms/den/chathistory';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await makeRoom(api, { roomName: 'den', canAnyoneDiscoverJID: true, logEnabled: true });
  // three in each second, so that moments alone would lose some
  await api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, body)
     select id, timestamptz '2025-03-04 12:00Z' + (n / 3) * interval '1 second', 'Nick',
       case when n % 2 = 0 then 'ann@example.org/lap' else 'bo@example.org/desk' end,
       'Word ' || n || case when n % 10 = 0 then ' Darjeeling' else '' end
     from room, generate_series(0, 99) n where name = 'den'`,
  );
});
afterAll(async () => {
  await clearRooms(api);
  await api.stop();
});

interface Part {
  readonly numbers: readonly number[];
  readonly messages: readonly Record<string, unknown>[];
  readonly prev: string | null;
  readonly next: string | null;
}

async function part(address: string): Promise<Part> {
  const { status, text, headers } = await api.sendTo('GET', address, {
    headers: { Accept: 'application/json' },
  });
  expect([status, text]).toEqual([200, text]);
  const { message: messages } = JSON.parse(text) as { message: Record<string, unknown>[] };
  const link = (relation: string) =>
    new RegExp(`<([^>]+)>; rel="${relation}"`).exec(String(headers.link ?? ''))?.[1] ?? null;
  const numbers = messages.map(({ body }) => Number(/\d+/.exec(String(body))?.[0]));
  return { numbers, messages, prev: link('prev'), next: link('next') };
}
const at = (query: string) => part(`${ROOT}${PATH}?${query}`);
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('is walked from its end to its start, and back, each message once', async () => {
  const back: number[] = [];
  let page = await at('limit=7');
  expect([page.numbers, page.next]).toEqual([range(93, 99), null]);
  for (;;) {
    back.unshift(...page.numbers);
    if (page.prev === null) break;
    page = await part(page.prev);
  }
  expect(back).toEqual(range(0, 99));
  const forth = [...page.numbers];
  while (page.next !== null) {
    page = await part(page.next);
    forth.push(...page.numbers);
  }
  expect(forth).toEqual(range(0, 99));
});

it('a new message is behind the last page', async () => {
  const last = await at('limit=5');
  expect(last.next).toBeNull();
  await api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, body)
     select id, timestamptz '2025-03-04 13:00Z', 'Nick', 'ann@example.org/lap', 'Word 100' from room`,
  );
  const { next } = await at('limit=5&before=2025-03-04T12:59:00Z');
  expect((await part(next!)).numbers).toEqual([100]);
  await api.database.sql(`delete from room_message where body = 'Word 100'`);
});

it('links repeat what was asked', async () => {
  const page = await at('limit=2&search=Darjeeling&sender=ann%40example.org&fields=body%2C%20id');
  expect(page.numbers).toEqual([80, 90]);
  expect(page.messages[0]).toEqual({
    body: 'Word 80 Darjeeling',
    id: expect.stringMatching(/^\d+$/),
  });
  const address = new URL(page.prev!, 'http://x');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ limit: '2', search: 'Darjeeling', sender: 'ann@example.org', fields: 'body, id' },
    before: expect.stringMatching(/^c1\./),
  });
  expect((await part(page.prev!)).numbers).toEqual([60, 70]);
});

it('is searched without regard to letter case, streamed or in pages', async () => {
  expect((await at('search=dARJ&limit=100')).numbers).toEqual(range(0, 9).map((n) => n * 10));
  const whole = await at('search=dARJ');
  expect([whole.numbers.length, whole.prev, whole.next]).toEqual([10, null, null]);
  expect((await at('sender=BO%40example.org&limit=3')).numbers).toEqual([95, 97, 99]);
  expect((await at('sender=nobody%40example.org&limit=3')).numbers).toEqual([]);
  expect((await at('search=&sender=&limit=2')).numbers).toEqual([98, 99]);
});

it('shows what is chosen, in its own order', async () => {
  const [first] = (await at('limit=1&fields=id,body,delay_stamp')).messages;
  expect(Object.keys(first!)).toEqual(['body', 'delay_stamp', 'id']);
  const usual = (await at('limit=1')).messages[0]!;
  expect(Object.keys(usual)).toEqual(['to', 'from', 'type', 'body', 'delay_stamp', 'delay_from']);
  const { text } = await api.call('GET', `${PATH}?limit=1&fields=id`, 'xml');
  expect(text).toMatch(/<messages><message><id>\d+<\/id><\/message><\/messages>$/);
});

it('has no links where nothing is kept', async () => {
  const all = await at('limit=100');
  expect([all.numbers.length, all.prev, all.next]).toEqual([100, null, null]);
  const none = await at('limit=0');
  expect([none.numbers, none.prev]).toEqual([[], null]);
});

it('is walked in parts of more than 1,000 messages, which are streamed [CK-24]', async () => {
  await api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, body)
     select id, timestamptz '2025-03-04 13:00Z' + n / 3 * interval '1 second', 'Nick',
       'ann@example.org/lap', 'Word ' || n
     from room, generate_series(100, 2599) n where name = 'den'`,
  );
  let page = await at('limit=1001');
  expect(page.next).toBeNull();
  const back = [...page.numbers];
  const sizes = [page.numbers.length];
  while (page.prev !== null) {
    page = await part(page.prev);
    back.unshift(...page.numbers);
    sizes.push(page.numbers.length);
  }
  expect([back, sizes]).toEqual([range(0, 2599), [1001, 1001, 598]]);
  const forth = [...page.numbers];
  while (page.next !== null) {
    page = await part(page.next);
    forth.push(...page.numbers);
  }
  expect(forth).toEqual(range(0, 2599));
  // both bounds, and fewer messages between them than the limit
  const between = 'limit=1500&after=2025-03-04T13:05:00Z&before=2025-03-04T13:10:00Z';
  page = await at(between);
  const [first, last] = [page.numbers[0]!, page.numbers.at(-1)!];
  expect((await part(page.prev!)).numbers.at(-1)).toBe(first - 1);
  expect((await part(page.next!)).numbers[0]).toBe(last + 1);
  const exact = await at('limit=2600');
  expect([exact.numbers.length, exact.prev, exact.next]).toEqual([2600, null, null]);
  const none = await at('limit=1001&after=2026-01-01T00:00:00Z');
  expect([none.numbers, none.prev, none.next]).toEqual([[], null, null]);
  await api.database.sql(`delete from room_message where sent_at >= '2025-03-04 13:00Z'`);
});

it('is searched for letters beyond ASCII, too', async () => {
  await api.database.sql(
    `insert into room_message (room_id, sent_at, nickname, sender, body)
     select id, timestamptz '2025-03-04 13:00Z' + n * interval '1 second', 'Nick',
       'ann@example.org/lap', case n when 1 then 'Привет 101' else '你好世界 102' end
     from room, generate_series(1, 2) n where name = 'den'`,
  );
  for (const [search, number] of [
    ['ПРИВЕТ', 101],
    ['好世界', 102],
  ] as const) {
    const query = `limit=9&search=${encodeURIComponent(search)}`;
    expect((await at(query)).numbers).toEqual([number]);
  }
  await api.database.sql(`delete from room_message where body similar to '%(101|102)'`);
});

it.each([
  ['search=ab', 'search', 'ab'],
  ['search=%E4%BD%A0%E5%A5%BD', 'search', '你好'],
  ['search=a%20b%20c', 'search', 'a b c'],
  ['sender=ann%40example.org%2Flap', 'sender', 'ann@example.org/lap'],
  ['sender=%40', 'sender', '@'],
  ['fields=nope', 'fields', 'nope'],
  ['fields=', 'fields', ''],
  ['before=c1.x', 'before', 'c1.x'],
  ['after=yesterday', 'after', 'yesterday'],
  ['limit=x', 'limit', 'x'],
])('%s is refused', async (query, name, value) => {
  const reply = await api.call('GET', `${PATH}?${query}`, 'json');
  const message = `Invalid value for parameter ${name}: ${value}`;
  expectError(reply, 'json', badArgument(message, `${ROOT}${PATH}`));
});

it('a cursor counts for its own list only', async () => {
  const { prev } = await at('limit=2&search=Darjeeling');
  const cursor = new URL(prev!, 'http://x').searchParams.get('before')!;
  for (const query of [`limit=2&before=${cursor}`, `limit=2&search=Word&before=${cursor}`]) {
    const reply = await api.call('GET', `${PATH}?${query}`, 'json');
    expect(reply.status).toBe(400);
  }
  expect((await at(`limit=9&fields=body&search=Darjeeling&before=${cursor}`)).numbers).toHaveLength(
    8,
  );
});
