import type { ManagedUser } from '@chat-admin/domain/users/managed-objects';
import { EVERY_GROUP, NO_DETAILS } from './group-list-suite.js';
import type { Open } from './repositories.js';
import { aGroup, anAccount, jid, name } from './samples.js';
import { EVERYBODY } from './user-list-suite.js';

const ola = name('ola');
const byMain = (externalId: string, properties: readonly string[] = []): ManagedUser => ({
  source: 'directory:main',
  externalId,
  fields: { name: true, email: false, password: true, properties },
});

/** Users and groups that a source manages. */
export function managedObjectsSuite(open: Open): void {
  beforeEach(async () => {
    const { users, groups, transactions, managed, startOver } = open();
    await startOver();
    await users.add(['ola', 'zoe'].map((one) => anAccount(one)));
    for (const one of ['crew', 'guests']) await groups.add(aGroup(one));
    await transactions.run(async () => {
      await managed.putUser(ola, byMain('u1', ['desk']));
      await managed.putGroup('crew', { source: 'directory:main', externalId: 'g1' });
    });
  });

  it('are told from local ones, as they were put last', async () => {
    const { managed, transactions } = open();
    expect([await managed.user(ola), await managed.user(name('zoe'))]).toEqual([
      byMain('u1', ['desk']),
      null,
    ]);
    const crew = { source: 'directory:main', externalId: 'g1' };
    expect([await managed.group('crew'), await managed.group('guests')]).toEqual([crew, null]);
    expect(await managed.groups(['guests', 'crew', 'ghosts'])).toEqual(new Map([['crew', crew]]));
    expect(await managed.groups([])).toEqual(new Map());
    await transactions.run(() => managed.putUser(ola, byMain('u2')));
    await transactions.run(() => managed.putGroup('crew', { ...crew, externalId: 'g2' }));
    expect((await managed.user(ola))!.externalId).toBe('u2');
    expect((await managed.user(ola))!.fields.properties).toEqual([]);
    expect((await managed.group('crew'))!.externalId).toBe('g2');
  });

  it('stay so under other names, and end with the object', async () => {
    const { managed, userChanges, users, groups, transactions } = open();
    await userChanges.rename(ola, name('bo'), {}, null);
    await transactions.run(() => groups.rename('crew', 'night crew'));
    expect([await managed.user(ola), (await managed.user(name('bo')))!.externalId]).toEqual([
      null,
      'u1',
    ]);
    expect((await managed.group('night crew'))!.externalId).toBe('g1');
    await userChanges.remove(name('bo'), jid('admin'));
    await transactions.run(() => groups.remove('night crew', jid('admin')));
    await users.add([anAccount('bo')]);
    await groups.add(aGroup('night crew'));
    expect([await managed.user(name('bo')), await managed.group('night crew')]).toEqual([
      null,
      null,
    ]);
  });

  it('become local, one or all, with the lockouts of their source', async () => {
    const { managed, transactions, lockouts } = open();
    const [main, zoe] = ['directory:main', name('zoe')];
    const noPassword = { name: true, email: false, password: false, properties: [] };
    await transactions.run(() =>
      managed.putUser(zoe, { source: main, externalId: 'u2', fields: noPassword }),
    );
    await lockouts.lock(ola, main);
    await lockouts.lock(zoe, 'somebody');
    const release = (source: string, one: typeof ola | null) =>
      transactions.run(() => managed.release(source, one, 'boss'));
    const nothing = { users: [], withoutPassword: [], groups: [] };
    expect(await release('directory:other', null)).toEqual(nothing);
    expect(await release('directory:other', ola)).toEqual(nothing);
    expect(await release(main, zoe)).toEqual({ ...nothing, users: ['zoe'] });
    expect((await managed.user(ola))!.source).toBe(main);
    expect((await lockouts.find(ola))!.author).toBe(main);
    const rest = { users: ['ola'], withoutPassword: ['ola'], groups: ['crew'] };
    expect(await release(main, null)).toEqual(rest);
    expect([await managed.user(ola), await managed.group('crew')]).toEqual([null, null]);
    const found = [(await lockouts.find(ola))!, (await lockouts.find(zoe))!];
    expect(found.map(({ author, active }) => [author, active])).toEqual([
      ['boss', true],
      ['somebody', true],
    ]);
  });

  it('are shown in lists, which find them, and those that are not', async () => {
    const page = { sort: 'username', descending: false, limit: 9, after: null };
    const users = async (managedBy: string | null) => {
      const list = await open().userList.select({ ...EVERYBODY, managedBy });
      const { items } = await list.page(page);
      return items.map((one) => [one.username, one.managedBy, one.externalId]);
    };
    const managed = ['ola', 'directory:main', 'u1'];
    const local = ['zoe', null, null];
    expect(await users(null)).toEqual([managed, local]);
    expect(await users('directory:main')).toEqual([managed]);
    expect(await users('directory:other')).toEqual([]);
    expect(await users('')).toEqual([local]);
    const groups = async (managedBy: string | null) => {
      const list = await open().groupList.select({ ...EVERY_GROUP, managedBy }, NO_DETAILS);
      const { items } = await list.page({ ...page, sort: 'key' });
      return items.map((one) => [one.name, one.managedBy, one.externalId]);
    };
    expect(await groups(null)).toEqual([
      ['crew', 'directory:main', 'g1'],
      ['guests', null, null],
    ]);
    expect(await groups('directory:main')).toEqual([['crew', 'directory:main', 'g1']]);
    expect(await groups('')).toEqual([['guests', null, null]]);
    const sourceOf = (group: string) => open().groups.sourceOf(group);
    expect(await sourceOf('crew')).toEqual({ managedBy: 'directory:main', externalId: 'g1' });
    expect(await sourceOf('guests')).toEqual({ managedBy: null, externalId: null });
  });
}
