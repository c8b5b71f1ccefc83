import { perEngineSuite } from '../../test/engine.js';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';

interface Item {
  readonly jid: string;
}
interface State {
  readonly own: number;
  readonly groups: Readonly<Record<string, number>>;
}
interface Roster {
  readonly version: number;
  readonly state: State;
  readonly items: readonly Item[];
  readonly requests: readonly unknown[];
}
interface Changes extends Roster {
  /** left out: all of the roster was read */
  readonly contacts?: readonly string[];
}

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const roster = (owner: string) => call<Roster>('roster', owner);
const changes = (owner: string, known: State | null, ...also: string[]) =>
  call<Changes>('roster_changes', owner, known, also);
const jids = (...names: string[]) => names.map((text) => jid(text) as string);

const MANY = Array.from({ length: 33 }, (_, index) => `m${index}`);

beforeEach(async () => {
  const { query, users, groups } = suite().open;
  for (const table of ['user_group', 'account']) await query(`delete from ${table}`);
  await users.add(['ann', 'bob', 'cid'].map((text) => anAccount(text)));
  // shared once it has its people, so that nobody is remembered as having joined
  const crew = aGroup('Crew', { members: ['bob', 'cid'] });
  await groups.add(crew);
  await groups.replace({ ...crew, shared: true });
});

