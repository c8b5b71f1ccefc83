import { perEngineSuite } from '../../test/engine.js';
import { aRoom } from '../../test/rooms.js';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';

interface State {
  readonly own: number;
  readonly groups: Readonly<Record<string, number>>;
}
interface Live {
  readonly rooms?: readonly object[];
  readonly groups?: readonly object[];
  readonly users?: readonly object[];
  readonly services?: readonly string[];
}

const suite = perEngineSuite();
const stale = (live: Live | object) => suite().engine.call('stale', live);
const nothing = {
  ...{ rooms: [], rosters: [], groups: [], locked: [], gone: [], departed: [] },
  services: false,
  absent: [],
};

const liveRoom = async (room: string) => {
  const { id, version } = await suite().engine.call<{ id: number; version: number }>(
    'room',
    'conference',
    room,
  );
  return { service: 'conference', room, id, version };
};
const stateOf = async (username: string) =>
  (await suite().engine.call<{ state: State }>('roster', username)).state;
const liveUser = async (username: string) => ({ username, own: (await stateOf(username)).own });
const groupsOf = async (username: string) =>
  Object.entries((await stateOf(username)).groups).map(([id, version]) => ({ id: +id, version }));
const liveUsers = async (...usernames: readonly string[]) => {
  const live: object[] = [];
  for (const username of usernames) live.push(await liveUser(username));
  return live;
};

beforeEach(async () => {
  const { query, users, groups } = suite().open;
  for (const table of ['room', 'user_group', 'account', 'departed_account'])
    await query(`delete from ${table}`);
  await users.add(['ann', 'bob', 'cid', 'dan'].map((text) => anAccount(text)));
  await groups.add(aGroup('Crew', { shared: true, members: ['ann', 'bob'] }));
  for (const room of ['tea', 'milk', 'gone']) {
    await aRoom(query, room, { people: { ann: 'owner' }, groups: { Crew: 'member' } });
  }
});

it('bounds of memory are told when they differ, none while the operator wants nothing remembered', async () => {
  const { query } = suite().open;
  const memory = async (known: object) =>
    (await suite().engine.call<{ memory?: object }>('stale', { memory: known })).memory;
  expect(await memory({ conference: 25 })).toBeUndefined();
  expect(await memory({})).toEqual({ conference: 25 });
  await query(
    `insert into chat_service (name, hidden, history_max_number) values ('attic', false, -1)`,
  );
  expect(await memory({ conference: 25 })).toEqual({ conference: 25, attic: 0 });
  for (const [value, told] of [
    ['false', {}],
    ['yes', {}],
    ['TRUE', undefined],
  ] as const) {
    await query(`insert into system_property values ('history.memory', $1)`, [value]);
    expect(await memory({ conference: 25, attic: 0 })).toEqual(told);
    await query(`delete from system_property where key = 'history.memory'`);
  }
  await query(`delete from chat_service where name = 'attic'`);
});

it('nothing is stale at first, nor when nothing is live', async () => {
  const live = {
    rooms: [await liveRoom('tea')],
    users: await liveUsers('ann', 'dan'),
    services: ['conference'],
  };
  expect(await stale(live)).toEqual(nothing);
  expect(await stale({ rooms: {}, users: {}, services: ['conference'] })).toEqual(nothing);
  expect(await stale({})).toEqual(nothing);
});

it('administrators are, when the caller knows others', async () => {
  expect(await stale({ administrators: ['admin'] })).toEqual(nothing);
  expect(await stale({ administrators: {} })).toEqual({ ...nothing, administrators: ['admin'] });
});

it('rooms are, that are changed, gone, or others by now', async () => {
  const { query } = suite().open;
  const rooms = [await liveRoom('tea'), await liveRoom('milk'), await liveRoom('gone')];
  await query(`update room set subject = 'x' where name = 'milk'`);
  await query(`delete from room where name = 'gone'`);
  expect(await stale({ rooms })).toEqual({
    ...nothing,
    rooms: [
      { service: 'conference', room: 'gone', gone: true },
      { service: 'conference', room: 'milk', gone: false },
    ],
  });
  await aRoom(query, 'gone');
  expect(await stale({ rooms: [{ ...rooms[2], version: 1 }] })).toMatchObject({
    rooms: [{ room: 'gone', gone: true }],
  });
});

