import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { Capabilities } from './capable-client.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'First presence', ['prosody']);

const PUBSUB = 'http://jabber.org/protocol/pubsub';
const MOOD = 'http://jabber.org/protocol/mood';
const FEW = 3;
const MANY = 40;
const ROUNDS = 3;

const names = (amount: number) => Array.from({ length: amount }, (_, index) => `c${index}`);

suite('The first presence of somebody with many contacts', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({
      gauged: true,
      // a round of the reconciliation would be counted, too
      noticesAlone: true,
    });
    await world.accounts(...names(MANY), 'few', 'many', 'warm');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints.filter((line) => !line.includes('SIGTERM'))).toEqual([]);
  });
  afterEach(async () => {
    for (const table of ['roster_item', 'roster_request', 'user_group']) {
      await world.sql(`delete from ${table}`);
    }
  });

  const jidOf = (username: string) => `${username}@${world.domain}`;

  /** `few` and `many` have mutual contacts of the same kind. */
  const befriend = (subscription: 0 | 1 | 2 | 3, ask = false) =>
    world.sql(
      `with pair as (
         select person, contact
         from (values ('few', $1::text[]), ('many', $2::text[])) as _ (person, contacts),
              unnest(contacts) as contact
       )
       insert into roster_item (owner, jid, subscription, groups, ask)
       select person, contact || '@' || $3, $4::smallint, '{}'::text[], $5::boolean from pair
       union all
       select contact, person || '@' || $3, (array[0, 2, 1, 3])[$4::smallint + 1], '{}', false from pair`,
      [names(FEW), names(MANY), world.domain, subscription, ask],
    );

  /** Restarts Prosody with cold caches. */
  const forget = async () => {
    await world.prosody.stop();
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    await quiet();
  };

  /** The reconciliation that begins when Prosody is attached is over once two others cost the same. */
  const quiet = async () => {
    const round = async () => {
      const before = world.gauge.roundTrips;
      await world.prosody.bridge('POST', '/bridge/reconcile');
      return world.gauge.roundTrips - before;
    };
    for (let last = await round(), now; last !== (now = await round()); last = now);
  };

  const settled = (client: ChatClient) => client.get(xml('ping', { xmlns: 'urn:xmpp:ping' }));

  /** Prosody's round trips to the database until a person has logged in and become available to all contacts. */
  const cost = async (username: string, ...presence: Stanza[]) => {
    const before = world.gauge.roundTrips;
    const client = await world.login(username);
    await client.available(...presence);
    await settled(client);
    const after = world.gauge.roundTrips;
    await client.close();
    return after - before;
  };

  const coldCost = async (username: string) => {
    await forget();
    return cost(username);
  };

  /** What `few` and `many` cost at least: on a slow machine other work of Prosody may fall into a count, which only adds to it. */
  const costs = async (measure: (username: string) => Promise<number> = coldCost) => {
    const least = { few: Infinity, many: Infinity };
    for (let round = 0; round === 0 || (least.few !== least.many && round < ROUNDS); round += 1) {
      least.few = Math.min(least.few, await measure('few'));
      least.many = Math.min(least.many, await measure('many'));
    }
    return least;
  };

  it.each([
    ['each other', 3],
    ['the contacts the person', 2],
    ['the person the contacts', 1],
  ] as const)('costs as much as with few; who sees whom: %s', async (_who, subscription) => {
    await befriend(subscription);
    const { few, many } = await costs();
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
  });

  it('costs as much as with few when they are people of shared groups', async () => {
    await world.api.done('POST', '/groups', {
      name: 'Few',
      shared: true,
      members: ['few', ...names(FEW)],
    });
    for (const name of ['Many', 'More', 'Most']) {
      await world.api.done('POST', '/groups', {
        name,
        shared: true,
        members: ['many', ...names(MANY)],
      });
    }
    const { few, many } = await costs();
    expect(many).toBe(few);
  });

  it('costs as much as with few when all of them were asked, and have not answered', async () => {
    await befriend(0, true);
    await world.sql(
      `insert into roster_request (owner, jid, stanza)
       select owner, jid, '<presence type="subscribe"/>' from roster_item where not ask`,
    );
    const { few, many } = await costs();
    expect(many).toBe(few);
    expect(await world.sql('select from roster_request')).toHaveLength(FEW + MANY);
  });

  it('costs as much as with few when they have published personal events', async () => {
    await befriend(3);
    const moody = await world.online('c0');
    const item = xml('item', { id: 'now' }, xml('mood', { xmlns: MOOD }, xml('happy')));
    await moody.set(xml('pubsub', { xmlns: PUBSUB }, xml('publish', { node: MOOD }, item)));
    await moody.close();
    for (const [table, columns] of [
      ['prosody', 'store, key, type, value'],
      ['prosodyarchive', 'store, key, "when", "with", type, value'],
    ]) {
      await world.sql(
        `insert into prosody.${table} (host, "user", ${columns})
         select host, name, ${columns} from prosody.${table}, unnest($1::text[]) as name
         where "user" = 'c0' and name <> 'c0' and store like 'pep%'`,
        [names(MANY)],
      );
    }
    const capabilities = new Capabilities(MOOD);
    const { few, many } = await costs(async (username) => {
      await forget();
      const warm = await world.online('warm');
      await warm.available(capabilities.presence);
      await capabilities.tell(warm);
      await settled(warm);
      const counted = await cost(username, capabilities.presence);
      await warm.close();
      return counted;
    });
    expect(many).toBe(few);

    const client = await world.login('many');
    await client.available(capabilities.presence);
    await settled(client);
    const moods = client.take((stanza) => stanza.is('message'));
    expect(moods.map(({ attrs }) => attrs['from']).sort()).toEqual(names(MANY).map(jidOf).sort());
    expect(moods[0]!.toString()).toContain('<happy');
    await client.close();
  });

  it('keeps to block lists', async () => {
    await befriend(3);
    const blocking = await world.online('c1');
    const block = (action: 'block' | 'unblock') =>
      xml(action, { xmlns: 'urn:xmpp:blocking' }, xml('item', { jid: jidOf('many') }));
    await blocking.set(block('block'));
    await blocking.close();
    await forget();
    const client = await world.online('many');
    await settled(client);
    expect(client.take(({ attrs }) => attrs['from'] === jidOf('c1'))).toEqual([]);
    const blocker = await world.online('c1');
    await settled(blocker);
    expect(blocker.take(({ attrs }) => attrs['from'] === client.jid)).toEqual([]);
    await blocker.set(block('unblock'));
    await Promise.all([client, blocker].map((each) => each.close()));
  });

  it('brings the presence of all of them', async () => {
    await befriend(3);
    await forget();
    const [first, second] = [await world.online('c0'), await world.online('c1')];
    const client = await world.online('many');
    const heard = new Set<string>();
    await until('all have answered', () => {
      for (const { attrs } of client.take((stanza) => stanza.is('presence'))) {
        heard.add(`${attrs['from']} ${attrs['type'] ?? 'available'}`);
      }
      return heard.size === MANY;
    });
    const away = names(MANY).slice(2);
    expect([...heard].sort()).toEqual(
      [
        `${first.jid} available`,
        `${second.jid} available`,
        ...away.map((name) => `${jidOf(name)} unavailable`),
      ].sort(),
    );
    await first.nextPresence(({ attrs }) => attrs['from'] === client.jid);
    await Promise.all([first, second, client].map((each) => each.close()));
  });
});
