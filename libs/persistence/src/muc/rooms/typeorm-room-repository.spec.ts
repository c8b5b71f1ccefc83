import fc from 'fast-check';
import {
  AFFILIATIONS,
  affiliationsOf,
  changeBetween,
} from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliation, Affiliations } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { NewRoom } from '@chat-admin/domain/muc/rooms/room-repository';
import { ROOM_FIELDS, roomName } from '@chat-admin/domain/muc/rooms/room';
import type { RoomSettings } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { anyValues } from '../../../test/any-values.js';
import { perSuite } from '../../../test/open-database.js';
import { roomVersion } from '../../../test/rooms.js';
import { aGroup, jid } from '../../../test/samples.js';
import { listRooms } from './room-list-sql.js';
import { TypeormRoomRepository } from './typeorm-room-repository.js';

const open = perSuite();
const service = 'conference' as ServiceName;
const name = (text: string) => roomName(text)!;
const rooms = () => new TypeormRoomRepository(open().db, open().streams, open().audit);

const settings = (more: Partial<RoomSettings> = {}): RoomSettings => ({
  ...valuesOf(ROOM_FIELDS, { publicRoom: true }),
  creationDate: null,
  modificationDate: null,
  ...more,
});

type Named = Readonly<Record<string, Affiliation>>;
const affiliations = (people: Named = { ann: 'owner' }, groups: Named = {}): Affiliations => ({
  people: new Map(Object.entries(people).map(([person, held]) => [jid(person), held])),
  groups: new Map(Object.entries(groups)),
});
const aRoom = (text: string, more: Partial<NewRoom> = {}): NewRoom => ({
  name: name(text),
  settings: settings(),
  affiliations: affiliations(),
  ...more,
});

beforeEach(async () => {
  await open().query('delete from room');
  await open().query('delete from user_group');
  await open().groups.add(aGroup('g', { members: ['kim'] }));
  await open().groups.add(aGroup('h', { admins: ['zoe'], members: ['ann'] }));
});

const anySettings: fc.Arbitrary<RoomSettings> = fc
  .tuple(anyValues(ROOM_FIELDS), fc.record({ creationDate: moment(), modificationDate: moment() }))
  .map(([values, dates]) => ({ ...values, ...dates }));

const anyAffiliations: fc.Arbitrary<Affiliations> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('ann', 'bob', 'kim', 'x@y.example'), held()),
    fc.dictionary(fc.constantFrom('g', 'h'), held()),
  )
  .map(([people, groups]) => affiliations(people, groups));

function moment() {
  return fc.date({
    min: new Date('0001-01-02Z'),
    max: new Date('9999-12-30Z'),
    noInvalidDate: true,
  });
}
function held() {
  return fc.constantFrom(...AFFILIATIONS);
}

it('rooms come back as they were stored, and as they were changed', async () => {
  const repository = rooms();
  await fc.assert(
    fc.asyncProperty(
      anySettings,
      anyAffiliations,
      anySettings,
      anyAffiliations,
      async (...states) => {
        const [first, held, second, holds] = states;
        await open().query('delete from room');
        await repository.add(service, [aRoom('den', { settings: first, affiliations: held })]);
        const stored = (await repository.find(service, name('den'), false))!;
        expect(stored).toMatchObject(first);
        expect(affiliationsOf(stored)).toEqual(held);
        expect(stored.roomName).toBe('den');
        await open().transactions.run(async () => {
          const { id, room } = (await repository.lock(service, name('den')))!;
          expect(room).toEqual(stored);
          await repository.update(id, second, changeBetween(held, holds));
        });
        const changed = (await repository.find(service, name('den'), false))!;
        expect(changed).toMatchObject(second);
        expect(affiliationsOf(changed)).toEqual(holds);
      },
    ),
    { numRuns: 60 },
  );
});

it('dates that are not given are now, or stay', async () => {
  const repository = rooms();
  const creationDate = new Date('2001-02-03T04:05:06.007Z');
  await repository.add(service, [
    aRoom('new'),
    aRoom('dated', { settings: settings({ creationDate }) }),
  ]);
  const fresh = (await repository.find(service, name('new'), false))!;
  expect(fresh.modificationDate).toEqual(fresh.creationDate);
  expect(await repository.find(service, name('dated'), false)).toMatchObject({
    creationDate,
    modificationDate: creationDate,
  });
  await open().transactions.run(async () => {
    const { id } = (await repository.lock(service, name('dated')))!;
    await repository.update(id, settings(), changeBetween(affiliations(), affiliations()));
  });
  const changed = (await repository.find(service, name('dated'), false))!;
  expect(changed.creationDate).toEqual(creationDate);
  expect(changed.modificationDate.getTime()).toBeGreaterThanOrEqual(fresh.creationDate.getTime());
});

it('a change gives the version that is stored', async () => {
  const repository = rooms();
  await repository.add(service, [aRoom('den')]);
  const version = await open().transactions.run(async () => {
    const { id } = (await repository.lock(service, name('den')))!;
    const change = changeBetween(affiliations(), affiliations({ ann: 'owner', bob: 'admin' }));
    return repository.affiliate(id, change);
  });
  expect(await roomVersion(open().query, 'den')).toBe(version);
  const updated = await open().transactions.run(async () => {
    const { id } = (await repository.lock(service, name('den')))!;
    return repository.update(id, settings(), changeBetween(affiliations(), affiliations({})));
  });
  expect(updated).toBeGreaterThan(version);
  expect(await roomVersion(open().query, 'den')).toBe(updated);
});

