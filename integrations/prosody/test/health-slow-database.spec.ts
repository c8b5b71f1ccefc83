import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';

const suite = await suiteNeeds(describe, 'With a slow database', ['prosody']);

const ROSTER = 'jabber:iq:roster';

suite('With a slow database', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
  });
  afterAll(() => world?.stop());

  const database = async () =>
    (
      (await world.prosody.bridge('GET', '/bridge/health')).body as {
        database: { attached: boolean; errors: number };
      }
    ).database;

  it('a vCard that cannot be read is not missing', async () => {
    const ann = await world.online('ann');
    await world.sql('begin');
    await world.sql('lock table vcard');
    await expect(
      ann.get(xml('vCard', { xmlns: 'vcard-temp' }), 'bob@example.org'),
    ).rejects.toMatchObject({ condition: 'internal-server-error' });
    await world.sql('rollback');
    await ann.close();
  });

  it('changes are refused, not lost; soon nobody waits any longer, and all heals', async () => {
    const ann = await world.online('ann');
    const roster = async () =>
      (await ann.get(xml('query', { xmlns: ROSTER })))
        .getChild('query')!
        .getChildren('item')
        .map(({ attrs }) => String(attrs['jid']));
    expect(await roster()).toEqual([]);

    await world.sql('begin');
    await world.sql('lock table roster_item');
    const add = xml('query', ROSTER, xml('item', { jid: 'zoe@example.org' }));
    await expect(ann.set(add)).rejects.toMatchObject({ condition: 'internal-server-error' });
    await ann.send(xml('presence', { to: 'bob@example.org', type: 'subscribe' }));
    await until('the breaker opens', async () => !(await database()).attached);
    const { errors } = await database();
    await expect(ann.set(add)).rejects.toMatchObject({ condition: 'internal-server-error' });
    expect((await database()).errors).toBe(errors);
    await expect(ann.get(xml('vCard', { xmlns: 'vcard-temp' }))).rejects.toMatchObject({
      condition: 'internal-server-error',
    });
    await world.sql('rollback');

    await until('it is attached again', async () => (await database()).attached);
    await until('the roster is what is stored', async () => (await roster()).length === 0);
    await ann.set(add);
    expect(await roster()).toEqual(['zoe@example.org']);
    await ann.close();
  });
});
