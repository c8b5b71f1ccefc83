import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { TransportName } from '../src/transport.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';

const suite = await suiteNeeds(describe, 'Logging in', ['prosody']);

const transports: TransportName[] = ['tcp', 'tls', 'websocket', 'bosh'];

suite('Logging in', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
  });
  afterAll(() => world?.stop());

  it.each(transports)('works over %s', async (transport) => {
    const ann = await world.online('ann', { transport, resource: 'desk' });
    expect(ann.jid).toBe('ann@example.org/desk');
    await ann.send(xml('message', { to: ann.jid, type: 'chat' }, xml('body', {}, 'note to self')));
    const note = await ann.nextMessage();
    expect(note.getChildText('body')).toBe('note to self');
    await ann.close();
    expect(await ann.ended).toBeNull();
  });

  it.each(transports)('works with SCRAM-SHA-1 over %s', async (transport) => {
    const ann = await world.login('ann', { transport, mechanism: 'SCRAM-SHA-1' });
    expect(ann.bareJid).toBe('ann@example.org');
    await ann.close();
  });

  it.each(transports)('is refused with a wrong password over %s', async (transport) => {
    await expect(world.login('ann', { transport, password: 'wrong' })).rejects.toMatchObject({
      condition: 'not-authorized',
    });
  });

  it('gives questions their answers, errors as errors', async () => {
    const ann = await world.login('ann');
    const info = xml('query', { xmlns: 'http://jabber.org/protocol/disco#info' });
    const reply = await ann.get(info, 'example.org');
    expect(reply.getChild('query')?.getChild('identity')?.attrs['category']).toBe('server');
    await expect(ann.get(xml('query', { xmlns: 'urn:nobody:knows' }))).rejects.toMatchObject({
      condition: 'service-unavailable',
    });
    await ann.close();
  });
});

suite('Streams that are ended', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
  });
  afterAll(() => world?.stop());

  it.each(transports)('tell why over %s', async (transport) => {
    const ann = await world.online('ann', { transport });
    await world.api.done('POST', '/lockouts/ann');
    expect(await ann.ended).toBe('not-authorized');
    await expect(ann.nextMessage()).rejects.toThrow('is disconnected (not-authorized)');
    await expect(world.login('ann', { transport })).rejects.toThrow('account-disabled');
    await world.api.done('DELETE', '/lockouts/ann');
  });

  it.each(transports)('may be cut over %s', async (transport) => {
    const ann = await world.online('ann', { transport });
    ann.cut();
    expect(await ann.ended).toBeNull();
  });
});

suite('Servers that break', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann');
  });
  afterAll(() => world?.stop());

  const health = async () => (await world.prosody.bridge('GET', '/bridge/health')).status;

  it('come back in their places: Prosody', async () => {
    const ann = await world.online('ann');
    await world.prosody.kill();
    expect(await ann.ended).toBeNull();
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    expect((await world.login('ann')).bareJid).toBe('ann@example.org');
  });

  it.each(['kill', 'stop'] as const)('come back in their places: PostgreSQL, %s', async (how) => {
    await world.postgres[how]();
    expect(await health()).toBe(200);
    await world.postgres.startAgain();
    await world.prosody.untilAttached();
    expect(await world.sql('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('can be paused: PostgreSQL', async () => {
    await world.postgres.pause();
    const answer = world.sql('select 1 as one');
    await world.postgres.resume();
    expect(await answer).toEqual([{ one: 1 }]);
  });
});
