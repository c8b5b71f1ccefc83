import fc from 'fast-check';
import { createGroups, createUsers } from '../support/people.js';
import { clearRooms, makeRoom, readRoom } from '../support/room-documents.js';
import { TestApi } from '../support/test-api.js';
import type { Reply } from '../support/test-api.js';

/** Two instances on one database. */
let api: TestApi;
let other: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  other = await TestApi.start({}, api.database);
});
afterEach(() => clearRooms(api));
afterAll(async () => {
  await other.close();
  await api.stop();
});

const NAMES = ['ann', 'bob', 'kim', 'ops'] as const;
const LISTS = ['owners', 'admins', 'members', 'outcasts'] as const;
const GROUP_LISTS = ['ownerGroups', 'adminGroups', 'memberGroups', 'outcastGroups'] as const;

type Call = readonly [method: string, path: string, body?: object];

const name = fc.constantFrom(...NAMES);
const list = fc.constantFrom(...LISTS);
const names = fc.uniqueArray(name);
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  fc
    .tuple(fc.constantFrom('POST', 'DELETE'), list, name)
    .map(([method, plural, who]): Call => [method, `/chatrooms/den/${plural}/${who}`]),
  fc
    .tuple(fc.constantFrom('POST', 'DELETE'), list)
    .map(([method, plural]): Call => [method, `/chatrooms/den/${plural}/group/ops`]),
  fc
    .tuple(fc.constantFrom('PUT', 'POST'), list, names)
    .map(([method, plural, who]): Call => [method, `/chatrooms/den/${plural}`, { [plural]: who }]),
  names.map((who): Call => ['PUT', '/chatrooms/den', { roomName: 'den', members: who }]),
  fc.constant<Call>(['POST', '/chatrooms', { roomName: 'den', owners: ['bob'] }]),
  fc.constant<Call>([
    'POST',
    '/chatrooms/bulk',
    { chatRooms: [{ roomName: 'den2' }, { roomName: 'den', adminGroups: ['ops'] }] },
  ]),
  fc.constant<Call>(['DELETE', '/chatrooms/den']),
  fc.constant<Call>(['DELETE', '/groups/ops']),
  fc.constant<Call>(['POST', '/groups', { name: 'ops', members: ['kim'] }]),
  fc.constant<Call>(['POST', '/users/kim/groups/ops']),
  fc.constant<Call>(['DELETE', '/users/kim']),
  fc.constant<Call>(['PUT', '/users/kim', { username: 'ann' }]),
);

const send = (call: Call, index: number): Promise<Reply> =>
  (index % 2 === 0 ? api : other).call(call[0], call[1], 'json', call[2]);

it('whatever two instances are asked concurrently, all responses follow the contract and the room stays consistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { minLength: 4, maxLength: 14 }), async (calls) => {
      await clearRooms(api);
      await createGroups(api, { name: 'ops', members: ['kim'] });
      await createUsers(api, 'kim');
      await makeRoom(api, { roomName: 'den', owners: ['ann'], members: ['bob'] });
      await api.audited();
      const replies = await Promise.all(calls.map(send));
      const statuses = new Set(replies.map(({ status }) => status));
      for (const status of statuses) expect([200, 201, 400, 404, 409]).toContain(status);
      expect(await api.audited()).toHaveLength(calls.length);
      const reply = await api.call('GET', '/chatrooms/den', 'json');
      if (reply.status === 404) {
        expect(await api.database.sql(`select from room where name = 'den'`)).toEqual([]);
        return;
      }
      const room = JSON.parse(reply.text) as Record<string, string[]>;
      const people = LISTS.flatMap((plural) => room[plural]!);
      expect(new Set(people).size).toBe(people.length);
      expect(room['owners']!.length + room['ownerGroups']!.length).toBeGreaterThan(0);
      expect(GROUP_LISTS.flatMap((plural) => room[plural]!).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 40 },
  );
});

