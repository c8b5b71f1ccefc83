import fc from 'fast-check';
import {
  AFFILIATIONS,
  affiliationsOf,
  changeBetween,
} from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliation, Affiliations } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import { perSuite } from '../../../test/open-database.js';
import { aRoom, peopleOf, roomVersion } from '../../../test/rooms.js';
import { aGroup, anEntry, jid } from '../../../test/samples.js';
import { TypeormRoomRepository } from '../rooms/typeorm-room-repository.js';

const open = perSuite();
const rooms = () => new TypeormRoomRepository(open().db, open().streams, open().audit);
const NOTHING = { users: [], groups: [] };

const snapshotOf = async (name: string): Promise<RoomSnapshot> =>
  (await rooms().snapshot('conference' as ServiceName, roomName(name)!, NOTHING))!;

type Named = Readonly<Record<string, Affiliation>>;
const affiliations = (people: Named, groups: Named = {}): Affiliations => ({
  people: new Map(Object.entries(people).map(([person, held]) => [jid(person), held])),
  groups: new Map(Object.entries(groups)),
});

/** Makes the affiliations of `snapshot` to `after`, as a request that owes an audit entry. */
async function write(
  repository: TypeormRoomRepository,
  snapshot: RoomSnapshot,
  after: Affiliations,
) {
  const change = changeBetween(affiliationsOf(snapshot.room), after);
  let version: number | null | undefined;
  const owed = await open().audit.request(anEntry(`PUT ${snapshot.room.roomName}`), async () => {
    version = await repository.affiliateUnlocked(snapshot, change);
  });
  return { version, owed };
}

const audited = async () =>
  (await open().query<{ summary: string }>('select summary from audit_entry')).map(
    ({ summary }) => summary,
  );

beforeEach(async () => {
  await open().query('delete from room');
  await open().query('delete from user_group');
  await open().query('delete from audit_entry');
  await open().groups.add(aGroup('g', { members: ['kim'] }));
  await open().groups.add(aGroup('h', { members: ['ann'] }));
});

it('any change is stored, and its version is that of the room', async () => {
  const people = fc.dictionary(
    fc.constantFrom('ann', 'bob', 'kim', 'zoe'),
    fc.constantFrom(...AFFILIATIONS),
  );
  const groups = fc.dictionary(fc.constantFrom('g', 'h'), fc.constantFrom(...AFFILIATIONS));
  await fc.assert(
    fc.asyncProperty(people, people, groups, fc.boolean(), async (before, after, held, keep) => {
      await open().query('delete from room');
      await aRoom(open().query, 'den', { people: before, groups: held });
      const snapshot = await snapshotOf('den');
      const wanted = affiliations(after, keep ? held : {});
      fc.pre(JSON.stringify(before) !== JSON.stringify(after) || !keep);
      const { version } = await write(rooms(), snapshot, wanted);
      const now = await snapshotOf('den');
      expect(affiliationsOf(now.room)).toEqual(wanted);
      expect(version).toBe(now.version);
    }),
    { numRuns: 60 },
  );
});

it('outcasts lose their reserved nickname, others keep it', async () => {
  await aRoom(open().query, 'den', { people: { ann: 'member', bob: 'member', kim: 'member' } });
  const after = affiliations({ ann: 'admin', bob: 'outcast', kim: 'member', zoe: 'owner' });
  await write(rooms(), await snapshotOf('den'), after);
  expect(await peopleOf(open().query, 'den')).toEqual([
    'ann=admin nick of ann',
    'bob=outcast',
    'kim=member nick of kim',
    'zoe=owner',
  ]);
});

