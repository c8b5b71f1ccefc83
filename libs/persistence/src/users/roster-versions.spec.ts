import { perEngineSuite } from '../../test/engine.js';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';

const suite = perEngineSuite();
const open = () => suite().open;

/** As a chat server is told. */
const versions = async () =>
  new Map(
    (
      await open().query<{ owner: string; version: string }>(
        `select username as owner, engine.roster(username) ->> 'version' as version from account`,
      )
    ).map(({ owner, version }) => [owner, Number(version)]),
  );

/** Owners whose version is another one after `work`; that of a new account is 0. */
async function movedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await versions();
  await work();
  const moved = [...(await versions())].filter(
    ([owner, version]) => version !== (before.get(owner) ?? 0),
  );
  for (const [, version] of moved) expect(version).toBeLessThan(Number.MAX_SAFE_INTEGER);
  return moved.map(([owner]) => owner).sort();
}

beforeEach(async () => {
  const { query, users, groups } = open();
  await query('delete from account');
  await query('delete from user_group');
  await users.add(['ann', 'bob', 'cid', 'dan'].map((text) => anAccount(text)));
  await groups.add(aGroup('Crew', { shared: true, members: ['ann', 'bob', 'far@other.example'] }));
  await groups.add(aGroup('Plain', { members: ['ann', 'cid'] }));
});

describe('the version of a roster moves when', () => {
  it('an own item is stored, changed or removed', async () => {
    const { rosters } = open();
    const contact = anItem('x@other.example');
    expect(await movedBy(() => rosters.add(name('cid'), contact))).toEqual(['cid']);
    expect(await movedBy(() => rosters.add(name('cid'), contact))).toEqual([]);
    expect(await movedBy(() => rosters.put(name('cid'), contact))).toEqual(['cid']);
    expect(await movedBy(() => rosters.remove(name('cid'), contact.jid))).toEqual(['cid']);
    expect(await movedBy(() => rosters.remove(name('cid'), contact.jid))).toEqual([]);
  });

  it('people join or leave a shared group', async () => {
    const { groups } = open();
    expect(await movedBy(() => groups.join(['Crew'], jid('dan')))).toEqual(['ann', 'bob', 'dan']);
    expect(await movedBy(() => groups.join(['Crew'], jid('dan')))).toEqual([]);
    expect(await movedBy(() => groups.leave(['Crew'], jid('bob')))).toEqual(['ann', 'bob', 'dan']);
    expect(await movedBy(() => groups.join(['Plain'], jid('dan')))).toEqual([]);
  });

  it('a group becomes shared or unshared', async () => {
    const { groups } = open();
    const group = aGroup('Plain', { shared: true, members: ['ann', 'cid'] });
    expect(await movedBy(() => groups.replace(group))).toEqual(['ann', 'cid']);
    expect(await movedBy(() => groups.replace({ ...group, description: 'x' }))).toEqual([]);
    const admin = aGroup('Plain', { shared: true, admins: ['ann'], members: ['cid'] });
    expect(await movedBy(() => groups.replace(admin))).toEqual([]);
    expect(await movedBy(() => groups.replace({ ...admin, shared: false }))).toEqual([
      'ann',
      'cid',
    ]);
  });

  it('people leave a group that is unshared at the same time', async () => {
    const { groups } = open();
    const alone = aGroup('Crew', { shared: false, members: ['ann'] });
    expect(await movedBy(() => groups.replace(alone))).toEqual(['ann', 'bob']);
    const again = aGroup('Crew', { shared: true, members: ['bob'] });
    expect(await movedBy(() => groups.replace(again))).toEqual(['bob']);
  });

  it('a shared group is renamed or removed', async () => {
    const { groups, query } = open();
    const rename = () => query(`update user_group set name = 'Crew 2' where name = 'Crew'`);
    expect(await movedBy(rename)).toEqual(['ann', 'bob']);
    expect(await movedBy(() => groups.remove('Crew 2', jid('admin')))).toEqual(['ann', 'bob']);
    expect(await movedBy(() => groups.remove('Plain', jid('admin')))).toEqual([]);
  });

  it('an account in a shared group is created, removed, or changes its display name', async () => {
    const { users, userChanges, groups } = open();
    await groups.join(['Crew'], jid('eve'));
    expect(await movedBy(() => users.add([anAccount('eve')]))).toEqual(['ann', 'bob', 'eve']);
    expect(await movedBy(() => userChanges.update(name('eve'), { name: 'Eve' }, null))).toEqual([
      'ann',
      'bob',
      'eve',
    ]);
    expect(await movedBy(() => userChanges.update(name('eve'), { email: 'e' }, null))).toEqual([]);
    expect(await movedBy(() => userChanges.remove(name('eve'), jid('admin')))).toEqual([
      'ann',
      'bob',
    ]);
    expect(await movedBy(() => users.add([anAccount('fay')]))).toEqual([]);
    expect(await movedBy(() => userChanges.update(name('fay'), { name: 'Fay' }, null))).toEqual([]);
  });

  it('an account is renamed: its own, and those that show it', async () => {
    const { userChanges, rosters } = open();
    await rosters.put(name('ann'), anItem('x@other.example'));
    await rosters.put(name('dan'), anItem('ann'));
    const rename = () => userChanges.rename(name('ann'), name('amy'), {}, null);
    expect(await movedBy(rename)).toEqual(['amy', 'bob', 'dan']);
    expect(await rosters.list(name('bob'))).toContainEqual(
      expect.objectContaining({ jid: 'amy@example.org' }),
    );
  });
});

it('a version is never reused for a new account of the same name', async () => {
  const { users, userChanges, rosters } = open();
  await rosters.put(name('cid'), anItem('x@other.example'));
  const before = (await versions()).get('cid')!;
  await userChanges.remove(name('cid'), jid('admin'));
  await users.add([anAccount('cid')]);
  await rosters.put(name('cid'), anItem('y@other.example'));
  expect((await versions()).get('cid')).toBeGreaterThan(before);
});

it('nobody who is forgotten is named by what is remembered of changes; those who knew less read all anew', async () => {
  const { rosters, query } = open();
  for (const contact of ['x@other.example', 'y@other.example']) {
    await rosters.add(name('cid'), anItem(contact));
  }
  for (const contact of ['z@other.example', 'y@other.example']) {
    await rosters.add(name('dan'), anItem(contact));
  }
  const gone = anItem('x@other.example').jid;
  await rosters.remove(name('cid'), gone);
  const own = { own: Number((await versions()).get('cid')), groups: {} };
  const change = (known: object) =>
    query<{ changes: object }>(`select engine.roster_changes('cid', $1, '[]') as changes`, [known]);
  const remembered = () =>
    query(`select owner, changed from roster where changed <> '{}' order by owner`);
  await rosters.forget(gone);
  expect(await remembered()).toEqual([{ owner: 'dan', changed: ['y@other.example'] }]);
  expect((await change(own))[0]!.changes).toMatchObject({ contacts: [], items: [] });
  const [former] = await change({ ...own, own: own.own - 1 });
  expect(former!.changes).not.toHaveProperty('contacts');
});
