import { changeBetween } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import { affiliations, snapshotOf } from '@chat-admin/port-suites/rooms';
import type { Named } from '@chat-admin/port-suites/rooms';
import { anEntry } from '@chat-admin/port-suites/samples';
import { unlockedAffiliationSuite } from '@chat-admin/port-suites/unlocked-affiliation-suite';
import { perSuite } from '../../../test/open-database.js';
import { aRoom, peopleOf } from '../../../test/rooms.js';

const open = perSuite();
unlockedAffiliationSuite(open);

/** Makes `people` the people of `snapshot`, in a request that owes an audit entry. */
function write(snapshot: RoomSnapshot, people: Named['people']): Promise<unknown> {
  const change = changeBetween(snapshot.affiliations, affiliations({ people: people! }));
  return open().audit.request(anEntry(`PUT ${snapshot.id}`), () =>
    open().rooms.affiliateUnlocked(snapshot, change),
  );
}

const audited = () =>
  open().query<{ summary: string; xmin: string }>('select summary, xmin::text from audit_entry');

it('outcasts lose their reserved nickname, others keep it', async () => {
  const { query } = open();
  await aRoom(query, 'den', { people: { ann: 'member', bob: 'member', kim: 'member' } });
  const after = { ann: 'admin', bob: 'outcast', kim: 'member', zoe: 'owner' } as const;
  await write(await snapshotOf(open(), 'den'), after);
  expect(await peopleOf(query, 'den')).toEqual([
    'ann=admin nick of ann',
    'bob=outcast',
    'kim=member nick of kim',
    'zoe=owner',
  ]);
});

it('changes of the same turn share a transaction', async () => {
  const names = ['r0', 'r1', 'r2'];
  for (const name of names) await aRoom(open().query, name, { people: { ann: 'owner' } });
  const snapshots = await Promise.all(names.map((name) => snapshotOf(open(), name)));
  await Promise.all(snapshots.map((snapshot) => write(snapshot, { bob: 'owner' })));
  const entries = await audited();
  expect(entries).toHaveLength(3);
  expect(new Set(entries.map(({ xmin }) => xmin)).size).toBe(1);
});

it('a change that cannot be stored does not make others fail', async () => {
  for (const name of ['r0', 'r1']) await aRoom(open().query, name, { people: { ann: 'owner' } });
  const [good, bad] = await Promise.all(['r0', 'r1'].map((name) => snapshotOf(open(), name)));
  const results = await Promise.allSettled([
    write(good!, { ann: 'owner', bob: 'admin' }),
    write(bad!, { ann: 'owner', bob: 'lord' as Affiliation }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await audited()).map(({ summary }) => summary)).toEqual([`PUT ${good!.id}`]);
});
