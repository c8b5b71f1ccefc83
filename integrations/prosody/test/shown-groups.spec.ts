import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'Groups that are shown to others', ['prosody']);
const ROSTER = 'jabber:iq:roster';

suite('Groups that are shown to others', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob', 'cid');
    await world.api.done('POST', '/groups', { name: 'Crew', description: '', shared: true });
    for (const name of ['ann', 'bob']) await world.api.done('POST', `/users/${name}/groups/Crew`);
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const show = (visibility: string) =>
    world.sql(`update user_group set visibility = $1, display_name = 'The crew'`, [visibility]);
  const roster = async (client: ChatClient) => {
    const query = (await client.get(xml('query', ROSTER))).getChild('query')!;
    return query
      .getChildren('item')
      .map((item) => {
        const groups = item.getChildren('group').map((group) => group.text());
        return [
          String(item.attrs['jid']).split('@')[0],
          item.attrs['subscription'],
          ...groups,
        ].join(' ');
      })
      .sort();
  };
  const sees = (client: ChatClient, whom: string, type?: string) =>
    client.nextPresence(
      ({ attrs }) => String(attrs['from']).startsWith(`${whom}@`) && attrs['type'] === type,
    );

  it('are seen by those, who are seen by nobody in them; presence flows one way', async () => {
    await show('everybody');
    const ann = await world.login('ann');
    const cid = await world.login('cid');
    expect(await roster(ann)).toEqual(['bob both The crew']);
    expect(await roster(cid)).toEqual(['ann to The crew', 'bob to The crew']);
    await cid.available();
    await ann.available();
    await sees(cid, 'ann');
    const late = await world.online('cid');
    await sees(late, 'ann');
    const bob = await world.online('bob');
    await sees(ann, 'bob');
    const heard = ann.received.filter(
      (stanza) => stanza.is('presence') && String(stanza.attrs['from']).startsWith('cid@'),
    );
    expect(heard).toEqual([]);

    await show('members');
    await until('cid sees them no more', async () => (await roster(cid)).length === 0);
    await sees(cid, 'ann', 'unavailable');
    expect(await roster(ann)).toEqual(['bob both The crew']);
    for (const client of [ann, bob, cid, late]) await client.close();
  });

  it('are told under their new name when they are renamed', async () => {
    const ann = await world.online('ann');
    const shows = (entry: string) =>
      until(`ann sees ${entry}`, async () => (await roster(ann))[0] === entry);
    await world.sql(`update user_group set display_name = null`);
    await shows('bob both Crew');
    await world.sql(`update user_group set name = 'Night'`);
    await shows('bob both Night');
    await ann.close();
  });
});
