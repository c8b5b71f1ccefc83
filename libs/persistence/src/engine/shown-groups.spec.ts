import { perEngineSuite } from '../../test/engine.js';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import { aGroup, anAccount, anItem, name } from '@chat-admin/port-suites/samples';

const suite = perEngineSuite();

interface Contact {
  readonly jid: string;
  readonly subscription: string;
  readonly groups?: readonly string[];
  readonly hidden?: boolean;
}
interface Roster {
  readonly version: number;
  readonly state: object;
  readonly items: readonly Contact[];
}

const roster = (username: string) => suite().engine.call<Roster>('roster', username);
/** As the chat server reads it. */
const contacts = async (username: string) =>
  Object.fromEntries(
    (await roster(username)).items.map(({ jid, subscription, groups = [], hidden = false }) => [
      jid.split('@')[0],
      hidden ? `hidden ${subscription}` : [subscription, ...groups].join(' '),
    ]),
  );
/** As the API shows it. */
const shown = async (username: string) => {
  const entries = await wholeList((await suite().open.rosters.list(name(username)))!);
  return entries.map(({ jid, subscription }) => `${jid.split('@')[0]} ${subscription}`);
};
const show = (group: string, visibility: string, visibleTo: readonly string[] = []) =>
  suite().open.query(
    'update user_group set visibility = $2, visible_to = $3, display_name = $4 where name = $1',
    [group, visibility, visibleTo, `${group} label`],
  );

beforeEach(async () => {
  const { query, users, groups } = suite().open;
  for (const table of ['user_group', 'account']) await query(`delete from ${table}`);
  await users.add(['ann', 'bob', 'cid', 'dan', 'eve'].map((text) => anAccount(text)));
  await groups.add(aGroup('Crew', { members: ['ann', 'bob'] }));
  await groups.add(aGroup('Desk', { members: ['cid'] }));
});

describe('a shared group is shown', () => {
  it('to its members', async () => {
    await show('Crew', 'members');
    expect(await contacts('ann')).toEqual({ bob: 'both Crew label' });
    expect(await contacts('cid')).toEqual({});
  });

  it('to everybody, whom its members do not see, although they get presence', async () => {
    await show('Crew', 'everybody');
    const outside = { cid: 'hidden from', dan: 'hidden from', eve: 'hidden from' };
    expect(await contacts('ann')).toEqual({ bob: 'both Crew label', ...outside });
    expect(await shown('ann')).toEqual(['bob 3']);
    expect(await contacts('dan')).toEqual({ ann: 'to Crew label', bob: 'to Crew label' });
    expect(await shown('dan')).toEqual(['ann 1', 'bob 1']);
  });

  it('to the people of other groups, and then not to its own', async () => {
    await show('Crew', 'groups', ['Desk']);
    expect(await contacts('ann')).toEqual({ cid: 'hidden from' });
    expect(await shown('ann')).toEqual([]);
    expect(await contacts('cid')).toEqual({ ann: 'to Crew label', bob: 'to Crew label' });
    expect(await contacts('dan')).toEqual({});
  });

  it('to its own people, if it names itself', async () => {
    await show('Crew', 'groups', ['Crew', 'Desk', 'Missing']);
    expect(await contacts('ann')).toEqual({ bob: 'both Crew label', cid: 'hidden from' });
    expect(await contacts('cid')).toEqual({ ann: 'to Crew label', bob: 'to Crew label' });
  });

  it('under another name, when it has no label and is renamed, to the same people', async () => {
    const { groups, query, transactions } = suite().open;
    await show('Crew', 'groups', ['Crew', 'Desk']);
    await query('update user_group set display_name = null');
    const rename = (from: string, to: string) => transactions.run(() => groups.rename(from, to));
    const knew = (await roster('cid')).version;
    await rename('Crew', 'Night');
    expect(await contacts('ann')).toEqual({ bob: 'both Night', cid: 'hidden from' });
    expect(await contacts('cid')).toEqual({ ann: 'to Night', bob: 'to Night' });
    expect((await roster('cid')).version).toBeGreaterThan(knew);
    await rename('Desk', 'Office');
    expect(await contacts('cid')).toEqual({ ann: 'to Night', bob: 'to Night' });
    await groups.add(aGroup('Desk', { members: ['dan'] }));
    expect(await contacts('dan')).toEqual({});
  });

  it('beside what is stored', async () => {
    await suite().open.rosters.add(
      name('ann'),
      anItem('cid', { subscription: 1, groups: ['Own'] }),
    );
    await suite().open.rosters.add(name('cid'), anItem('ann', { subscription: 2 }));
    await show('Crew', 'groups', ['Desk']);
    expect(await contacts('ann')).toEqual({ cid: 'both Own' });
    expect(await contacts('cid')).toEqual({ ann: 'both Crew label', bob: 'to Crew label' });
  });
});

