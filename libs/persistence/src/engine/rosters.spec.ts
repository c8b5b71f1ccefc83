import { perEngineSuite, somebodyWaits } from '../../test/engine.js';
import { aGroup, anAccount, anItem, jid, name } from '@chat-admin/port-suites/samples';

interface Roster {
  readonly version: number;
  readonly state: object;
  readonly items: readonly { readonly jid: string }[];
  readonly requests: readonly unknown[];
}

const suite = perEngineSuite();
const call = <T = unknown>(fn: string, ...values: unknown[]) =>
  suite().engine.call<T>(fn, ...values);
const roster = (owner: string) => call<Roster>('roster', owner);
const put = (owner: string, contact: string, item: unknown) =>
  call<number | null>('put_roster_item', owner, jid(contact), item);

const seen = (contact: string, more: object = {}) => ({
  jid: jid(contact) as string,
  subscription: 'none',
  ...more,
});
const request = (contact: string, text = 'hello') => ({
  jid: jid(contact) as string,
  stanza: `<presence type='subscribe'><status>${text}</status></presence>`,
});

beforeEach(async () => {
  const { query, users, groups } = suite().open;
  for (const table of ['user_group', 'account']) await query(`delete from ${table}`);
  await users.add(['ann', 'bob'].map((text) => anAccount(text)));
  await users.add([anAccount('cid', { name: 'Cid C' })]);
  await groups.add(aGroup('Crew', { shared: true, members: ['ann', 'cid', 'far@other.example'] }));
  await groups.add(aGroup('Staff', { shared: true, members: ['ann', 'cid'] }));
});

describe('a roster', () => {
  it('of nobody is null, and a new one is empty', async () => {
    expect(await roster('ghost')).toBeNull();
    expect(await roster('bob')).toEqual({
      version: 0,
      state: { own: 0, groups: {} },
      items: [],
      requests: [],
    });
  });

  it('holds what the API has stored, in order', async () => {
    const { rosters } = suite().open;
    await rosters.put(name('bob'), anItem('zoe', { subscription: 2, nickname: 'Zo' }));
    await rosters.put(name('bob'), anItem('ann', { subscription: 1, groups: ['a', 'b'] }));
    expect((await roster('bob')).items).toEqual([
      seen('ann', { subscription: 'to', groups: ['a', 'b'] }),
      seen('zoe', { subscription: 'from', name: 'Zo' }),
    ]);
  });

  it('shows contacts of shared groups under the names of these, merged with what is stored', async () => {
    const { rosters } = suite().open;
    await rosters.put(name('ann'), anItem('cid', { nickname: 'C', groups: ['Pals'] }));
    expect((await roster('ann')).items).toEqual([
      seen('cid', { subscription: 'both', name: 'C', groups: ['Crew', 'Pals', 'Staff'] }),
      seen('far@other.example', {
        subscription: 'both',
        name: 'far@other.example',
        groups: ['Crew'],
      }),
    ]);
    expect((await roster('cid')).items).toContainEqual(
      seen('ann', { subscription: 'both', name: 'ann', groups: ['Crew', 'Staff'] }),
    );
  });

  it('has another version after each change of what it shows', async () => {
    const { groups } = suite().open;
    const before = (await roster('bob')).version;
    await groups.join(['Crew'], jid('bob'));
    const joined = await roster('bob');
    expect(joined.version).not.toBe(before);
    expect(joined.items).toHaveLength(3);
    await groups.leave(['Crew'], jid('bob'));
    const left = await roster('bob');
    expect([before, joined.version]).not.toContain(left.version);
    expect(left.items).toEqual([]);
  });
});