it('a room is, a shared group, and the roster of who joins it', async () => {
  const { groups } = suite().open;
  const live = {
    rooms: [await liveRoom('tea')],
    users: await liveUsers('ann', 'bob', 'cid', 'dan'),
    groups: await groupsOf('ann'),
  };
  await groups.join(['Crew'], anItem('cid').jid);
  expect(await stale(live)).toEqual({
    ...nothing,
    rooms: [{ service: 'conference', room: 'tea', gone: false }],
    rosters: ['cid'],
    groups: await groupsOf('ann'),
  });
  await groups.leave(['Crew'], anItem('bob').jid);
  expect(await stale({ ...live, users: await liveUsers('bob') })).toMatchObject({
    rosters: [],
    groups: await groupsOf('ann'),
  });
});

it('a shared group is without a version when it is deleted or unshared; its people are when it is shared', async () => {
  const { groups } = suite().open;
  const [crew] = await groupsOf('ann');
  const gone = { ...nothing, groups: [{ id: crew!.id }] };
  const plain = aGroup('Crew', { members: ['ann', 'bob'] });
  await groups.replace(plain);
  expect(await stale({ groups: [crew] })).toEqual(gone);
  const users = await liveUsers('ann', 'bob', 'cid');
  await groups.replace({ ...plain, shared: true });
  expect(await stale({ users, groups: [crew] })).toEqual({ ...gone, rosters: ['ann', 'bob'] });
  await groups.remove('Crew', jid('admin'));
  expect(await stale({ groups: [crew] })).toEqual(gone);
});

it('users are, who are locked out, deleted or have another name', async () => {
  const { lockouts, userChanges } = suite().open;
  const live = {
    users: [...(await liveUsers('ann', 'bob', 'cid', 'dan')), { username: 'ghost', own: 3 }],
  };
  await lockouts.lock(name('dan'), 'secret');
  await userChanges.remove(name('cid'), jid('admin'));
  expect(await stale(live)).toEqual({
    ...nothing,
    locked: ['dan'],
    gone: ['cid', 'ghost'],
    departed: ['cid'],
  });
});

it('names that accounts had are, until nothing is left of those', async () => {
  const { users, userChanges } = suite().open;
  await userChanges.remove(name('cid'), jid('admin'));
  await users.add([anAccount('cid')]);
  await userChanges.rename(name('dan'), name('don'), {}, null);
  expect(await stale({})).toEqual({ ...nothing, departed: ['cid', 'dan'] });
  expect(await suite().engine.call('credentials', 'cid', true)).toMatchObject({ departed: true });
  expect(await suite().engine.call('forgotten', ['cid', 'nobody'])).toBe(1);
  expect(await suite().engine.call('credentials', 'cid', true)).toMatchObject({ departed: false });
  expect(await stale({})).toEqual({ ...nothing, departed: ['dan'] });
});

it('an account that was made again shows another roster', async () => {
  const { rosters, users, userChanges } = suite().open;
  await rosters.put(name('dan'), anItem('x@other.example'));
  const live = { users: [await liveUser('dan'), await liveUser('cid')] };
  await userChanges.remove(name('dan'), jid('admin'));
  await users.add([anAccount('dan')]);
  expect(await stale(live)).toEqual({ ...nothing, rosters: ['dan'], departed: ['dan'] });
});

it('services are, when others exist', async () => {
  const { query } = suite().open;
  await query(`insert into chat_service (name, hidden) values ('zoo', false)`);
  for (const [services, expected] of [
    [['conference'], true],
    [['conference', 'zoo'], false],
    [['zoo', 'conference', 'zoo'], false],
    [['conference', 'zoo', 'attic'], true],
    [[], true],
  ] as const) {
    expect(await stale({ services })).toEqual({ ...nothing, services: expected });
  }
  await query(`delete from chat_service where name = 'zoo'`);
});