it.each([
  ['an option', `update room set subject = 'x'`],
  ['an affiliation', `insert into room_affiliation values (#id, 'zoe@example.org', 'member')`],
  ['people of a group', `update group_member set is_admin = true where group_name = 'g'`],
  ['the room itself', `delete from room where id = #id`],
])('nothing is stored when somebody has changed %s', async (_what, statement) => {
  await aRoom(open().query, 'den', { people: { ann: 'owner' }, groups: { g: 'member' } });
  const snapshot = await snapshotOf('den');
  await open().query(statement.replace('#id', String(snapshot.id)));
  const before = await peopleOf(open().query, 'den');
  const after = affiliations({ ann: 'owner', bob: 'admin' }, { g: 'member' });
  expect(await write(rooms(), snapshot, after)).toEqual({ version: null, owed: true });
  expect(await peopleOf(open().query, 'den')).toEqual(before);
  expect(await audited()).toEqual([]);
});

it('whoever is changing the room at the moment is waited for', async () => {
  await aRoom(open().query, 'den', { people: { ann: 'owner' } });
  const snapshot = await snapshotOf('den');
  let late: ReturnType<typeof write> | undefined;
  await open().transactions.run(async () => {
    const { id } = (await rooms().lock('conference' as ServiceName, roomName('den')!))!;
    late = write(rooms(), snapshot, affiliations({ ann: 'owner', bob: 'admin' }));
    await rooms().affiliate(id, changeBetween(affiliations({}), affiliations({ kim: 'admin' })));
  });
  expect(await late).toEqual({ version: null, owed: true });
  expect(await peopleOf(open().query, 'den')).toEqual(['ann=owner nick of ann', 'kim=admin']);
});

it('changes of one turn share a transaction, each with the audit entry of its own request', async () => {
  const names = ['r0', 'r1', 'r2', 'r3'];
  for (const name of names) await aRoom(open().query, name, { people: { ann: 'owner' } });
  const snapshots = await Promise.all(names.map(snapshotOf));
  await open().query(`update room set subject = 'x' where name = 'r2'`);
  const repository = rooms();
  const after = [
    affiliations({ ann: 'owner', bob: 'member' }),
    affiliations({ ann: 'admin', bob: 'owner' }),
    affiliations({ bob: 'owner' }),
    affiliations({ bob: 'owner' }),
  ];
  const results = await Promise.all(
    snapshots.map((snapshot, index) => write(repository, snapshot, after[index]!)),
  );
  expect(results.map(({ owed }) => owed)).toEqual([false, false, true, false]);
  for (const [index, { version }] of results.entries()) {
    const now = version ?? null;
    expect(now).toBe(index === 2 ? null : await roomVersion(open().query, names[index]!));
  }
  expect((await audited()).sort()).toEqual(['PUT r0', 'PUT r1', 'PUT r3']);
  expect(await open().query('select distinct xmin::text from audit_entry')).toHaveLength(1);
});

it('one of several changes of the same state wins', async () => {
  await aRoom(open().query, 'den', { people: { ann: 'owner' } });
  const snapshot = await snapshotOf('den');
  const [one, other] = [rooms(), rooms()];
  const results = await Promise.all(
    ['b', 'c', 'd', 'e'].map((who, index) =>
      write(index < 2 ? one : other, snapshot, affiliations({ ann: 'owner', [who]: 'admin' })),
    ),
  );
  expect(results.filter(({ version }) => version !== null)).toHaveLength(1);
  expect(await peopleOf(open().query, 'den')).toHaveLength(2);
  expect(await audited()).toHaveLength(1);
});

it('a change that cannot be stored does not make its neighbours fail', async () => {
  for (const name of ['r0', 'r1']) await aRoom(open().query, name, { people: { ann: 'owner' } });
  const [good, bad] = await Promise.all(['r0', 'r1'].map(snapshotOf));
  const repository = rooms();
  const results = await Promise.allSettled([
    write(repository, good!, affiliations({ ann: 'owner', bob: 'admin' })),
    write(repository, bad!, affiliations({ ann: 'owner', bob: 'lord' as Affiliation })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(await audited()).toEqual(['PUT r0']);
});
