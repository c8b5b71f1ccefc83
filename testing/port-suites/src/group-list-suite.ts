import type { GroupSelection } from '@chat-admin/domain/groups/group-list';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import type { Order, OrderedList, Position } from '@chat-admin/domain/shared/paging';
import type { Open } from './repositories.js';
import { aGroup, jid } from './samples.js';

export const EVERY_GROUP: GroupSelection = {
  text: null,
  shared: null,
  member: null,
  managedBy: null,
};
export const NO_DETAILS = { people: false, count: false };
const ORDERS: readonly Order[] = ['key', 'name'].flatMap((sort) => [
  { sort, descending: false },
  { sort, descending: true },
]);

/** Groups and their people in any order, by page and by filter. */
export function groupListSuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    for (const name of ['b', 'B', 'a%', 'A', '\u{10400}', '\ufb00', 'É']) {
      await open().groups.add(
        aGroup(name, {
          description: name === 'A' ? null : `about ${name}`,
          shared: name === 'B',
          members: ['u1', 'u2', 'U3@other.example'],
          admins: name === 'b' ? ['u4'] : [],
        }),
      );
    }
  });

  const find = async (wanted: Partial<GroupSelection>) => {
    const list = await open().groupList.select({ ...EVERY_GROUP, ...wanted }, NO_DETAILS);
    return (await wholeList(list.whole(ORDERS[0]!))).map(({ name }) => name);
  };

  it.each(ORDERS)('pages are pieces of the whole list: %j', async (order) => {
    await expectPieces(await open().groupList.select(EVERY_GROUP, NO_DETAILS), order, 7);
    await expectPieces(open().groupList.namesOf(jid('u1')), order, 7);
  });

  it.each([false, true])(
    'pages of people are pieces of the whole list: descending %j',
    async (descending) => {
      const people = await open().groupList.people('b', { role: null, text: null });
      await expectPieces(people!, { sort: 'jid', descending }, 4);
    },
  );

  it.each<[string, Partial<GroupSelection>, readonly string[]]>([
    ['text in names', { text: 'É' }, ['É']],
    ['text in descriptions', { text: 'ABOUT a' }, ['a%']],
    ['short text', { text: 'a' }, ['A', 'a%']],
    ['short text that is a pattern', { text: '%' }, []],
    ['the shared', { shared: true }, ['B']],
    ['those of somebody', { member: jid('u4') }, ['b']],
    ['those of nobody', { member: '' }, []],
  ])('finds %s', async (_, wanted, expected) => {
    expect(await find(wanted)).toEqual(expected);
  });

  it('finds people by role and by how the JID begins', async () => {
    const people = async (role: 'admin' | 'member' | null, text: string | null) => {
      const found = await open().groupList.people('b', { role, text });
      return (await wholeList(found!.whole({ sort: 'jid', descending: false }))).map(
        (one) => `${one.role}:${one.jid}`,
      );
    };
    expect(await people('admin', null)).toEqual(['admin:u4@example.org']);
    expect(await people(null, 'U3@')).toEqual(['member:u3@other.example']);
    expect(await people('member', 'u4')).toEqual([]);
    expect(await open().groupList.people('none', { role: null, text: null })).toBeNull();
  });

  it('shows people and their number to those who ask', async () => {
    const list = await open().groupList.select(
      { ...EVERY_GROUP, member: jid('u4') },
      { people: true, count: true },
    );
    const [group] = await wholeList(list.whole(ORDERS[0]!));
    expect(group).toEqual({
      ...{ name: 'b', description: 'about b', shared: false, memberCount: 4 },
      ...{ managedBy: null, externalId: null },
      members: ['u1', 'u2', 'U3@other.example'].map(jid),
      admins: [jid('u4')],
    });
  });
}

export async function expectPieces<T>(
  list: OrderedList<T>,
  order: Order,
  size: number,
): Promise<void> {
  const whole = await wholeList(list.whole(order));
  expect(whole).toHaveLength(size);
  expect(await list.total()).toEqual({ count: size, isLimited: false });
  for (const limit of [1, 3, size]) {
    const walked: T[] = [];
    let after: Position | null = null;
    do {
      const { items, next } = await list.page({ ...order, limit, after });
      expect(items.length).toBeLessThanOrEqual(limit);
      walked.push(...items);
      after = next;
    } while (after !== null);
    expect(walked).toEqual(whole);
  }
}
