import { once } from 'node:events';
import { createServer } from 'node:net';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { RawClient } from './raw-client.js';

const suite = await suiteNeeds(describe, 'Without database', ['prosody']);

const ROSTER = 'jabber:iq:roster';

suite('Without database', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann');
    await world.sql('checkpoint'); // a server that is killed forgets its last commits, as it is not durable
  });
  afterAll(() => world?.stop());

  const untilDetached = () =>
    until('the loss is noticed', async () => {
      const { body } = await world.prosody.bridge('GET', '/bridge/health');
      return !(body as { database: { attached: boolean } }).database.attached;
    });

  /** in the stock storage of Prosody */
  const notes = xml(
    'query',
    'jabber:iq:private',
    xml('notes', { xmlns: 'urn:test:notes' }, 'mine'),
  );

  const add = (name: string) => xml('query', ROSTER, xml('item', { jid: `${name}@example.org` }));

  it.each(['kill', 'stop'] as const)(
    'nobody is told anything wrong, and all heals: PostgreSQL, %s',
    async (how) => {
      const ann = await world.online('ann');
      const halfway = await RawClient.connect(world.prosody.place);
      await world.postgres[how]();
      await untilDetached();

      // what clients see
      halfway.send(
        '<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="SCRAM-SHA-1">biwsbj1hbm4scj1h</auth>',
      );
      await halfway.next(/<failure [^>]*><temporary-auth-failure\/>/);
      halfway.cut();
      const newcomer = await RawClient.greet(world.prosody.place);
      await newcomer.closed();
      expect(newcomer.text).toMatch(/<stream:error><remote-connection-failed /);
      const bosh = await fetch(`${world.prosody.url}/http-bind`, {
        method: 'POST',
        body: '<body xmlns="http://jabber.org/protocol/httpbind" to="example.org" rid="1" wait="1"/>',
      });
      expect(await bosh.text()).toMatch(/<stream:error><remote-connection-failed /);
      const trouble = { condition: 'internal-server-error' };
      await expect(ann.set(add('zoe'))).rejects.toMatchObject(trouble);
      await expect(ann.get(xml('vCard', { xmlns: 'vcard-temp' }))).rejects.toMatchObject(trouble);
      await ann.send(xml('presence', { to: 'zoe@example.org', type: 'subscribe' }));
      await expect(ann.set(notes)).rejects.toMatchObject({ name: 'Error' });
      const refused = await ann.nextPresence(({ attrs }) => attrs['type'] === 'error');
      expect(refused.getChild('error')?.getChild('internal-server-error')).toBeDefined();

      // what the service sees
      const sessions = await world.prosody.bridge('GET', '/bridge/sessions');
      expect(sessions).toEqual({ status: 503, body: { error: expect.any(String) as string } });

      await world.postgres.startAgain();
      await world.prosody.untilAttached();
      const roster = await ann.get(xml('query', { xmlns: ROSTER }));
      expect(roster.getChild('query')?.getChildren('item')).toEqual([]);
      await ann.set(add('zoe'));
      await ann.set(notes);
      await ann.set(
        xml('query', ROSTER, xml('item', { jid: 'zoe@example.org', subscription: 'remove' })),
      );
      await (await world.login('ann')).close();
      await ann.close();
    },
  );

  it('a start waits for it', async () => {
    await world.prosody.stop();
    await world.postgres.stop();
    await world.prosody.startAgain();
    const { status, body } = await world.prosody.bridge('GET', '/bridge/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ engine: 'prosody', database: { attached: false } });
    await expect(world.login('ann')).rejects.toThrow('ECONNREFUSED');
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    await (await world.login('ann')).close();
  });

  it('a silent machine keeps nobody waiting, and all heals', async () => {
    const port = Number(new URL(world.postgres.url).port);
    await world.postgres.stop();
    await untilDetached();
    let visits = 0;
    const silent = createServer((visitor) => {
      visits++;
      visitor.on('error', () => undefined).resume();
    });
    await once(silent.listen(port, '127.0.0.1'), 'listening');
    await until('it was asked', () => visits > 0);
    expect((await world.prosody.bridge('GET', '/bridge/health')).status).toBe(200);
    silent.close();
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    await (await world.login('ann')).close();
  });

  it('a connection that broke while nobody used it costs nothing', async () => {
    const [{ count }] = (await world.sql<{ count: number }>(
      `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
       where usename like 'chat_engine%'`,
    )) as [{ count: number }];
    expect(count).toBeGreaterThan(0);
    await (await world.login('ann')).close();
    const raw = await RawClient.connect(world.prosody.place);
    await world.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'chat_engine%'`,
    );
    const answer = await raw.ask(
      `<query xmlns="jabber:iq:register"><username>bob</username><password>secret</password></query>`,
    );
    raw.cut();
    expect(answer).toContain('result');
    await (await world.login('bob', { password: 'secret' })).close();
  });
});

suite('The database', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world?.stop());

  it('takes one server at a time', async () => {
    const [reply] = await world.sql<{ hello: { ok: boolean } }>(
      `select engine.hello(1, 'another', true)`,
    );
    expect(reply!.hello.ok).toBe(false);
  });

  it('of another domain is refused', async () => {
    const domain = (name: string) =>
      world.sql(`update system_property set value = $1 where key = 'xmpp.domain'`, [name]);
    await world.prosody.stop();
    await domain('example.net');
    await world.prosody.startAgain();
    const { body } = await world.prosody.bridge('GET', '/bridge/health');
    expect(body).toMatchObject({ database: { attached: false } });
    expect(world.prosody.output()).toContain(
      'the database is for the domain example.net, and there is no such VirtualHost',
    );
    await domain('example.org');
    await world.prosody.untilAttached();
  });
});
