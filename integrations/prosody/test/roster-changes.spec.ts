import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { contact, contacts, pushed } from './faults/fault-scene.js';
import { stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Changes of rosters', ['prosody']);

const MANY = 500;
/** What the roster of so many contacts would be more than. */
const WHOLE_ROSTER_BYTES = 20_000;

suite('A change of a large roster', () => {
  let world: World;
  let ann: ChatClient;

  beforeAll(async () => {
    // a round of the reconciliation would repair what was missed
    world = await World.start({ gauged: true, noticesAlone: true });
    await world.accounts('ann', 'bob', 'cid');
    await world.sql(
      `insert into roster_item (owner, jid, subscription, groups)
       select 'ann', 'friend-' || n || '@far.example', 0, '{}' from generate_series(1, $1::int) as n`,
      [MANY],
    );
    ann = await world.online('ann');
    expect(await contacts(ann)).toHaveLength(MANY);
  });
  afterAll(() => stopUnharmed(world));

  /** Bytes of the database that Prosody reads until `work` is done. */
  const read = async (work: () => Promise<unknown>) => {
    const before = world.gauge.answeredBytes;
    await work();
    return world.gauge.answeredBytes - before;
  };
  const add = (jid: string, subscriptionType: number) =>
    world.api.done('POST', '/users/ann/roster', { jid, subscriptionType });

  it('by the API is read alone', async () => {
    const bytes = await read(async () => {
      await add('new@far.example', 1);
      expect(await pushed(ann, 'new@far.example')).toBe('to');
      await world.api.done('DELETE', '/users/ann/roster/new@far.example');
      expect(await pushed(ann, 'new@far.example')).toBe('remove');
    });
    expect(bytes).toBeLessThan(WHOLE_ROSTER_BYTES);
    expect(await contacts(ann)).toHaveLength(MANY);
  });

  it('by a shared group is read alone', async () => {
    const group = { name: 'Crew', shared: true, members: ['ann', 'bob'] };
    await world.api.done('POST', '/groups', group);
    expect(await pushed(ann, 'bob@example.org')).toBe('both');
    const bytes = await read(async () => {
      await world.api.done('POST', '/users/cid/groups/Crew');
      expect(await pushed(ann, 'cid@example.org')).toBe('both');
      await world.api.done('DELETE', '/users/cid/groups/Crew');
      expect(await pushed(ann, 'cid@example.org')).toBe('remove');
    });
    expect(bytes).toBeLessThan(WHOLE_ROSTER_BYTES);
    await world.api.done('DELETE', '/groups/Crew');
    expect(await pushed(ann, 'bob@example.org')).toBe('remove');
  });

  it('by a shared group of many people is read alone, a change by a client as well', async () => {
    await world.sql(
      `with made as (insert into user_group (name, shared) values ('Everybody', true)),
       people as (
         insert into account (username)
         select 'person-' || n from generate_series(1, $1::int) n returning username
       )
       insert into group_member (group_name, jid, is_admin)
       select 'Everybody', username || '@example.org', false from people`,
      [MANY],
    );
    await world.accounts('dan');
    const dan = await world.online('dan');
    expect(await contacts(dan)).toEqual([]);
    await world.api.done('POST', '/users/dan/groups/Everybody');
    expect(await pushed(dan, 'person-7@example.org')).toBe('both');
    const bytes = await read(async () => {
      await world.api.done('POST', '/users/cid/groups/Everybody');
      expect(await pushed(dan, 'cid@example.org')).toBe('both');
      await dan.set(contact({ jid: 'own@far.example' }));
      expect(await pushed(dan, 'own@far.example')).toBe('none');
      await world.api.done('DELETE', '/users/cid/groups/Everybody');
      expect(await pushed(dan, 'cid@example.org')).toBe('remove');
    });
    expect(bytes).toBeLessThan(WHOLE_ROSTER_BYTES);
    await world.api.done('DELETE', '/groups/Everybody');
    expect(await pushed(dan, 'person-7@example.org')).toBe('remove');
    expect(await contacts(dan)).toEqual(['own@far.example none']);
    await dan.close();
  });

  it('by a client is read alone, as the database may keep something else', async () => {
    const bytes = await read(async () => {
      await ann.set(contact({ jid: 'own@far.example', name: 'o'.repeat(300) }));
      const name = async () =>
        (await ann.get(xml('query', { xmlns: 'jabber:iq:roster', ver: 'other' })))
          .getChild('query')
          ?.getChildren('item')
          .find(({ attrs }) => attrs['jid'] === 'own@far.example')?.attrs['name'] as string;
      await until('the name is as it is stored', async () => (await name()).length === 255);
    });
    expect(bytes).toBeLessThan(WHOLE_ROSTER_BYTES);
    await world.api.done('DELETE', '/users/ann/roster/own@far.example');
  });

  it('is not missed when a client has changed something else at the same time', async () => {
    const unheard = await world.anotherApi({ chatServerUrl: null, chatServerToken: null });
    await unheard.done('POST', '/users/ann/roster', { jid: 'x@far.example', subscriptionType: 2 });
    await ann.set(contact({ jid: 'y@far.example' }));
    expect(await pushed(ann, 'x@far.example')).toBe('from');
    expect(await contacts(ann)).toEqual(
      expect.arrayContaining(['x@far.example from', 'y@far.example none']),
    );
  });
});