describe('a stored item', () => {
  const item = { name: 'Zo', subscription: 'from', ask: true, approved: true, groups: ['b', 'a'] };

  it('is what the API shows, and comes back with the new version', async () => {
    const { rosters } = suite().open;
    const version = await put('bob', 'zoe', item);
    expect(await roster('bob')).toEqual({
      version,
      state: { own: version, groups: {} },
      items: [seen('zoe', { ...item, groups: ['a', 'b'] })],
      requests: [],
    });
    expect(await rosters.find(name('bob'), jid('zoe'))).toMatchObject(
      anItem('zoe', { nickname: 'Zo', subscription: 2, groups: ['a', 'b'] }),
    );
  });

  it('moves the version only when it changes', async () => {
    const version = (await put('bob', 'zoe', item))!;
    expect(await put('bob', 'zoe', item)).toBe(version);
    expect(await put('bob', 'zoe', { ...item, ask: false })).toBeGreaterThan(version);
  });

  it('is removed by null', async () => {
    const version = (await put('bob', 'zoe', item))!;
    const removed = (await put('bob', 'zoe', null))!;
    expect(removed).toBeGreaterThan(version);
    expect(await put('bob', 'zoe', null)).toBe(removed);
    expect((await roster('bob')).items).toEqual([]);
  });

  it('needs an account', async () => {
    expect(await put('ghost', 'zoe', item)).toBeNull();
  });

  it('reads the empty list as Lua writes it, and missing members', async () => {
    await put('bob', 'zoe', { subscription: 'none', groups: {} });
    await put('bob', 'kim', {});
    await put('bob', 'eve', { subscription: 'remove', name: '', groups: ['', 'x', 'x'] });
    expect((await roster('bob')).items).toEqual([
      seen('eve', { groups: ['x'] }),
      seen('kim'),
      seen('zoe'),
    ]);
  });

  it('cuts texts to the limits of the API', async () => {
    await put('bob', 'zoe', { name: 'ź'.repeat(300), groups: ['g'.repeat(300)] });
    expect((await roster('bob')).items).toEqual([
      seen('zoe', { name: 'ź'.repeat(255), groups: ['g'.repeat(255)] }),
    ]);
  });

  it.each([`${'x'.repeat(1020)}@x.example`, 'zoe@other.example/phone', ''])(
    'is not stored for a contact that the API cannot name: %#',
    async (contact) => {
      expect(await call('put_roster_item', 'bob', contact, item)).toBe(0);
      expect((await roster('bob')).items).toEqual([]);
    },
  );

  it('keeps its subscription request and approval when the API changes something else', async () => {
    const { rosters } = suite().open;
    await put('bob', 'zoe', item);
    await rosters.put(name('bob'), anItem('zoe', { nickname: 'Z', subscription: 0 }));
    expect((await roster('bob')).items).toEqual([
      seen('zoe', { name: 'Z', ask: true, approved: true }),
    ]);
  });

  it.each([1, 3] as const)(
    'no longer asks once the API has set subscription %i',
    async (subscription) => {
      const { rosters } = suite().open;
      await put('bob', 'zoe', item);
      await rosters.put(name('bob'), anItem('zoe', { subscription }));
      await rosters.put(name('bob'), anItem('zoe', { subscription: 0 }));
      expect((await roster('bob')).items).toEqual([seen('zoe', { approved: true })]);
    },
  );
});

describe('a contact of shared groups', () => {
  const brought = {
    name: 'Cid C',
    subscription: 'both',
    groups: ['Crew', 'Staff'],
  };
  const stored = async () => (await suite().open.rosters.find(name('ann'), jid('cid')))!;

  it('is not stored when nothing of it is changed', async () => {
    const { version } = await roster('ann');
    expect(await put('ann', 'cid', brought)).toBe(version);
    expect((await stored()).stored).toBe(false);
  });

  it('is stored with its personal groups alone once it is edited', async () => {
    await put('ann', 'cid', { ...brought, groups: ['Crew', 'Pals', 'Staff'] });
    expect(await stored()).toMatchObject({ stored: true, nickname: 'Cid C', groups: ['Pals'] });
    await put('ann', 'cid', { ...brought, name: 'Sid' });
    expect(await stored()).toMatchObject({ stored: true, nickname: 'Sid', groups: [] });
    expect((await roster('ann')).items[0]).toEqual(
      seen('cid', { subscription: 'both', name: 'Sid', groups: ['Crew', 'Staff'] }),
    );
  });

  it('stays when its stored item is removed', async () => {
    await put('ann', 'cid', { ...brought, name: 'Sid' });
    await put('ann', 'cid', null);
    expect((await roster('ann')).items[0]).toEqual({ ...seen('cid'), ...brought });
  });

  it('never asks', async () => {
    await put('ann', 'cid', { ...brought, name: 'Sid', subscription: 'none', ask: true });
    expect((await roster('ann')).items[0]).toEqual(
      seen('cid', { subscription: 'both', name: 'Sid', groups: ['Crew', 'Staff'] }),
    );
  });

  it('lends its group names to no other contact', async () => {
    await put('bob', 'zoe', { groups: ['Crew', 'Pals'] });
    expect((await roster('bob')).items).toEqual([seen('zoe', { groups: ['Pals'] })]);
  });
});