it('no affiliation is lost', async () => {
  await makeRoom(api, { roomName: 'den', owners: ['ann'] });
  const people = Array.from({ length: 30 }, (_, index) => `p${String(index).padStart(2, '0')}`);
  const replies = await Promise.all(
    people.map((who, index) => send(['POST', `/chatrooms/den/members/${who}`], index)),
  );
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 201));
  expect(await readRoom(api, 'den')).toMatchObject({
    members: people.map((who) => `${who}@example.org`),
  });
});

it('the last two owners cannot both be removed', async () => {
  for (let round = 0; round < 10; round += 1) {
    await clearRooms(api);
    await makeRoom(api, { roomName: 'den', owners: ['ann', 'bob'] });
    const replies = await Promise.all(
      ['ann', 'bob'].map((who, index) => send(['DELETE', `/chatrooms/den/owners/${who}`], index)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readRoom(api, 'den'))['owners']).toHaveLength(1);
  }
});

it('one of many creations wins, and its service is created once', async () => {
  for (let round = 0; round < 10; round += 1) {
    await clearRooms(api);
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map((who, index) =>
        send(['POST', '/chatrooms?servicename=lab', { roomName: 'den', owners: [who] }], index),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([201, 409, 409, 409]);
    const winner = ['a', 'b', 'c', 'd'][statuses.indexOf(201)]!;
    expect(await readRoom(api, 'den', '?servicename=lab')).toMatchObject({
      owners: [`${winner}@example.org`],
    });
  }
});

it('updates are atomic: the room is as in one of them', async () => {
  await makeRoom(api, { roomName: 'den' });
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send(
        [
          'PUT',
          '/chatrooms/den',
          { roomName: 'den', subject: `s${index}`, members: [`m${index}`], owners: [`o${index}`] },
        ],
        index,
      ),
    ),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const room = await readRoom(api, 'den');
  const winner = String(room['subject']).slice(1);
  expect(room).toMatchObject({
    members: [`m${winner}@example.org`],
    owners: [`o${winner}@example.org`],
  });
});

it('a room is deleted or updated, never half of each', async () => {
  for (let round = 0; round < 10; round += 1) {
    await clearRooms(api);
    await makeRoom(api, { roomName: 'den', members: ['bob'] });
    const replies = await Promise.all([
      send(['DELETE', '/chatrooms/den'], 0),
      send(['PUT', '/chatrooms/den', { roomName: 'den', members: ['kim'] }], 1),
      send(['POST', '/chatrooms/den/admins/zoe'], 1),
    ]);
    expect(replies[0]!.status).toBe(200);
    expect(replies[1]!.status).toBe(200);
    expect([201, 404]).toContain(replies[2]!.status);
    const [{ count }] = (await api.database.sql(
      `select count(*)::integer from room_affiliation
       where not exists (select from room where id = room_id)`,
    )) as [{ count: number }];
    expect(count).toBe(0);
    const { status, text } = await other.call('GET', '/chatrooms/den', 'json');
    if (status === 200) {
      expect(JSON.parse(text)).toMatchObject({ members: ['kim@example.org'] });
    }
  }
});

it('two bulk requests for the same rooms create each room once', async () => {
  const rooms = Array.from({ length: 60 }, (_, index) => ({
    roomName: `r${index}`,
    members: ['m'],
  }));
  const orders = [rooms, [...rooms].reverse()];
  const replies = await Promise.all(
    orders.map((chatRooms, index) => send(['POST', '/chatrooms/bulk', { chatRooms }], index)),
  );
  const messages = replies.flatMap(
    ({ text }) => (JSON.parse(text) as { success: { message: string }[] }).success,
  );
  expect(
    messages.filter(({ message }) => message === 'Room was successfully created'),
  ).toHaveLength(60);
  expect(messages).toHaveLength(120);
  expect(await api.database.sql('select from room_affiliation')).toHaveLength(120);
});
