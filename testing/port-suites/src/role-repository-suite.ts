import type { Open } from './repositories.js';
import { anAccount, jid, name } from './samples.js';

const ola = name('ola');
const zoe = name('zoe');
const everybody = { filter: { kind: 'all' } } as const;
const anyTime = { from: null, to: null };

/** Which accounts have a role. */
export function roleRepositorySuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().users.add(['ola', 'zoe', 'cy'].map((one) => anAccount(one)));
  });

  const give = (user: string, role: 'help-desk' | 'moderator' | 'auditor') =>
    open().transactions.run(() => open().roles.put(name(user), role));
  const roleOf = (user: string) => open().roles.find(name(user));

  it('is one at most of an account, which keeps it until it is taken away', async () => {
    const { roles, users, transactions } = open();
    expect([await roleOf('ola'), (await users.login(ola))!.role]).toEqual([null, null]);
    await give('ola', 'moderator');
    await give('ola', 'help-desk');
    await give('zoe', 'auditor');
    expect([await roleOf('ola'), (await users.login(ola))!.role]).toEqual([
      'help-desk',
      'help-desk',
    ]);
    expect(await roles.list()).toEqual([
      { username: 'ola', role: 'help-desk' },
      { username: 'zoe', role: 'auditor' },
    ]);
    expect(await transactions.run(() => roles.remove(ola))).toBe(true);
    expect(await transactions.run(() => roles.remove(ola))).toBe(false);
    expect([await roleOf('ola'), await roleOf('zoe')]).toEqual([null, 'auditor']);
  });

  it('says whether one of many has any', async () => {
    const { roles } = open();
    await give('zoe', 'auditor');
    expect(await roles.anyOf([ola, zoe])).toBe(true);
    expect(await roles.anyOf([ola, name('ghost')])).toBe(false);
    expect(await roles.anyOf([])).toBe(false);
  });

  it('goes with the account to its new name, and ends with it', async () => {
    const { userChanges, users } = open();
    await give('ola', 'help-desk');
    await userChanges.rename(ola, name('bo'), {}, null);
    expect([await roleOf('ola'), await roleOf('bo')]).toEqual([null, 'help-desk']);
    await userChanges.remove(name('bo'), jid('admin'));
    await users.add([anAccount('bo')]);
    expect(await roleOf('bo')).toBeNull();
  });

  it('is shown in lists of users, which find those who have it', async () => {
    await give('zoe', 'auditor');
    await give('cy', 'help-desk');
    const found = async (role: 'auditor' | null) => {
      const list = await open().userList.select({
        ...{ isPaged: true, ...everybody, text: null, locked: null, neverSeen: null, role },
        ...{ created: anyTime, lastSeen: anyTime, group: null, managedBy: null, among: null },
      });
      const page = { sort: 'username', descending: false, limit: 9, after: null };
      return (await list.page(page)).items.map((user) => [user.username, user.role]);
    };
    expect(await found('auditor')).toEqual([['zoe', 'auditor']]);
    expect(await found(null)).toEqual([
      ['cy', 'help-desk'],
      ['ola', null],
      ['zoe', 'auditor'],
    ]);
  });
}
