import type { Open } from './repositories.js';
import { aGroup, anAccount, anEntry, anItem, jid, name } from './samples.js';

/** Whole changes of users. */
export function userChangesSuite(open: Open): void {
  const ola = name('ola');
  const ghost = name('ghost');

  beforeEach(async () => {
    await open().startOver();
    await open().users.add([anAccount('ola'), anAccount('amy')]);
    await open().groups.add(aGroup('Crew', { members: ['ola'], shared: true }));
  });

  /** @returns whether the entry was written */
  const isAudited = async (change: () => Promise<unknown>) =>
    !(await open().audit.request(anEntry('change'), change));

  it('changes fields and credentials, with the audit entry', async () => {
    const { credentials } = anAccount('ola');
    const { users, userChanges } = open();
    const change = () => userChanges.update(ola, { name: 'Ola', email: null }, credentials);
    expect(await isAudited(change)).toBe(true);
    expect(await users.find(ola)).toMatchObject({ name: 'Ola', email: null, properties: [] });
    expect(await userChanges.update(ola, {}, null)).toBe(true);
    expect(await isAudited(() => userChanges.update(ghost, { name: 'G' }, null))).toBe(false);
  });

  it('renames a user and what names it, and changes it', async () => {
    const { users, userChanges, groups, rosters } = open();
    await rosters.put(name('amy'), anItem('ola'));
    expect(await userChanges.rename(ola, name('una'), { name: 'Una' }, null)).toEqual({
      rosterOwners: ['amy'],
      groups: ['Crew'],
      rooms: [],
    });
    expect(await users.find(name('una'))).toMatchObject({ name: 'Una' });
    expect((await groups.find('Crew'))!.members).toEqual([jid('una')]);
    expect(await isAudited(() => userChanges.rename(ghost, ola, {}, null))).toBe(false);
  });

  it('renames nobody to a name that is taken', async () => {
    const { userChanges, users } = open();
    const rename = userChanges.rename(ola, name('amy'), { name: 'Una' }, null);
    await expect(rename).rejects.toMatchObject({ code: 'user-already-exists', resource: 'amy' });
    expect(await users.find(ola)).toMatchObject({ name: null });
  });

  it('removes a user and what names it', async () => {
    const { users, userChanges, groups } = open();
    expect(await userChanges.remove(ola, jid('admin'))).toMatchObject({ groups: ['Crew'] });
    expect(await users.find(ola)).toBeNull();
    expect((await groups.find('Crew'))!.members).toEqual([]);
    expect(await isAudited(() => userChanges.remove(ola, jid('admin')))).toBe(false);
  });

  it('adds a roster item, or says what stands in the way', async () => {
    const { userChanges, rosters } = open();
    const add = (owner: typeof ola, groups: string[], subscription: 0 | null = 0) =>
      userChanges.addRosterItem(owner, { ...anItem('amy', { groups }), subscription });
    expect(await add(ghost, [])).toBe('no owner');
    expect(await isAudited(() => add(ola, ['Crew']))).toBe(false);
    expect(await add(ola, ['Crew'])).toBe('shared group');
    expect(await add(ola, ['Friends'], null)).toBe('added');
    expect(await rosters.find(ola, jid('amy'))).toBeNull();
    expect(await isAudited(() => add(ola, ['Friends']))).toBe(true);
    expect(await rosters.find(ola, jid('amy'))).toMatchObject({ groups: ['Friends'] });
    expect(await add(ola, ['Crew'])).toBe('exists');
  });

  it('joins groups, creating those that it may', async () => {
    const { userChanges, groups } = open();
    const join = (user: typeof ola, names: string[]) =>
      userChanges.joinGroups(user, names, 'new', (group) => group !== 'Bad');
    expect(await join(ghost, ['New'])).toBeNull();
    expect(await join(ola, ['New', 'Crew', 'Bad'])).toEqual({ refused: 'Bad' });
    expect(await groups.find('New')).toBeNull();
    expect(await join(ola, ['New', 'Crew'])).toEqual(['New']);
    expect(await groups.find('New')).toMatchObject({ description: 'new', members: [jid('ola')] });
    expect(await join(ola, [])).toEqual([]);
  });

  it('leaves groups, all of which have to exist', async () => {
    const { userChanges, groups } = open();
    expect(await userChanges.leaveGroups(ghost, ['Crew'])).toBeNull();
    const leave = (names: string[]) => userChanges.leaveGroups(ola, names);
    expect(await leave(['Crew', 'None', 'Other'])).toEqual({ missing: 'None' });
    expect((await groups.find('Crew'))!.members).toEqual([jid('ola')]);
    expect(await leave(['Crew'])).toEqual(['Crew']);
    expect(await leave(['Crew'])).toEqual([]);
  });

  it("takes part in the caller's transaction", async () => {
    const { userChanges, users, transactions } = open();
    const failing = transactions.run(async () => {
      await userChanges.remove(ola, jid('admin'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await users.find(ola)).not.toBeNull();
  });
}
