import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import type { Login, TransportName } from '../src/transport.js';
import { passwordOf, World } from '../src/world.js';
import { RawClient } from './raw-client.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'Accounts', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];
const mechanisms: Required<Login>['mechanism'][] = ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN'];
const REGISTER = 'jabber:iq:register';
const PRIVATE = 'jabber:iq:private';
const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl';
const PUBSUB = 'http://jabber.org/protocol/pubsub';
const BLOCKING = 'urn:xmpp:blocking';
const MOOD = xml(
  'publish',
  { node: 'urn:test:mood' },
  xml('item', {}, xml('mood', { xmlns: 'urn:test:mood' })),
);

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** What XMPP clients of a locked, deleted or dismissed user see. Contract: core 1.12 */
const DISMISSAL =
  /<stream:error><not-authorized xmlns=['"]urn:ietf:params:xml:ns:xmpp-streams['"]\/><\/stream:error>/;

suite('Accounts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const status = async (path: string) => (await world.api.call('GET', path)).status;

  const change = (client: ChatClient, username: string, password: string) =>
    client.set(
      xml('query', REGISTER, xml('username', {}, username), xml('password', {}, password)),
    );

  describe('Logging in', () => {
    beforeAll(() => world.accounts('ann'));

    it.each(mechanisms)('works with %s', async (mechanism) => {
      const ann = await world.login('ann', { mechanism });
      await ann.close();
    });

    it.each(mechanisms)('is refused with another password and %s', async (mechanism) => {
      await expect(world.login('ann', { mechanism, password: 'other' })).rejects.toMatchObject({
        condition: 'not-authorized',
      });
      await expect(world.login('nobody', { mechanism })).rejects.toMatchObject({
        condition: 'not-authorized',
      });
    });

    it('may be tried again by clients that bind it to their connection', async () => {
      const raw = await RawClient.connectTls(world.prosody.place, 'TLSv1.2');
      const attempt = async (first: string) => {
        raw.send(`<auth xmlns="${SASL}" mechanism="SCRAM-SHA-1-PLUS">${base64(first)}</auth>`);
        return (await raw.next(/<challenge[^>]*>([^<]*)<|<failure[^>]*><[a-z-]+/))[1];
      };
      expect(await attempt('nonsense')).toBeUndefined();
      const challenge = Buffer.from((await attempt('p=tls-unique,,n=ann,r=mine'))!, 'base64');
      const [nonce] = /r=[^,]*/.exec(challenge.toString())!;
      raw.respond(`c=${base64('p=tls-unique,,elsewhere')},${nonce},p=AAAA`);
      await raw.next(/<malformed-request\/><text>Invalid channel binding/);
      raw.cut();
    });

    it('is not possible in the clear', async () => {
      await expect(
        world.login('ann', { transport: 'websocket', mechanism: 'PLAIN' }),
      ).rejects.toMatchObject({ condition: 'encryption-required' });
      const raw = await RawClient.connect(world.prosody.place);
      expect(raw.text).toContain('SCRAM-SHA-256</mechanism>');
      expect(raw.text).toContain('SCRAM-SHA-1</mechanism>');
      expect(raw.text).not.toContain('PLAIN');
      raw.cut();
    });
  });

  describe('What happens between the challenge and the answer', () => {
    const begun = async (username: string) => {
      await world.accounts(username);
      const raw = await RawClient.connect(world.prosody.place);
      return { raw, answer: await raw.challenged(username, passwordOf(username)) };
    };

    const refused = async (raw: RawClient, answer: string) => {
      raw.respond(answer);
      const [, condition] = await raw.next(/<(?:failure[^>]*><([a-z-]+)|success)/);
      raw.cut();
      return condition;
    };

    it.each([
      ['a lockout', 'account-disabled', () => world.api.done('POST', '/lockouts/mia')],
      ['a deletion', 'not-authorized', () => world.api.done('DELETE', '/users/mia')],
      [
        'another password',
        'not-authorized',
        () => world.api.done('PUT', '/users/mia', { password: 'other' }),
      ],
    ])('counts: %s', async (_what, condition, happen) => {
      const { raw, answer } = await begun('mia');
      await happen();
      expect(await refused(raw, answer)).toBe(condition);
      await world.api.call('DELETE', '/users/mia');
    });

    it('may be garbage', async () => {
      const { raw, answer } = await begun('mia');
      expect(await refused(raw, answer.replace(/,p=.*/, ',p=%%%'))).toBe('malformed-request');
      await world.api.done('DELETE', '/users/mia');
    });
  });

  describe('A lockout', () => {
    beforeAll(() => world.accounts('bob'));

    it('closes every session and refuses logins until it is lifted', async () => {
      const sessions = [await world.login('bob')];
      for (const transport of transports) sessions.push(await world.online('bob', { transport }));
      await world.api.done('POST', '/lockouts/bob');
      for (const session of sessions) expect(await session.ended).toBe('not-authorized');
      for (const mechanism of mechanisms) {
        await expect(world.login('bob', { mechanism })).rejects.toMatchObject({
          condition: 'account-disabled',
        });
      }
      await expect(
        world.login('bob', { mechanism: 'PLAIN', password: 'other' }),
      ).rejects.toMatchObject({ condition: 'not-authorized' });
      await world.api.done('DELETE', '/lockouts/bob');
      await (await world.login('bob')).close();
    });

    it('is reported by exactly one stream error', async () => {
      const { place } = world.prosody;
      const raw = await RawClient.login(place, 'bob', passwordOf('bob'));
      const unbound = await RawClient.connect(place);
      await unbound.authenticate('bob', passwordOf('bob'));
      await world.api.done('POST', '/lockouts/bob');
      for (const stream of [raw, unbound]) {
        await stream.closed();
        expect(stream.text).toMatch(DISMISSAL);
        expect(stream.text.match(/<stream:error/g)).toHaveLength(1);
      }
      await world.api.done('DELETE', '/lockouts/bob');
    });
  });

  describe('A password', () => {
    beforeAll(() => world.accounts('cat'));

    it.each(['', '\u00ad', 'x'.repeat(1024)])('that cannot be one is refused', async (password) => {
      const cat = await world.login('cat');
      await expect(change(cat, 'cat', password)).rejects.toMatchObject({
        condition: 'not-acceptable',
      });
      await cat.close();
    });

    it('changed by the API applies to the next login, while open sessions stay', async () => {
      const cat = await world.online('cat');
      await world.api.done('PUT', '/users/cat', { password: 'second' });
      await expect(world.login('cat')).rejects.toMatchObject({ condition: 'not-authorized' });
      for (const mechanism of mechanisms) {
        await (await world.login('cat', { mechanism, password: 'second' })).close();
      }
      await cat.get(xml('query', { xmlns: 'jabber:iq:roster' }));
      await cat.close();
    });

    it('changed by a client replaces both kinds of keys', async () => {
      const cat = await world.login('cat', { password: 'second' });
      await change(cat, 'cat', 'third');
      for (const mechanism of mechanisms) {
        await (await world.login('cat', { mechanism, password: 'third' })).close();
        await expect(world.login('cat', { mechanism, password: 'second' })).rejects.toMatchObject({
          condition: 'not-authorized',
        });
      }
      await cat.close();
    });

    it('of somebody else cannot be changed', async () => {
      const cat = await world.login('cat', { password: 'third' });
      await expect(change(cat, 'ann', 'mine')).rejects.toMatchObject({ condition: 'bad-request' });
      await cat.close();
    });
  });

  describe('Registration by a client', () => {
    const register = async (username: string, password: string) => {
      const raw = await RawClient.connect(world.prosody.place);
      const answer = await raw.ask(
        `<query xmlns="${REGISTER}"><username>${username}</username><password>${password}</password></query>`,
      );
      raw.cut();
      return /type=["']result/.test(answer) ? 'done' : /<error.*?<([a-z-]+)/.exec(answer)?.[1];
    };

    it('creates a user of the API', async () => {
      expect(await status('/users/dora')).toBe(404);
      expect(await register('Dora', 'secret')).toBe('done');
      const user = (await world.api.done('GET', '/users/dora')).json<{ username: string }>();
      expect(user.username).toBe('dora');
      for (const mechanism of mechanisms) {
        await (await world.login('dora', { mechanism, password: 'secret' })).close();
      }
    });

    it.each([
      ['taken', 'ann', 'secret', 'conflict'],
      ['too long', 'd'.repeat(65), 'secret', 'not-acceptable'],
      ['no name', 'a b', 'secret', 'not-acceptable'],
      ['of an administrator', 'admin', 'secret', 'not-allowed'],
      ['a label of the service', 'userservice', 'secret', 'not-allowed'],
    ])('is refused when the name is %s', async (_, username, password, condition) => {
      expect(await register(username, password)).toBe(condition);
    });

    it('is refused when the password is too long', async () => {
      expect(await register('dave', 'x'.repeat(1024))).toBe('not-acceptable');
      expect(await status('/users/dave')).toBe(404);
    });
  });

  describe('Removal by a client', () => {
    it('removes what the API would remove', async () => {
      await world.accounts('eva', 'fay');
      const contact = { jid: 'eva@example.org', nickname: 'Eva', subscriptionType: 3 };
      await world.api.done('POST', '/users/fay/roster', contact);
      const fay = await world.online('fay');
      await fay.get(xml('query', { xmlns: 'jabber:iq:roster' }));
      const [eva, elsewhere] = [await world.online('eva'), await world.online('eva')];
      await eva.set(xml('query', REGISTER, xml('remove', {})));
      expect(await eva.ended).toBe('not-authorized');
      expect(await elsewhere.ended).toBe('not-authorized');
      expect(await status('/users/eva')).toBe(404);
      await expect(world.login('eva')).rejects.toMatchObject({ condition: 'not-authorized' });

      const push = await fay.next((stanza) => stanza.attrs['type'] === 'set');
      expect(push.getChild('query')?.getChild('item')?.attrs).toMatchObject({
        jid: 'eva@example.org',
        subscription: 'remove',
      });
      const roster = (await world.api.done('GET', '/users/fay/roster')).json<object>();
      expect(roster).toEqual({ rosterItem: [] });
      await fay.close();
    });
  });

  describe('Removal by the last administrator', () => {
    it('is refused, and done once another one can sign in', async () => {
      await world.accounts('una', 'vic');
      const administrators = (listed: string) =>
        world.sql(
          `insert into system_property values ('admin.authorizedJIDs', $1)
           on conflict (key) do update set value = excluded.value`,
          [listed],
        );
      await administrators('una@example.org');
      try {
        const una = await world.online('una');
        const remove = () => una.set(xml('query', REGISTER, xml('remove', {})));
        await expect(remove()).rejects.toMatchObject({ condition: 'not-allowed' });
        expect(await status('/users/una')).toBe(200);
        await administrators('una@example.org,vic@example.org');
        await remove();
        expect(await status('/users/una')).toBe(404);
      } finally {
        await world.sql(`delete from system_property where key = 'admin.authorizedJIDs'`);
      }
    });
  });

  describe('What a directory manages', () => {
    it('is neither another password nor the end of the account, for a client', async () => {
      await world.accounts('uli');
      const uli = await world.online('uli');
      await world.sql(`insert into managed_account (username, source, external_id, fields, properties)
        values ('uli', 'directory:main', 'u1', '{password}', '{}')`);
      const username = xml('username', {}, 'uli');
      const password = xml('password', {}, 'another');
      for (const children of [[username, password], [xml('remove', {})]]) {
        await expect(uli.set(xml('query', REGISTER, ...children))).rejects.toMatchObject({
          condition: 'not-allowed',
        });
      }
      await uli.close();
      // a directory is asked for the password as long as it manages it
      await world.sql(`delete from managed_account where username = 'uli'`);
      await (await world.online('uli')).close();
    });
  });

  describe('Deletion by the API', () => {
    const notes = xml('query', PRIVATE, xml('notes', { xmlns: 'urn:test:notes' }, 'mine'));
    const question = xml('query', PRIVATE, xml('notes', { xmlns: 'urn:test:notes' }));

    it('closes the sessions, and leaves nothing to a later account of the name', async () => {
      await world.accounts('gil');
      const gil = await world.online('gil');
      await gil.set(notes);
      expect((await gil.get(question)).toString()).toContain('mine');
      await world.api.done('DELETE', '/users/gil');
      expect(await gil.ended).toBe('not-authorized');
      await expect(world.login('gil')).rejects.toMatchObject({ condition: 'not-authorized' });

      await world.accounts('gil');
      const other = await world.login('gil');
      expect((await other.get(question)).toString()).not.toContain('mine');
      await other.close();
    });

    it('leaves nothing to a later account of the name, even if the notice is lost', async () => {
      await world.accounts('gus', 'pal');
      const earlier = await world.online('gus');
      await earlier.set(xml('pubsub', PUBSUB, MOOD));
      await earlier.set(xml('block', BLOCKING, xml('item', { jid: 'pal@example.org' })));
      await world.sql(`delete from account where username = 'gus'`);
      await world.accounts('gus');
      const contact = { jid: 'pal@example.org', nickname: 'Pal', subscriptionType: 3 };
      await world.api.done('POST', '/users/gus/roster', contact);

      const later = await world.online('gus');
      expect(await earlier.ended).toBe('not-authorized');
      await expect(
        later.get(xml('pubsub', PUBSUB, xml('items', { node: 'urn:test:mood' }))),
      ).rejects.toMatchObject({ condition: 'item-not-found' });
      const blocked = await later.get(xml('blocklist', BLOCKING));
      expect(blocked.getChild('blocklist')?.getChildElements()).toEqual([]);
      expect((await world.api.done('GET', '/users/gus/roster')).json<object>()).toMatchObject({
        rosterItem: [contact],
      });
      await later.close();
    });

    it('leaves nothing to a later account of the name, even while the chat server is down', async () => {
      await world.accounts('gwen');
      const gwen = await world.login('gwen');
      await gwen.set(notes);
      await gwen.close();
      await world.prosody.kill();
      await world.api.done('DELETE', '/users/gwen');
      await world.accounts('gwen');
      await world.prosody.startAgain();
      const other = await world.login('gwen');
      expect((await other.get(question)).toString()).not.toContain('mine');
      await other.close();
    });
  });

  describe('A new name', () => {
    it('closes the sessions of the old one, and contacts see the new one', async () => {
      await world.accounts('hal', 'ida');
      const contact = { jid: 'hal@example.org', nickname: 'Hal', subscriptionType: 3 };
      await world.api.done('POST', '/users/ida/roster', contact);
      const ida = await world.online('ida');
      await ida.get(xml('query', { xmlns: 'jabber:iq:roster' }));
      const hal = await world.online('hal');
      await world.api.done('PUT', '/users/hal', { username: 'hank' });
      expect(await hal.ended).toBe('not-authorized');
      await expect(world.login('hal')).rejects.toMatchObject({ condition: 'not-authorized' });
      await (await world.login('hank', { password: passwordOf('hal') })).close();
      const pushes: Record<string, string> = {};
      await until('both pushes have come', () => {
        for (const push of ida.take((stanza) => stanza.attrs['type'] === 'set')) {
          const item = push.getChild('query')?.getChild('item');
          if (item) pushes[String(item.attrs['jid'])] = String(item.attrs['subscription']);
        }
        return Object.keys(pushes).length === 2;
      });
      expect(pushes).toEqual({ 'hal@example.org': 'remove', 'hank@example.org': 'both' });
      await ida.close();
    });
  });
});
