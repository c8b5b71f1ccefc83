import type { Open, Repositories } from './repositories.js';
import { aGroup, anAccount, anEntry, anItem, inHex, jid, keys, name } from './samples.js';

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

  it('who is renamed stays the same account, who is made anew is another one', async () => {
    const { users, userChanges } = open();
    const una = name('una');
    const idOf = async (username: typeof ola) => (await users.login(username))!.id;
    const id = await idOf(ola);
    await userChanges.rename(ola, una, {}, null);
    await users.add([anAccount('ola')]);
    expect([await idOf(una), await users.usernameOf(id)]).toEqual([id, 'una']);
    expect(await idOf(ola)).not.toBe(id);
    await userChanges.remove(una, jid('admin'));
    expect(await users.usernameOf(id)).toBeNull();
    await users.add([anAccount('una')]);
    expect(await idOf(una)).not.toBe(id);
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
    const join = (user: typeof ola, names: string[], shared = false) =>
      userChanges.joinGroups(user, names, shared, (group) => group !== 'Bad');
    expect(await join(ghost, ['New'])).toBeNull();
    expect(await join(ola, ['New', 'Crew', 'Bad'])).toEqual({ refused: 'Bad' });
    expect(await groups.find('New')).toBeNull();
    expect(await join(ola, ['New', 'Crew'])).toEqual(['New']);
    const made = { description: '', members: [jid('ola')] };
    expect(await groups.find('New')).toMatchObject({ ...made, shared: false });
    expect(await join(ola, ['Crew', 'New', 'Other'], true)).toEqual(['Other']);
    expect(await groups.find('Other')).toMatchObject({ ...made, shared: true });
    expect(await groups.find('New')).toMatchObject({ shared: false });
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

  it('changes the given fields and keeps the rest', async () => {
    const { users, userChanges } = open();
    const upd = name('upd');
    const before = anAccount('upd', {
      name: 'A',
      email: 'B',
      properties: [{ key: 'k', value: 'v' }],
    });
    await users.add([before]);
    await userChanges.update(upd, {}, null);
    expect(await users.find(upd)).toEqual(before.user);
    await userChanges.update(upd, { name: null }, null);
    expect(await users.find(upd)).toEqual({ ...before.user, name: null });
    await userChanges.update(upd, { email: 'C', properties: [] }, null);
    const after = { username: 'upd', name: null, email: 'C', properties: [] };
    expect(await users.find(upd)).toEqual(after);
  });

  it('replaces credentials', async () => {
    const { users, userChanges } = open();
    const credentials = { scramSha1: keys(7), scramSha256: keys(8) };
    await userChanges.update(ola, {}, credentials);
    expect(inHex((await users.login(ola))?.credentials)).toEqual(inHex(credentials));
  });

  describe('keys of an absent hash', () => {
    const half = { scramSha1: keys(7), scramSha256: null };
    const absent = { scramSha256: keys(8) };
    beforeEach(() => open().userChanges.update(ola, {}, half));

    it('are added once', async () => {
      const { users } = open();
      expect(inHex((await users.login(ola))?.credentials)).toEqual(inHex(half));
      expect(await users.addKeys(ola, half, absent)).toBe(true);
      expect(inHex((await users.login(ola))?.credentials)).toEqual(inHex({ ...half, ...absent }));
      expect(await users.addKeys(ola, half, { scramSha256: keys(9) })).toBe(false);
    });

    it('are not added to another password', async () => {
      const { users, userChanges } = open();
      await userChanges.update(ola, {}, { scramSha1: keys(9), scramSha256: null });
      expect(await users.addKeys(ola, half, absent)).toBe(false);
      expect(await users.addKeys(name('ghost'), half, absent)).toBe(false);
    });
  });

  describe('cached logins are invalidated by', () => {
    const credentials = { scramSha1: keys(7), scramSha256: keys(8) };
    it.each<[string, (repositories: Repositories) => Promise<unknown>]>([
      ['a lockout', ({ lockouts }) => lockouts.lock(ola, 'secret')],
      ['its end', ({ lockouts }) => lockouts.unlock(ola)],
      ['a new password', ({ userChanges }) => userChanges.update(ola, {}, credentials)],
      [
        'a rename, by the old name',
        ({ userChanges }) => userChanges.rename(ola, name('una'), {}, null),
      ],
      ['a removal', ({ userChanges }) => userChanges.remove(ola, jid('admin'))],
    ])('%s, once it is committed', async (_what, change) => {
      const { users, transactions, logins } = open();
      logins.told.length = 0;
      await transactions.run(async () => {
        await change(open());
        expect(logins.told).toEqual([]);
      });
      expect(logins.told).toEqual(['ola']);
      await open().startOver();
      await users.add([anAccount('ola')]);
      logins.told.length = 0;
      const failing = transactions.run(async () => {
        await change(open());
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(logins.told).toEqual([]);
    });

    it('nothing else', async () => {
      const { users, userChanges, logins } = open();
      logins.told.length = 0;
      await users.add([anAccount('ann')]);
      await userChanges.update(name('ann'), { name: 'Ann' }, null);
      await userChanges.remove(ghost, jid('admin'));
      expect(logins.told).toEqual([]);
    });
  });

  it('a rename moves everything that belongs to the user', async () => {
    const { users, userChanges, lockouts, vcards, rosters } = open();
    const [from, to] = [name('old'), name('new')];
    const account = anAccount('old', { name: 'Old', properties: [{ key: 'k', value: 'v' }] });
    await users.add([account]);
    await lockouts.lock(from, 'secret');
    await vcards.put(from, '<vCard/>');
    const item = anItem('bo@other.example', { nickname: 'Bo', groups: ['Pals'] });
    await rosters.put(from, item);
    await userChanges.rename(from, to, {}, null);
    expect(await users.find(from)).toBeNull();
    expect(await users.find(to)).toEqual({ ...account.user, username: 'new' });
    expect((await users.login(to))?.locked).toBe(true);
    expect(await vcards.find(to)).toBe('<vCard/>');
    expect(await rosters.list(to)).toMatchObject([item]);
    expect(await rosters.list(from)).toBeNull();
  });

  it('of a rename and a removal at once, one finds nothing to do', async () => {
    const { users, userChanges } = open();
    for (let round = 0; round < 10; round += 1) {
      await users.add([anAccount('rd-old')]);
      const [renamed, removed] = await Promise.all([
        userChanges.rename(name('rd-old'), name('rd-new'), {}, null),
        userChanges.remove(name('rd-old'), jid('admin')),
      ]);
      expect(renamed === null).toBe(removed !== null);
      const left = await userChanges.remove(name('rd-new'), jid('admin'));
      expect(left === null).toBe(renamed === null);
    }
  });

  it('a removal takes everything that belongs to the user', async () => {
    const { users, userChanges, lockouts, vcards, rosters } = open();
    const gone = name('gone');
    await users.add([anAccount('gone', { name: 'Gone' })]);
    await lockouts.lock(gone, 'secret');
    await vcards.put(gone, '<vCard/>');
    await rosters.put(gone, anItem('bo@other.example'));
    expect(await userChanges.remove(gone, jid('admin'))).not.toBeNull();
    expect(await userChanges.remove(gone, jid('admin'))).toBeNull();
    await users.add([anAccount('gone')]);
    expect(await users.find(gone)).toEqual(anAccount('gone').user);
    expect((await users.login(gone))?.locked).toBe(false);
    expect(await vcards.find(gone)).toBeNull();
    expect(await rosters.list(gone)).toEqual([]);
  });
}