it('only rooms that are new are stored, and each with its own people', async () => {
  const repository = rooms();
  expect(await repository.add(service, [aRoom('b')])).toEqual(new Set(['b']));
  const added = await repository.add(service, [
    aRoom('c', { affiliations: affiliations({ kim: 'owner' }, { g: 'member' }) }),
    aRoom('b', { affiliations: affiliations({ zoe: 'owner' }) }),
    aRoom('a', { affiliations: affiliations({}, {}) }),
  ]);
  expect(added).toEqual(new Set(['a', 'c']));
  const owners = async (text: string) =>
    (await repository.find(service, name(text), false))?.owners;
  expect(await owners('a')).toEqual([]);
  expect(await owners('b')).toEqual([jid('ann')]);
  expect(await owners('c')).toEqual([jid('kim')]);
  const names = ['a', 'x', 'c'].map(name);
  expect(await repository.existing(service, names)).toEqual(new Set(['a', 'c']));
});

it('the people of groups are added, each once and in order', async () => {
  const repository = rooms();
  const held = affiliations({ zoe: 'member', bob: 'member' }, { h: 'member', g: 'owner' });
  await repository.add(service, [aRoom('den', { affiliations: held })]);
  const [plain, expanded] = await Promise.all(
    [false, true].map((expand) => repository.find(service, name('den'), expand)),
  );
  expect(plain).toMatchObject({ owners: [], members: [jid('bob'), jid('zoe')] });
  expect(expanded).toMatchObject({
    owners: [jid('kim')],
    members: [jid('ann'), jid('bob'), jid('zoe')],
    ownerGroups: ['g'],
    memberGroups: ['h'],
  });
  expect(await repository.peopleOf(['g', 'h', 'x'])).toEqual(
    new Map([
      ['g', [jid('kim')]],
      ['h', [jid('ann'), jid('zoe')]],
    ]),
  );
});

it('rooms that are asked for in one turn are told apart by service too', async () => {
  const repository = rooms();
  const lab = 'lab' as ServiceName;
  await open().query(`insert into chat_service values ('lab', '', false) on conflict do nothing`);
  await repository.add(service, [aRoom('a', { settings: settings({ subject: '1' }) })]);
  await repository.add(lab, [aRoom('a', { settings: settings({ subject: '2' }) }), aRoom('b')]);
  const found = await Promise.all([
    repository.find(service, name('a'), false),
    repository.find(lab, name('a'), false),
    repository.find(service, name('b'), false),
    repository.find(lab, name('b'), false),
  ]);
  expect(found.map((room) => room && [room.roomName, room.subject])).toEqual([
    ['a', '1'],
    ['a', '2'],
    null,
    ['b', null],
  ]);
  expect(await repository.remove(lab, name('a'))).toBe(true);
  expect(await repository.remove(lab, name('a'))).toBe(false);
  expect(await repository.find(service, name('a'), false)).not.toBeNull();
});

it('the database refuses a second affiliation of anybody', async () => {
  await rooms().add(service, [aRoom('den')]);
  const insert = (columns: string, table: string) =>
    open().query(`insert into ${table} select id, ${columns} from room`);
  await expect(insert(`'ann@example.org', 'outcast'`, 'room_affiliation')).rejects.toThrow(
    'room_affiliation_pk',
  );
  await insert(`'g', 'member'`, 'room_group_affiliation');
  await expect(insert(`'g', 'admin'`, 'room_group_affiliation')).rejects.toThrow(
    'room_group_affiliation_pk',
  );
});

describe('the list', () => {
  const plan = async (search: string) => {
    const filter = { rooms: 'all', search, expandGroups: false } as const;
    const { text: sql, values } = listRooms(service, filter);
    const rows = await open().query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('is searched by index', async () => {
    await open().query(
      `insert into room (service, name, natural_name)
       select 'conference', md5(n::text), 'Room ' || md5((n + 1)::text)
       from generate_series(1, 20000) n`,
    );
    await open().query('vacuum analyze room');
    const found = await plan('abcdef');
    expect(found).toContain('room_name_trigram_idx');
    expect(found).toContain('room_natural_name_trigram_idx');
    expect(await plan('Abc Def')).toContain('room_natural_name_trigram_idx');
  });

  it('ends early when its reader leaves', async () => {
    await open().query(
      `insert into room (service, name) select 'conference', n::text from generate_series(1, 1200) n`,
    );
    const filter = { rooms: 'all', search: null, expandGroups: false } as const;
    for await (const batch of rooms().list(service, filter)) {
      expect(batch).toHaveLength(20);
      break;
    }
    expect(await rooms().remove(service, name('7'))).toBe(true);
  });
});

describe('at the same time', () => {
  it('many give affiliations in one room, and none is lost', async () => {
    const repository = rooms();
    await repository.add(service, [aRoom('den')]);
    const people = Array.from({ length: 12 }, (_, index) => jid(`p${index}`));
    await Promise.all(
      people.map((person) =>
        open().transactions.run(async () => {
          const { id, room } = (await repository.lock(service, name('den')))!;
          const before = affiliationsOf(room);
          const after = { ...before, people: new Map(before.people).set(person, 'member') };
          await repository.affiliate(id, changeBetween(before, after));
        }),
      ),
    );
    const room = (await repository.find(service, name('den'), false))!;
    expect(room.members).toEqual([...people].sort());
  });

  it('rooms are added in any order without a deadlock, each once', async () => {
    const repository = rooms();
    const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const orders = [names, [...names].reverse(), [...names].sort(() => 0.3)];
    const added = await Promise.all(
      orders.map((order) =>
        repository.add(
          service,
          order.map((text) => aRoom(text)),
        ),
      ),
    );
    expect(added.flatMap((set) => [...set]).sort()).toEqual([...names].sort());
  });
});
