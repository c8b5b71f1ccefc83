import { UserAlreadyExists } from '@chat-admin/domain/users/errors';
import { perSuite } from '../../test/open-database.js';
import { aRoom } from '../../test/rooms.js';
import { aGroup, anAccount, anEntry, anItem, jid, name } from '@chat-admin/port-suites/samples';

const open = perSuite();
const PEOPLE = ['a', 'b', 'c', 'd', 'e', 'f'];
const GROUPS = ['G1', 'G2', 'G3'];

/** Pseudo-random with a fixed seed. */
function dice(seed: number) {
  let state = seed;
  return <T>(choices: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return choices[Math.floor((state / 2_147_483_648) * choices.length)]!;
  };
}

/** A request like those of the use cases: locks the user first, then makes changes. */
async function request(pick: ReturnType<typeof dice>): Promise<void> {
  const { users, userChanges, groups, rosters, lockouts } = open();
  const [one, other, group] = [pick(PEOPLE), pick(PEOPLE), pick(GROUPS)];
  const kind = pick([
    'add',
    'remove',
    'rename',
    'join',
    'leave',
    'replace',
    'roster',
    'update',
    'lock',
  ]);
  if (kind === 'add') return void (await users.add([anAccount(one), anAccount(`${one}${other}`)]));
  if (kind === 'replace') {
    await groups.addMissing([group], false);
    if (!(await groups.lock(group))) return;
    return groups.replace(aGroup(group, { shared: pick([true, false]), members: [one] }));
  }
  if (!(await users.lock(name(one)))) return;
  if (kind === 'remove') await userChanges.remove(name(one), jid('admin'));
  else if (kind === 'rename') await userChanges.rename(name(one), name(other), {}, null);
  else if (kind === 'join') {
    await groups.addMissing(GROUPS, false);
    await groups.join(GROUPS, jid(one));
  } else if (kind === 'leave') await groups.leave(GROUPS, jid(one));
  else if (kind === 'roster') await rosters.put(name(one), anItem(other));
  else if (kind === 'update') await userChanges.update(name(one), { name: other }, null);
  else await lockouts.lock(name(one), 'secret');
}

it('concurrent requests are all or nothing, each with one audit entry', async () => {
  const { users, transactions, audit, query } = open();
  await users.add(PEOPLE.map((text) => anAccount(text)));
  for (const group of GROUPS)
    await open().groups.add(aGroup(group, { shared: true, members: PEOPLE }));
  for (const room of ['r1', 'r2']) {
    await aRoom(query, room, { people: { a: 'owner', b: 'owner' }, groups: { G1: 'member' } });
  }
  let written = 0;
  const worker = async (seed: number) => {
    const pick = dice(seed);
    for (let count = 0; count < 25; count += 1) {
      const owed = await audit.request(anEntry('storm'), () =>
        transactions
          .run(() => request(pick))
          .catch((error: unknown) => {
            if (!(error instanceof UserAlreadyExists)) throw error;
          }),
      );
      if (!owed) written += 1;
    }
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(worker));
  expect(await query('select from audit_entry')).toHaveLength(written);
  expect(
    await query(`
      select name from room where not exists (
        select from room_affiliation where room_id = room.id and affiliation = 'owner')`),
  ).toEqual([]);
});
