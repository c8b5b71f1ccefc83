import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'Rosters', ['prosody']);

const ROSTER = 'jabber:iq:roster';

interface Contact {
  readonly jid: string;
  readonly subscription: string;
  readonly name?: string;
  readonly ask?: string;
  readonly groups?: readonly string[];
}

const jidOf = (username: string) => `${username}@example.org`;

function contactOf(item: Stanza): Contact {
  const { jid, subscription, name, ask } = item.attrs as Record<string, string>;
  const groups = item.getChildren('group').map((group) => group.text());
  return {
    jid: jid!,
    subscription: subscription!,
    ...(name === undefined ? {} : { name }),
    ...(ask === undefined ? {} : { ask }),
    ...(groups.length ? { groups: groups.sort() } : {}),
  };
}

const isPush = (stanza: Stanza) =>
  stanza.is('iq') &&
  stanza.attrs['type'] === 'set' &&
  stanza.getChild('query', ROSTER) !== undefined;

suite('Rosters', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  /** Requests the roster, and thereby later roster pushes. */
  const roster = async (client: ChatClient, ver?: string) => {
    const query = (await client.get(xml('query', { xmlns: ROSTER, ...(ver && { ver }) }))).getChild(
      'query',
    );
    return query
      ? { ver: String(query.attrs['ver']), contacts: query.getChildren('item').map(contactOf) }
      : null;
  };

  const put = (client: ChatClient, attributes: object, ...groups: string[]) =>
    client.set(
      xml(
        'query',
        ROSTER,
        xml('item', attributes, ...groups.map((group) => xml('group', {}, group))),
      ),
    );

  const push = async (client: ChatClient, username: string) => {
    const stanza = await client.next(
      (each) =>
        isPush(each) && each.getChild('query')?.getChild('item')?.attrs['jid'] === jidOf(username),
    );
    const query = stanza.getChild('query')!;
    return { ver: String(query.attrs['ver']), contact: contactOf(query.getChild('item')!) };
  };

  const presence = (client: ChatClient, from: string, type?: string) =>
    client.nextPresence(
      ({ attrs }) => String(attrs['from']).startsWith(from) && attrs['type'] === type,
    );

  const stored = async (username: string) =>
    (await world.api.done('GET', `/users/${username}/roster`)).json<{ rosterItem: object[] }>()
      .rosterItem;

  const meet = async (...names: string[]) => {
    await world.accounts(...names);
    const clients = [];
    for (const name of names) {
      const client = await world.login(name);
      await roster(client);
      await client.available();
      clients.push(client);
    }
    return clients as [ChatClient, ChatClient, ChatClient];
  };

  const leave = (clients: readonly ChatClient[]) =>
    Promise.all(clients.map((client) => client.close()));

  it('that clients change are changed for the API', async () => {
    const [ann] = await meet('ann');
    await put(ann, { jid: jidOf('zoe'), name: 'Zoe' }, 'Friends', 'Work');
    expect((await push(ann, 'zoe')).contact).toEqual({
      jid: jidOf('zoe'),
      subscription: 'none',
      name: 'Zoe',
      groups: ['Friends', 'Work'],
    });
    expect(await stored('ann')).toEqual([
      { jid: jidOf('zoe'), nickname: 'Zoe', subscriptionType: 0, groups: ['Friends', 'Work'] },
    ]);
    await put(ann, { jid: jidOf('zoe') });
    expect(await stored('ann')).toEqual([{ jid: jidOf('zoe'), subscriptionType: 0, groups: [] }]);
    await put(ann, { jid: jidOf('zoe'), subscription: 'remove' });
    expect(await stored('ann')).toEqual([]);
    await leave([ann]);
  });

  it('of both sides grow by a subscription, also of somebody who is away', async () => {
    const [bob, cat] = await meet('bob', 'cat');
    await cat.close();
    await bob.send(xml('presence', { to: jidOf('cat'), type: 'subscribe' }));
    expect((await push(bob, 'cat')).contact).toMatchObject({ ask: 'subscribe' });
    const again = await world.login('cat');
    await roster(again);
    await again.available();
    await presence(again, jidOf('bob'), 'subscribe');
    await again.send(xml('presence', { to: jidOf('bob'), type: 'subscribed' }));
    await presence(bob, jidOf('cat'), 'subscribed');
    await again.send(xml('presence', { to: jidOf('bob'), type: 'subscribe' }));
    await presence(bob, jidOf('cat'), 'subscribe');
    await bob.send(xml('presence', { to: jidOf('cat'), type: 'subscribed' }));
    await presence(again, jidOf('bob'), 'subscribed');
    await presence(again, `${jidOf('bob')}/`);
    expect(await stored('bob')).toMatchObject([{ jid: jidOf('cat'), subscriptionType: 3 }]);
    expect(await stored('cat')).toMatchObject([{ jid: jidOf('bob'), subscriptionType: 3 }]);
    await again.close();
    const third = await world.online('cat');
    expect(third.take(({ attrs }) => attrs['type'] === 'subscribe')).toEqual([]);
    await leave([bob, third]);
  });

  it('keep requests without what makes them long', async () => {
    const [ada, eli] = await meet('ada', 'eli');
    await eli.close();
    const text = xml('status', {}, 'x'.repeat(100_000));
    await ada.send(xml('presence', { to: jidOf('eli'), type: 'subscribe' }, text));
    await push(ada, 'eli');
    const again = await world.online('eli');
    const request = await presence(again, jidOf('ada'), 'subscribe');
    expect(request.getChildElements()).toEqual([]);
    await leave([ada, again]);
  });

  it('that clients fill with what cannot be stored show what is stored', async () => {
    const [lea] = await meet('lea');
    await world.api.done('POST', '/groups', { name: 'Sailors', shared: true });
    await put(lea, { jid: jidOf('zoe'), name: 'z'.repeat(300) }, 'Sailors', 'Own', 'o'.repeat(300));
    const shown = { name: 'z'.repeat(255), groups: ['Own', 'o'.repeat(255)] };
    await until('the roster is as it is stored', async () => {
      const [contact] = (await roster(lea))!.contacts;
      return JSON.stringify(contact?.groups) === JSON.stringify(shown.groups);
    });
    expect((await roster(lea))!.contacts).toEqual([
      { jid: jidOf('zoe'), subscription: 'none', ...shown },
    ]);
    expect(await stored('lea')).toEqual([
      { jid: jidOf('zoe'), nickname: shown.name, subscriptionType: 0, groups: shown.groups },
    ]);
    await leave([lea]);
  });

  it('may have their owner, who does not see that', async () => {
    const [noa, mel] = await meet('noa', 'mel');
    const itself = { jid: jidOf('noa'), nickname: 'Me', subscriptionType: 3, groups: [] };
    await world.api.done('POST', '/users/noa/roster', itself);
    await world.api.done('POST', '/users/noa/roster', { jid: jidOf('mel'), subscriptionType: 3 });
    await push(noa, 'mel');
    await presence(mel, noa.jid);
    await noa.available();
    await noa.close();
    const again = await world.online('noa');
    expect((await roster(again))!.contacts).toMatchObject([{ jid: jidOf('mel') }]);
    expect(await stored('noa')).toContainEqual(itself);
    await leave([again, mel]);
  });

  it('are not asked for the presence of oneself', async () => {
    const [nils] = await meet('nils');
    for (const to of [{}, { to: jidOf('nils') }, { to: nils.jid }]) {
      await nils.send(xml('presence', { type: 'probe', ...to }));
    }
    await nils.get(xml('ping', { xmlns: 'urn:xmpp:ping' }));
    await nils.close();
  });

  it('that the API changes are pushed to every session, and presence follows', async () => {
    const [dan, eve] = await meet('dan', 'eve');
    const second = await world.login('dan');
    await roster(second);
    const both = (username: string) => ({ jid: jidOf(username), subscriptionType: 3 });
    await world.api.done('POST', '/users/dan/roster', {
      ...both('eve'),
      nickname: 'Eve',
      groups: ['Team'],
    });
    const expected = { jid: jidOf('eve'), subscription: 'both', name: 'Eve', groups: ['Team'] };
    expect((await push(dan, 'eve')).contact).toEqual(expected);
    expect((await push(second, 'eve')).contact).toEqual(expected);
    await presence(eve, dan.jid);

    await world.api.done('POST', '/users/eve/roster', both('dan'));
    expect((await push(eve, 'dan')).contact).toEqual({ jid: jidOf('dan'), subscription: 'both' });
    await presence(dan, eve.jid);

    await world.api.done('PUT', `/users/dan/roster/${jidOf('eve')}`, { subscriptionType: 1 });
    expect((await push(dan, 'eve')).contact.subscription).toBe('to');
    await presence(eve, dan.jid, 'unavailable');
    await world.api.done('PUT', `/users/dan/roster/${jidOf('eve')}`, { subscriptionType: 0 });
    expect((await push(dan, 'eve')).contact.subscription).toBe('none');
    await presence(dan, eve.jid, 'unavailable');
    expect(await stored('eve')).toMatchObject([both('dan')]);
    await leave([dan, second, eve]);
  });

  it('lose a contact by the API, and the contact is told', async () => {
    const [fay, gus] = await meet('fay', 'gus');
    for (const [owner, other] of [
      ['fay', 'gus'],
      ['gus', 'fay'],
    ] as const) {
      const contact = { jid: jidOf(other), subscriptionType: 3 };
      await world.api.done('POST', `/users/${owner}/roster`, contact);
    }
    await presence(fay, gus.jid);
    await presence(gus, fay.jid);
    await push(fay, 'gus');
    await world.api.done('DELETE', `/users/fay/roster/${jidOf('gus')}`);
    const { contact } = await push(fay, 'gus');
    expect(contact).toEqual({ jid: jidOf('gus'), subscription: 'remove' });
    await presence(fay, gus.jid, 'unavailable');
    await presence(gus, fay.jid, 'unavailable');
    await presence(gus, jidOf('fay'), 'unsubscribe');
    await until('the contact has no subscription', async () => {
      const [item] = (await stored('gus')) as { subscriptionType: number }[];
      return item?.subscriptionType === 0;
    });
    await leave([fay, gus]);
  });

  it('keep quiet of a contact who ends without subscription but asks for one', async () => {
    const [vic] = await meet('vic', 'wes');
    const contact = { jid: jidOf('wes'), subscriptionType: 1 };
    await world.api.done('POST', '/users/vic/roster', contact);
    await push(vic, 'wes');
    const wes = await world.online('wes');
    await wes.send(xml('presence', { to: jidOf('vic'), type: 'subscribe' }));
    await presence(vic, jidOf('wes'), 'subscribe');
    await world.api.done('PUT', `/users/vic/roster/${jidOf('wes')}`, { subscriptionType: 0 });
    await world.api.done('PUT', `/users/vic/roster/${jidOf('wes')}`, { subscriptionType: 2 });
    expect((await push(vic, 'wes')).contact.subscription).toBe('from');
    await leave([vic, wes]);
  });

  it('keep an approval given in advance', async () => {
    const [xia] = await meet('xia', 'yan');
    await xia.send(xml('presence', { to: jidOf('yan'), type: 'subscribed' }));
    await push(xia, 'yan');
    await xia.close();
    const again = await world.online('xia');
    const yan = await world.online('yan');
    await roster(yan);
    await yan.send(xml('presence', { to: jidOf('xia'), type: 'subscribe' }));
    await presence(yan, jidOf('xia'), 'subscribed');
    await until('both sides are stored', async () => {
      const [xias] = (await stored('xia')) as { subscriptionType: number }[];
      const [yans] = (await stored('yan')) as { subscriptionType: number }[];
      return xias?.subscriptionType === 2 && yans?.subscriptionType === 1;
    });
    await leave([again, yan]);
  });

  it('that subscribe one side only stay so when that side logs in', async () => {
    const [hal] = await meet('hal');
    await world.accounts('ivy');
    await world.api.done('POST', '/users/ivy/roster', { jid: jidOf('hal'), subscriptionType: 3 });
    const ivy = await world.online('ivy');
    await presence(hal, ivy.jid);
    await ivy.get(xml('query', { xmlns: ROSTER }));
    expect(await stored('ivy')).toMatchObject([{ jid: jidOf('hal'), subscriptionType: 3 }]);
    await leave([hal, ivy]);
  });

  it('are versioned by what their owners see', async () => {
    const [jim] = await meet('jim');
    await put(jim, { jid: jidOf('zoe') });
    const { ver } = await push(jim, 'zoe');
    expect(await roster(jim, ver)).toBeNull();
    await world.api.done('POST', '/users/jim/roster', { jid: jidOf('kay'), subscriptionType: 0 });
    const later = await push(jim, 'kay');
    expect(later.ver).not.toBe(ver);
    await jim.close();

    await world.api.done('POST', '/users/jim/roster', { jid: jidOf('lea'), subscriptionType: 0 });
    const again = await world.login('jim');
    const whole = (await roster(again, later.ver))!;
    expect(whole.contacts.map(({ jid }) => jid).sort()).toEqual(['kay', 'lea', 'zoe'].map(jidOf));
    expect(await roster(again, whole.ver)).toBeNull();
    await again.close();
  });

  describe('Shared groups', () => {
    const group = (name: string, members: string[], shared = true) => ({
      name,
      description: '',
      shared,
      members,
    });

    it('appear in rosters with presence, and vanish', async () => {
      const [max, ned] = await meet('max', 'ned');
      const before = (await roster(max))!.ver;
      await world.api.done('POST', '/groups', group('Crew', ['max', 'ned']));
      const { contact, ver } = await push(max, 'ned');
      expect(contact).toEqual({
        jid: jidOf('ned'),
        subscription: 'both',
        name: 'ned',
        groups: ['Crew'],
      });
      expect(ver).not.toBe(before);
      expect((await push(ned, 'max')).contact).toMatchObject({ subscription: 'both' });
      await presence(max, ned.jid);
      await presence(ned, max.jid);

      await world.api.done('PUT', '/groups/Crew', group('Crew', ['max', 'ned'], false));
      expect((await push(max, 'ned')).contact.subscription).toBe('remove');
      expect((await push(ned, 'max')).contact.subscription).toBe('remove');
      await presence(max, ned.jid, 'unavailable');
      await presence(ned, max.jid, 'unavailable');
      expect(await stored('max')).toEqual([]);
      expect(await stored('ned')).toEqual([]);
      expect(await world.sql(`select * from roster_item where owner in ('max', 'ned')`)).toEqual(
        [],
      );
      await leave([max, ned]);
    });

    it('are seen by a client that comes back with a version, whatever has become of them', async () => {
      await world.accounts('oda', 'pia', 'ria');
      const online = async <T>(work: (oda: ChatClient) => Promise<T>) => {
        const oda = await world.login('oda');
        return work(oda).finally(() => oda.close());
      };
      let { ver } = (await online((oda) => roster(oda)))!;
      const club = (members: string[], shared = true) =>
        world.api.done('PUT', '/groups/Club', group('Club', members, shared));
      const steps: [() => Promise<unknown>, string[]][] = [
        [() => world.api.done('POST', '/groups', group('Club', ['oda', 'pia'])), ['pia']],
        [() => world.api.done('POST', '/groups', group('Later', ['oda', 'ria'])), ['pia', 'ria']],
        [() => world.api.done('DELETE', '/users/oda/groups/Club'), ['ria']],
        [() => world.api.done('POST', '/users/oda/groups/Club'), ['pia', 'ria']],
        [() => club(['oda', 'pia'], false), ['ria']],
        [() => club(['oda', 'pia']), ['pia', 'ria']],
        [() => world.api.done('DELETE', '/groups/Club'), ['ria']],
      ];
      for (const [change, contacts] of steps) {
        await change();
        const changed = (await online((oda) => roster(oda, ver)))!;
        expect(changed.contacts.map(({ jid }) => jid).sort()).toEqual(contacts.map(jidOf));
        ({ ver } = changed);
        expect(await online((oda) => roster(oda, ver))).toBeNull();
      }
    });

    it('are caught up with when notices of them are lost', async () => {
      const [tom, una] = await meet('tom', 'una');
      const subscription = async (username: string) =>
        (await push(tom, username)).contact.subscription;
      const join = (...people: string[]) =>
        world.sql(
          `insert into group_member (group_name, jid, is_admin)
           select 'Lost', jid, false from unnest($1::text[]) jid`,
          [people.map(jidOf)],
        );
      await world.accounts('viv');
      await world.sql(`insert into user_group (name, shared) values ('Lost', true)`);
      await join('tom', 'una');
      expect(await subscription('una')).toBe('both');
      await join('viv');
      expect(await subscription('viv')).toBe('both');
      await world.sql(`delete from group_member where jid = $1`, [jidOf('una')]);
      expect(await subscription('una')).toBe('remove');
      await world.sql(`update user_group set shared = false where name = 'Lost'`);
      expect(await subscription('viv')).toBe('remove');
      await world.sql(`update user_group set shared = true where name = 'Lost'`);
      expect(await subscription('viv')).toBe('both');
      await world.sql(`delete from user_group where name = 'Lost'`);
      expect(await subscription('viv')).toBe('remove');
      await leave([tom, una]);
    });

    it('hold on to a contact that a client removes', async () => {
      const [quin, rob] = await meet('quin', 'rob');
      await world.api.done('POST', '/groups', group('Pair', ['quin', 'rob']));
      await push(quin, 'rob');
      await presence(quin, rob.jid);
      await put(quin, { jid: jidOf('rob'), subscription: 'remove' });
      expect((await push(quin, 'rob')).contact.subscription).toBe('remove');
      expect((await push(quin, 'rob')).contact).toMatchObject({
        subscription: 'both',
        groups: ['Pair'],
      });
      for (const [owner, other] of [
        ['quin', 'rob'],
        ['rob', 'quin'],
      ] as const) {
        await until('the contact is whole again', async () => {
          const [item] = (await stored(owner)) as { jid: string; subscriptionType: number }[];
          return item?.jid === jidOf(other) && item.subscriptionType === 3;
        });
      }
      await until('the other side is whole again', async () => {
        const whole = await roster(rob);
        return whole?.contacts[0]?.subscription === 'both';
      });
      await leave([quin, rob]);
    });
  });

  describe('Notices', () => {
    it('that are lost are caught up', async () => {
      const [sam] = await meet('sam');
      await world.sql(
        `insert into roster_item (owner, jid, subscription, groups) values ('sam', $1, 0, '{}')`,
        [jidOf('tia')],
      );
      expect((await push(sam, 'tia')).contact).toMatchObject({ subscription: 'none' });
      await world.sql(`insert into lockout (username) values ('sam')`);
      expect(await sam.ended).toBe('not-authorized');
      await world.sql(`delete from lockout where username = 'sam'`);
      const again = await world.online('sam');
      await world.sql(`delete from account where username = 'sam'`);
      expect(await again.ended).toBe('not-authorized');
    });

    it('are caught up on demand, and told', async () => {
      const world = await World.start({ noticesAlone: true });
      try {
        await world.accounts('zac', 'zoe');
        const zac = await world.login('zac');
        await zac.get(xml('query', { xmlns: ROSTER }));
        const zoe = await world.login('zoe');
        await world.sql(
          `insert into roster_item (owner, jid, subscription, groups) values ('zac', $1, 0, '{}')`,
          [jidOf('zoe')],
        );
        await world.sql(`insert into lockout (username) values ('zoe')`);
        const reconcile = () => world.prosody.bridge('POST', '/bridge/reconcile');
        const upToDate = {
          ...{ rooms: [], rosters: [], locked: [], gone: [], departed: [] },
          services: false,
          absent: [],
        };
        expect((await reconcile()).body).toEqual({
          ...upToDate,
          // nobody has told them before
          administrators: ['admin'],
          rosters: ['zac'],
          locked: ['zoe'],
        });
        await push(zac, 'zoe');
        expect(await zoe.ended).toBe('not-authorized');
        expect((await reconcile()).body).toEqual(upToDate);
      } finally {
        await world.stop();
      }
    });

    it('push only what is different', async () => {
      const [uma] = await meet('uma');
      await put(uma, { jid: jidOf('zoe') });
      await push(uma, 'zoe');
      const notice = () =>
        world.prosody.bridge('POST', '/bridge/rosters', { usernames: ['uma', 'nobody'] });
      expect(await notice()).toEqual({ status: 200, body: { pushed: 0 } });
      await uma.close();
      expect(await notice()).toEqual({ status: 200, body: { pushed: 0 } });
    });
  });
});
