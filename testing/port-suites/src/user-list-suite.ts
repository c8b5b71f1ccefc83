import { wholeList } from '@chat-admin/domain/shared/long-list';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { Order, OrderedList, Position } from '@chat-admin/domain/shared/paging';
import { USER_SORTS } from '@chat-admin/domain/users/user-list';
import type { UserSelection } from '@chat-admin/domain/users/user-list';
import type { Open } from './repositories.js';
import { aGroup, anAccount, name } from './samples.js';

export const EVERYBODY: UserSelection = {
  isPaged: true,
  filter: { kind: 'all' },
  text: null,
  locked: null,
  neverSeen: null,
  created: { from: null, to: null },
  lastSeen: { from: null, to: null },
  group: null,
  role: null,
  managedBy: null,
  among: null,
};

/** Users in any order, by page and by filter. */
export function userListSuite(open: Open): void {
  const select = (wanted: Partial<UserSelection>) =>
    open().userList.select({ ...EVERYBODY, ...wanted });

  beforeEach(async () => {
    await open().startOver();
    const names = ['Zoe', 'adam', null, '', 'Adam', 'a%m', '\u{10400}', '\ufb00', 'zoe', 'b'];
    for (const [index, label] of names.entries()) {
      const user = anAccount(`u${(index * 7) % 10}`, { name: label, email: `${index}@x.example` });
      await open().users.add([user]);
    }
  });

  async function usernames<T extends { username: string }>(list: OrderedList<T>, order: Order) {
    return (await wholeList(list.whole(order))).map(({ username }) => username);
  }

  const orders = USER_SORTS.flatMap((sort) => [
    { sort, descending: false },
    { sort, descending: true },
  ]);

  it.each(orders)('pages are pieces of the whole list: %j', async (order) => {
    const list = await select({});
    const whole = await usernames(list, order);
    expect(new Set(whole).size).toBe(10);
    for (const limit of [1, 3, 10]) {
      const walked: string[] = [];
      let after: Position | null = null;
      do {
        const { items, next } = await list.page({ ...order, limit, after });
        expect(items.length).toBeLessThanOrEqual(limit);
        walked.push(...items.map(({ username }) => username));
        after = next;
      } while (after !== null);
      expect(walked).toEqual(whole);
    }
  });

  it('orders names by code point of their lower case, absent ones as empty', async () => {
    const found = await wholeList((await select({})).whole({ sort: 'name', descending: false }));
    const expected = found
      .map(({ username, name: label }) => [(label ?? '').toLowerCase(), username] as const)
      .sort(([a, x], [b, y]) => compareCodePoints(a, b) || compareCodePoints(x, y));
    expect(found.map(({ username }) => username)).toEqual(expected.map(([, username]) => username));
  });

  it.each([
    ...[
      ['yilmaz', 'y'],
      ['YILMAZ Ayşe', 'y'],
      ['ayse', 'y'],
      ['schaefer', 's'],
      ['schafer', 's'],
      ['Schäfer', 's'],
      ['Müller', 'm'],
      ['mueller', 'm'],
    ],
    ...[
      ['jorgensen', 'j'],
      ['Jørgensen', 'j'],
      ['joergensen', 'j'],
      ['lukasz', 'l'],
      ['GROSS', 'g'],
      ['groß', 'g'],
      ['obrien', 'o'],
      ["O'Brien", 'o'],
      ['brien pat', 'o'],
      ['brien t', ''],

      ['pat o’b', 'o'],
    ],
    ['Мария', 'ru'],
    ['ΟΔΥΣΣΕΥΣ', 'gr'],
    ['brien x\u0001y', ''],
  ])('finds %s by its words, whatever letter case and accents are', async (text, found) => {
    await open().startOver();
    const names = {
      ...{ y: 'Ayşe Yılmaz', s: 'Eva Schäfer', m: 'Max Mueller', j: 'Bo Jørgensen' },
      ...{ l: 'Łukasz', g: 'Ida Groß', o: 'Pat O’Brien', ru: 'Мария', gr: 'Οδυσσεύς', n: 'Nobody' },
    };
    const all = Object.entries(names).map(([one, label]) => anAccount(one, { name: label }));
    await open().users.add(all);
    const list = await select({ text });
    expect(await usernames(list, { sort: 'username', descending: false })).toEqual(
      found === '' ? [] : [found],
    );
  });

  it.each<[string, Partial<UserSelection>, readonly string[]]>([
    ['text in names', { text: 'ADAM' }, ['u7', 'u8']],
    ['text in addresses', { text: '3@x.exa' }, ['u1']],
    ['short text', { text: 'U1' }, ['u1']],
    ['short text that is a pattern', { text: '%' }, []],
    ['short searches of pages', { filter: { kind: 'name-contains', text: '1' } }, []],
    ['short searches', { isPaged: false, filter: { kind: 'name-contains', text: '1' } }, ['u1']],
    ['the locked', { locked: true }, ['u2']],
    ['members and admins', { group: 'Crew' }, ['u1', 'u3']],
    ['a group that nobody has', { group: '' }, []],
    ['those seen', { neverSeen: false }, ['u4']],
    ['those seen in time', { lastSeen: { from: new Date(0), to: new Date('2999-01-01') } }, ['u4']],
    ['those seen later', { lastSeen: { from: new Date('2999-01-01'), to: null } }, []],
    ['those created later', { created: { from: new Date('2999-01-01'), to: null } }, []],
    ['given ones', { among: { usernames: ['u5', 'u9', 'far'], isMember: true } }, ['u5', 'u9']],
    ['two filters', { group: 'Crew', text: 'u3' }, ['u3']],
  ])('finds %s, and counts them', async (_, wanted, expected) => {
    const { groups, lockouts, logOut } = open();
    await lockouts.lock(name('u2'), 'secret');
    await groups.add(aGroup('Crew', { members: ['u1', 'u2@other.example'], admins: ['u3'] }));
    await logOut(name('u4'), new Date());
    const list = await select(wanted);
    expect(await usernames(list, { sort: 'username', descending: false })).toEqual(expected);
    expect(await list.total()).toEqual({ count: expected.length, isLimited: false });
  });
}