describe('changes of a roster', () => {
  it('are none since the current state, and all since any other when nothing is remembered', async () => {
    expect(await changes('ghost', null)).toBeNull();
    const anns = { version: 0, state: { own: 0, groups: {} }, items: [], requests: [] };
    expect(await changes('ann', anns.state)).toEqual({ ...anns, contacts: [] });
    const others: (State | null)[] = [null, { own: 7, groups: {} }, { own: 0, groups: { 1: 1 } }];
    for (const other of others) expect(await changes('ann', other)).toEqual(anns);
    const bobs = await roster('bob');
    const [[group, version]] = Object.entries(bobs.state.groups) as [[string, number]];
    expect(await changes('bob', bobs.state)).toEqual({ ...bobs, contacts: [], items: [] });
    const { own } = bobs.state;
    for (const other of [
      { own: own - 1, groups: bobs.state.groups },
      { own, groups: {} },
      { own, groups: { [group]: version - 1 } },
      { own, groups: { [group]: version + 1 } },
      { own, groups: { ...bobs.state.groups, 99: version } },
    ])
      expect(await changes('bob', other)).toEqual(bobs);
  });

  it('are the contacts that the API has stored, changed or removed', async () => {
    const { rosters } = suite().open;
    for (const contact of ['x', 'y', 'z']) await rosters.put(name('bob'), anItem(contact));
    const { state } = await roster('bob');
    await rosters.put(name('bob'), anItem('x', { nickname: 'X' }));
    await rosters.remove(name('bob'), jid('y'));
    await rosters.put(name('bob'), anItem('new'));
    const now = await roster('bob');
    const changed = await changes('bob', state);
    expect(changed.contacts).toEqual(expect.arrayContaining(jids('x', 'y', 'new')));
    expect(changed.version).toBe(now.version);
    expect(changed.items).toEqual(now.items.filter((item) => changed.contacts!.includes(item.jid)));
    expect(changed.items).not.toContainEqual(expect.objectContaining({ jid: jid('cid') }));
  });

  it('are the contacts that a chat server has put', async () => {
    await call('put_roster_item', 'bob', jid('x'), {});
    const { state } = await roster('bob');
    await call('put_roster_item', 'bob', jid('x'), { subscription: 'to', ask: true });
    await call('put_roster_requests', 'bob', [{ jid: jid('eve'), stanza: '<presence/>' }]);
    expect(await changes('bob', state)).toMatchObject({
      contacts: jids('x'),
      items: [{ jid: jid('x'), subscription: 'to' }],
      requests: [{ jid: jid('eve') }],
    });
  });

  it('are those asked for, too, whether they have changed or not', async () => {
    const { state, items: cid } = await roster('bob');
    expect(await changes('bob', state, jid('cid'), jid('nobody'))).toMatchObject({
      contacts: expect.arrayContaining(jids('cid', 'nobody')) as unknown,
      items: cid,
    });
  });

  it('of a shared group are the one person who joins or leaves; that one reads everything', async () => {
    const { groups } = suite().open;
    const before = await roster('bob');
    const anns = await roster('ann');
    await groups.join(['Crew'], jid('ann'));
    expect(await changes('bob', before.state)).toMatchObject({
      contacts: jids('ann'),
      items: [{ jid: jid('ann'), subscription: 'both', groups: ['Crew'] }],
    });
    expect((await changes('ann', anns.state)).contacts).toBeUndefined();
    await groups.leave(['Crew'], jid('ann'));
    expect(await changes('bob', before.state)).toMatchObject({
      contacts: jids('ann'),
      items: [],
    });
  });

  it('of a shared group are the person who is called otherwise, comes or goes', async () => {
    const { users, userChanges, groups } = suite().open;
    const known = async () => (await roster('bob')).state;
    const since = async (state: State) => (await changes('bob', state)).contacts;
    let state = await known();
    await userChanges.update(name('cid'), { name: 'Sid' }, null);
    expect(await since(state)).toEqual(jids('cid'));
    state = await known();
    await userChanges.rename(name('cid'), name('sid'), {}, null);
    expect(await since(state)).toEqual(jids('cid', 'sid'));
    state = await known();
    await userChanges.remove(name('sid'), jid('admin'));
    expect(await since(state)).toContain(jid('sid'));
    await groups.join(['Crew'], jid('cid'));
    state = await known();
    await users.add([anAccount('cid')]);
    expect(await since(state)).toContain(jid('cid'));
  });

  it('are all when more have changed at once than are remembered', async () => {
    const { users, groups } = suite().open;
    const { state } = await roster('bob');
    await users.add(MANY.map((text) => anAccount(text)));
    await groups.replace(aGroup('Crew', { shared: true, members: ['bob', ...MANY] }));
    const now = await roster('bob');
    expect(now.items).toHaveLength(MANY.length);
    expect(await changes('bob', state)).toEqual(now);
    await groups.leave(['Crew'], jid('m7'));
    const { contacts } = await changes('bob', now.state);
    expect(contacts).toContain(jid('m7'));
    expect(contacts).not.toContain(jid('m8'));
    expect((await changes('bob', state)).contacts).toBeUndefined();
  });

  it('are forgotten when they become too many, but never the last one', async () => {
    const { rosters } = suite().open;
    await rosters.put(name('bob'), anItem('first'));
    const { state: first } = await roster('bob');
    let last = first;
    for (const contact of MANY) {
      await rosters.put(name('bob'), anItem(contact));
      expect((await changes('bob', last)).contacts).toContain(jid(contact));
      last = (await roster('bob')).state;
    }
    expect((await changes('bob', first)).contacts).toBeUndefined();
  });

  it('are remembered once for each contact', async () => {
    const { rosters } = suite().open;
    const { state } = await roster('bob');
    for (const nickname of MANY) await rosters.put(name('bob'), anItem('x', { nickname }));
    expect((await changes('bob', state)).contacts).toEqual(jids('x'));
  });

  it('since nothing was stored are what is stored', async () => {
    const { rosters, users } = suite().open;
    await users.add([anAccount('dan')]);
    const { state } = await roster('dan');
    expect(state.own).toBe(0);
    for (const contact of MANY) await rosters.put(name('dan'), anItem(contact));
    await rosters.remove(name('dan'), jid('m7'));
    const { contacts } = await changes('dan', state);
    expect(contacts).toHaveLength(MANY.length - 1);
    expect(contacts).not.toContain(jid('m7'));
  });

  it('since a state of an earlier account of that name are all', async () => {
    const { users, userChanges, rosters } = suite().open;
    await rosters.put(name('ann'), anItem('x'));
    const { state } = await roster('ann');
    await userChanges.remove(name('ann'), jid('admin'));
    await users.add([anAccount('ann')]);
    await rosters.put(name('ann'), anItem('y'));
    await rosters.put(name('ann'), anItem('z'));
    expect((await changes('ann', state)).contacts).toBeUndefined();
  });
});