describe('pending requests', () => {
  it('are replaced as a whole, without touching the version', async () => {
    const { version, state } = await roster('bob');
    expect(await call('put_roster_requests', 'bob', [request('zoe'), request('kim')])).toBe(true);
    expect(await roster('bob')).toEqual({
      version,
      state,
      items: [],
      requests: [request('kim'), request('zoe')],
    });
    await call('put_roster_requests', 'bob', [request('zoe', 'again'), { jid: 'x@y.example' }]);
    expect((await roster('bob')).requests).toEqual([request('zoe', 'again')]);
    await call('put_roster_requests', 'bob', {});
    expect((await roster('bob')).requests).toEqual([]);
  });

  it('need an account', async () => {
    expect(await call('put_roster_requests', 'ghost', [])).toBe(false);
  });

  it('can be found by who has sent them', async () => {
    await call('put_roster_requests', 'bob', [request('zoe'), request('kim')]);
    await call('put_roster_requests', 'cid', [request('zoe')]);
    expect(await call<string[]>('unanswered', jid('zoe'))).toEqual(
      expect.arrayContaining(['bob', 'cid']),
    );
    expect(await call('unanswered', jid('kim'))).toEqual(['bob']);
    expect(await call('unanswered', jid('ann'))).toEqual([]);
  });

  it('are answered when the API gives the contact the subscription', async () => {
    const { rosters } = suite().open;
    await call('put_roster_requests', 'bob', [request('zoe'), request('kim')]);
    await rosters.put(name('bob'), anItem('zoe', { subscription: 2 }));
    await rosters.put(name('bob'), anItem('kim', { subscription: 1 }));
    expect((await roster('bob')).requests).toEqual([request('kim')]);
  });

  it('go with the account that sent them, by whatever name, and move the version', async () => {
    const { userChanges } = suite().open;
    await call('put_roster_requests', 'bob', [request('ann'), request('cid')]);
    const before = (await roster('bob')).version;
    await userChanges.remove(name('ann'), jid('admin'));
    const removed = await roster('bob');
    expect(removed.requests).toEqual([request('cid')]);
    expect(removed.version).toBeGreaterThan(before);
    await userChanges.rename(name('cid'), name('sid'), {}, null);
    const renamed = await roster('bob');
    expect(renamed.requests).toEqual([]);
    expect(renamed.version).toBeGreaterThan(removed.version);
  });

  it('follow the owner to another name', async () => {
    await call('put_roster_requests', 'bob', [request('ann')]);
    await suite().open.userChanges.rename(name('bob'), name('rob'), {}, null);
    expect((await roster('rob')).requests).toEqual([request('ann')]);
  });
});

it('an item waits for the API to finish with the owner, and then counts what was stored', async () => {
  const { transactions, users, rosters, query } = suite().open;
  const written = await transactions.run(async () => {
    await users.lock(name('bob'));
    const later = put('bob', 'zoe', { name: 'Zo' });
    await somebodyWaits(query);
    await rosters.add(name('bob'), anItem('zoe', { nickname: 'first' }));
    return { later };
  });
  expect(await written.later).toBeGreaterThan(0);
  expect((await roster('bob')).items).toEqual([seen('zoe', { name: 'Zo' })]);
});
