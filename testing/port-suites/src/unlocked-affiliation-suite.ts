import fc from 'fast-check';
import { AFFILIATIONS, changeBetween } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import { auditSummaries } from './audit-summaries.js';
import type { Open } from './repositories.js';
import {
  addRoom,
  affiliations,
  CONFERENCE,
  peopleOf,
  roomNamed,
  settings,
  snapshotOf,
  versionOf,
} from './rooms.js';
import type { Named } from './rooms.js';
import { aGroup, anAccount, anEntry, name } from './samples.js';

/** Affiliation changes that apply only if the room is unchanged since it was read. */
export function unlockedAffiliationSuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().groups.add(aGroup('g', { members: ['kim'] }));
    await open().groups.add(aGroup('h', { members: ['ann'] }));
  });

  /** Changes the affiliations of `snapshot` to `after`, in a request that owes an audit entry. */
  const write = async (snapshot: RoomSnapshot, after: Named) => {
    const change = changeBetween(snapshot.affiliations, affiliations(after));
    let version: number | null | undefined;
    const owed = await open().audit.request(anEntry(`PUT ${snapshot.id}`), async () => {
      version = await open().rooms.affiliateUnlocked(snapshot, change);
    });
    return { version, owed };
  };

  it('a change is stored, and the version is that of the room', async () => {
    const people = fc.dictionary(
      fc.constantFrom('ann', 'bob', 'kim', 'zoe'),
      fc.constantFrom(...AFFILIATIONS),
    );
    const groups = fc.dictionary(fc.constantFrom('g', 'h'), fc.constantFrom(...AFFILIATIONS));
    await fc.assert(
      fc.asyncProperty(people, people, groups, fc.boolean(), async (before, after, held, keep) => {
        await open().rooms.remove(CONFERENCE, roomNamed('den'));
        await addRoom(open(), 'den', { people: before, groups: held });
        const snapshot = await snapshotOf(open(), 'den');
        fc.pre(JSON.stringify(before) !== JSON.stringify(after) || !keep);
        const wanted = { people: after, groups: keep ? held : {} };
        const { version } = await write(snapshot, wanted);
        const now = await snapshotOf(open(), 'den');
        expect(now.affiliations).toEqual(affiliations(wanted));
        expect(version).toBe(now.version);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, (snapshot: RoomSnapshot) => Promise<unknown>]>([
    [
      'an option',
      ({ id, affiliations: same }) => {
        const { rooms, transactions } = open();
        const other = settings({ subject: 'x' });
        return transactions.run(() => rooms.update(id, other, changeBetween(same, same)));
      },
    ],
    ['an affiliation', (snapshot) => write(snapshot, { people: { ann: 'owner', zoe: 'member' } })],
    ['people of a group', () => open().groups.replace(aGroup('g', { admins: ['kim'] }))],
    ['the room itself', () => open().rooms.remove(CONFERENCE, roomNamed('den'))],
  ])('nothing is stored if others have changed %s', async (what, change) => {
    await addRoom(open(), 'den', { people: { ann: 'owner' }, groups: { g: 'member' } });
    const snapshot = await snapshotOf(open(), 'den');
    await change(snapshot);
    const gone = what === 'the room itself';
    const before = gone ? [] : await peopleOf(open(), 'den');
    const audited = await auditSummaries(open);
    const after: Named = { people: { ann: 'owner', bob: 'admin' }, groups: { g: 'member' } };
    expect(await write(snapshot, after)).toEqual({ version: null, owed: true });
    if (!gone) expect(await peopleOf(open(), 'den')).toEqual(before);
    expect(await auditSummaries(open)).toEqual(audited);
  });

  it('concurrent changes of the room are waited for', async () => {
    const { rooms, transactions } = open();
    await addRoom(open(), 'den', { people: { ann: 'owner' } });
    const snapshot = await snapshotOf(open(), 'den');
    let late: ReturnType<typeof write> | undefined;
    await transactions.run(async () => {
      const { id } = (await rooms.lock(CONFERENCE, roomNamed('den')))!;
      late = write(snapshot, { people: { ann: 'owner', bob: 'admin' } });
      const more = affiliations({ people: { kim: 'admin' } });
      await rooms.affiliate(id, changeBetween(affiliations({}), more));
    });
    expect(await late).toEqual({ version: null, owed: true });
    expect(await peopleOf(open(), 'den')).toEqual(['ann=owner', 'kim=admin']);
  });

  it('changes of the same turn are each stored with the audit entry of their own request', async () => {
    const names = ['r0', 'r1', 'r2', 'r3'];
    for (const name of names) await addRoom(open(), name, { people: { ann: 'owner' } });
    const snapshots = await Promise.all(names.map((name) => snapshotOf(open(), name)));
    const { rooms, transactions } = open();
    const none = changeBetween(affiliations({}), affiliations({}));
    await transactions.run(() => rooms.update(snapshots[2]!.id, settings({ subject: 'x' }), none));
    const after: Named['people'][] = [
      { ann: 'owner', bob: 'member' },
      { ann: 'admin', bob: 'owner' },
      { bob: 'owner' },
      { bob: 'owner' },
    ];
    const results = await Promise.all(
      snapshots.map((snapshot, index) => write(snapshot, { people: after[index]! })),
    );
    expect(results.map(({ owed }) => owed)).toEqual([false, false, true, false]);
    for (const [index, { version }] of results.entries()) {
      expect(version).toBe(index === 2 ? null : await versionOf(open(), names[index]!));
    }
    const stored = snapshots.filter((_, index) => index !== 2).map(({ id }) => `PUT ${id}`);
    expect([...(await auditSummaries(open))].sort()).toEqual(stored.sort());
  });

  it('one of several changes of the same version wins', async () => {
    await addRoom(open(), 'den', { people: { ann: 'owner' } });
    const snapshot = await snapshotOf(open(), 'den');
    const results = await Promise.all(
      ['b', 'c', 'd', 'e'].map((who) =>
        write(snapshot, { people: { ann: 'owner', [who]: 'admin' } }),
      ),
    );
    expect(results.filter(({ version }) => version !== null)).toHaveLength(1);
    expect(await peopleOf(open(), 'den')).toHaveLength(2);
    expect(await auditSummaries(open)).toHaveLength(1);
  });

  it('people renamed in the meantime count as a change', async () => {
    const { users, userChanges } = open();
    await users.add([anAccount('ann')]);
    await addRoom(open(), 'den', { people: { ann: 'owner' } });
    const snapshot = await snapshotOf(open(), 'den');
    await userChanges.rename(name('ann'), name('amy'), {}, null);
    expect(await write(snapshot, { people: { ann: 'owner', bob: 'admin' } })).toEqual({
      version: null,
      owed: true,
    });
  });
}