/** Whoever follows the changes, now and then, sees what is there. */
it('whatever happens, changes lead from any known roster to the current one', async () => {
  const { users, userChanges, groups, rosters, query } = suite().open;
  const people = ['ann', 'bob', 'cid', 'dan', 'eve'];
  let seed = 20_261_122;
  const draw = <T>(choices: readonly T[]): T => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1;
    return choices[(seed >>> 8) % choices.length]!;
  };
  const shared = [true, false];
  const members = () => people.filter(() => draw(shared));
  const acts: readonly (() => Promise<unknown>)[] = [
    () =>
      rosters.put(name(draw(people)), anItem(draw(people), { subscription: draw([0, 1, 2, 3]) })),
    () => rosters.remove(name(draw(people)), jid(draw(people))),
    () => call('put_roster_item', draw(people), jid(draw(people)), { ask: true, groups: ['Own'] }),
    () => call('put_roster_requests', draw(people), [{ jid: jid(draw(people)), stanza: '<p/>' }]),
    () => groups.join(['Crew'], jid(draw(people))),
    () => groups.leave(['Crew'], jid(draw(people))),
    () => groups.replace(aGroup('Crew', { shared: draw(shared), members: members() })),
    () => groups.replace(aGroup('Staff', { shared: draw(shared), members: members() })),
    () => userChanges.update(name(draw(people)), { name: draw(['A', 'B']) }, null),
    () => userChanges.remove(name(draw(people)), jid('admin')),
    () => users.add([anAccount(draw(people))]),
    () => userChanges.rename(name(draw(people)), name(draw(people)), {}, null),
    () =>
      query(`update group_member set jid = $1 where jid = $2`, [
        jid(draw(people)),
        jid(draw(people)),
      ]),
    () =>
      query(`update roster_item set jid = $1 where jid = $2`, [
        jid(draw(people)),
        jid(draw(people)),
      ]),
  ];
  await groups.add(aGroup('Staff', { shared: true, members: ['ann', 'bob'] }));
  interface Held {
    readonly state: State;
    readonly items: Map<string, Item>;
  }
  const held = new Map<string, Held>();
  const shown = new Map<string, string>();
  const ways = new Set<string>();
  for (let step = 0; step < 400; step += 1) {
    // what cannot be done, such as taking somebody's name, changes nothing
    await draw(acts)().catch(() => undefined);
    const owner = draw(people);
    const { state = null, items = new Map<string, Item>() } = held.get(owner) ?? {};
    const found = await changes(owner, state);
    const now = await roster(owner);
    if (now === null) {
      expect(found).toBeNull();
      held.delete(owner);
      continue;
    }
    ways.add(found.contacts === undefined ? 'all' : 'some');
    for (const gone of found.contacts ?? [...items.keys()]) items.delete(gone);
    for (const item of found.items) items.set(item.jid, item);
    held.set(owner, { state: found.state, items });
    const sorted = [...items.values()].sort((a, b) => (a.jid < b.jid ? -1 : 1));
    const { version, requests } = found;
    expect({ step, version, state: found.state, items: sorted, requests }).toEqual({
      step,
      ...now,
    });
    // rosters of one version are the same, whenever a client has kept them
    const key = `${owner} ${version}`;
    const text = JSON.stringify(now.items);
    expect({ step, key, text: shown.get(key) ?? text }).toEqual({ step, key, text });
    shown.set(key, text);
  }
  expect(ways).toEqual(new Set(['all', 'some']));
});