it('a label is no group of a contact', async () => {
  await show('Crew', 'members');
  const item = { subscription: 'both', name: 'Bob', groups: ['Own', 'Crew', 'Crew label'] };
  await suite().engine.call('put_roster_item', 'ann', 'bob@example.org', item);
  expect(await contacts('ann')).toEqual({ bob: 'both Crew label Own' });
  const labels = ['Crew label', 'Crew', 'Desk', 'other'];
  expect(await suite().open.groups.sharedAmong(labels)).toEqual(['Crew', 'Crew label']);
});

describe('whoever writes shared alone', () => {
  const stored = async () =>
    (
      await suite().open.query<{ shared: boolean; visibility: string; visible_to: string[] }>(
        `select shared, visibility, visible_to from user_group where name = 'Crew'`,
      )
    )[0];
  const share = (shared: boolean) =>
    suite().open.query(`update user_group set shared = $1 where name = 'Crew'`, [shared]);

  it('shows it to the members, or to nobody', async () => {
    expect(await stored()).toEqual({ shared: false, visibility: 'nobody', visible_to: [] });
    await share(true);
    expect(await stored()).toMatchObject({ shared: true, visibility: 'members' });
    await share(false);
    expect(await stored()).toMatchObject({ shared: false, visibility: 'nobody' });
  });

  it('leaves as it is what is shared already, and forgets to whom otherwise', async () => {
    await show('Crew', 'groups', ['Desk']);
    await share(true);
    const groups = { shared: true, visibility: 'groups', visible_to: ['Desk'] };
    expect(await stored()).toEqual(groups);
    await share(false);
    expect(await stored()).toEqual({ shared: false, visibility: 'nobody', visible_to: [] });
  });

  it('meets rows of former programs, which say no more', async () => {
    const { query } = suite().open;
    await query('alter table user_group disable trigger user_group_agree_on_visibility');
    await query(`update user_group set shared = true, visibility = null where name = 'Crew'`);
    await query('alter table user_group enable trigger user_group_agree_on_visibility');
    expect(await contacts('ann')).toEqual({ bob: 'both Crew' });
    await share(false);
    expect(await contacts('ann')).toEqual({});
    expect(await stored()).toMatchObject({ visibility: 'nobody' });
  });
});

it('a group that is deleted is named by none any more', async () => {
  const { groups } = suite().open;
  await show('Crew', 'groups', ['Desk']);
  await suite().open.query(`delete from user_group where name = 'Desk'`);
  await groups.add(aGroup('Desk', { members: ['dan'] }));
  expect(await contacts('dan')).toEqual({});
});

describe('rosters change', () => {
  const changes = async (username: string, known: Roster) => {
    type Changes = Roster & { readonly contacts?: readonly string[] };
    return suite().engine.call<Changes>('roster_changes', username, known.state, []);
  };
  const change = async (work: () => Promise<unknown>, ...usernames: readonly string[]) => {
    const before = await Promise.all(usernames.map(roster));
    await work();
    for (const [at, username] of usernames.entries()) {
      const now = await roster(username);
      expect([username, now.version]).not.toEqual([username, before[at]!.version]);
      const told = await changes(username, before[at]!);
      const all = new Map(before[at]!.items.map((item) => [item.jid, item]));
      if (told.contacts === undefined) all.clear();
      for (const jid of told.contacts ?? []) all.delete(jid);
      for (const item of told.items) all.set(item.jid, item);
      const byJid = (a: Contact, b: Contact) => (a.jid < b.jid ? -1 : 1);
      expect([...all.values()].sort(byJid)).toEqual([...now.items].sort(byJid));
    }
  };
  const join = (group: string, who: string) =>
    suite().open.query('insert into group_member values ($1, $2, false)', [
      group,
      `${who}@example.org`,
    ]);

  it('when a group is shown to others, or no more', async () => {
    await show('Crew', 'members');
    await change(() => show('Crew', 'groups', ['Crew', 'Desk']), 'ann', 'cid');
    await change(() => show('Crew', 'everybody'), 'ann', 'cid', 'dan');
    await change(() => show('Crew', 'members'), 'ann', 'cid', 'dan');
  });

  it('when somebody joins or leaves it, or those who see it', async () => {
    await show('Crew', 'groups', ['Desk']);
    await change(() => join('Crew', 'dan'), 'dan', 'cid');
    await change(() => join('Desk', 'eve'), 'eve', 'ann', 'dan');
    const leave = `delete from group_member where group_name = 'Desk'`;
    await change(() => suite().open.query(leave), 'ann', 'cid', 'eve');
  });

  it('when accounts come and go that everybody includes', async () => {
    await show('Crew', 'everybody');
    await change(() => suite().open.users.add([anAccount('fay')]), 'ann');
    expect(await contacts('fay')).toEqual({ ann: 'to Crew label', bob: 'to Crew label' });
    await change(() => suite().open.query(`delete from account where username = 'fay'`), 'ann');
  });
});
