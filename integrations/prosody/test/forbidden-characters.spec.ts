import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  aRoom,
  discover,
  discoverItems,
  newName,
  saying,
  shownSubject,
  stopUnharmed,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Characters that XML forbids', ['prosody']);

suite('Characters that XML forbids, in texts of the API', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
    ann = await world.online('ann');
    bob = await world.online('bob');
  });
  afterAll(() => stopUnharmed(world));

  const forbidden = '\u0001\b\f\u001f\uffff\ufffe';
  const tea = `T${forbidden}ea\t\\u0001 🫖`;
  const cleanTea = 'Tea\t\\u0001 🫖';

  it('are not shown of a room, which can be entered, discovered and changed', async () => {
    const texts = { naturalName: tea, description: tea, subject: tea };
    const room = await aRoom(world, { ...texts, publicRoom: true });
    await bob.join(room.jid, 'Bob');
    await shownSubject(bob, room, cleanTea);
    expect(await discover(bob, room.jid)).toMatchObject({
      name: cleanTea,
      form: expect.objectContaining({ 'muc#roominfo_description': [cleanTea] }) as unknown,
    });
    expect((await discoverItems(bob, 'conference.example.org')).items).toContain(room.jid);
    await room.change({ subject: `more ${tea}` });
    await shownSubject(bob, room, `more ${cleanTea}`);
    await bob.say(room.jid, 'still here');
  });

  it('are not shown of a service', async () => {
    const serviceName = newName('service');
    await world.api.done('POST', '/chatservices', { serviceName, description: tea });
    expect((await discoverItems(bob, 'example.org')).items).toContain(`${serviceName}.example.org`);
    await discover(bob, `${serviceName}.example.org`);
  });

  it('are not shown in a roster', async () => {
    const contact = { jid: bob.bareJid, nickname: tea, subscriptionType: 3, groups: [tea] };
    await ann.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await world.api.done('POST', '/users/ann/roster', contact);
    const push = await ann.next((stanza) => stanza.is('iq') && stanza.attrs['type'] === 'set');
    expect(contactIn(push)).toEqual([cleanTea, cleanTea]);
    const again = await world.login('ann');
    const roster = await again.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    expect(contactIn(roster)).toEqual([cleanTea, cleanTea]);
    await again.close();
  });

  it('are not shown in invitations and broadcasts', async () => {
    const room = await aRoom(world);
    await world.api.done('POST', room.path('/invite/bob'), { reason: tea });
    await bob.nextMessage((stanza) => stanza.toString().includes(cleanTea));
    await world.api.done('POST', '/messages/users', { body: tea });
    await bob.nextMessage(saying(cleanTea));
  });

  it('are refused by the bridge, which nothing but the service calls', async () => {
    const room = await aRoom(world);
    const { service, name } = { service: 'conference', name: room.jid.split('@')[0]! };
    const status = async (change: object, invitation: object = {}) => {
      const invitations = [{ to: bob.bareJid, ...invitation }];
      const call = { service, room: name, invitations, ...change };
      return (await world.prosody.bridge('POST', '/bridge/rooms/invite', call)).status;
    };
    expect(await status({})).toBe(200);
    expect(await status({}, { reason: tea })).toBe(400);
    expect(await status({}, { password: tea })).toBe(400);
    expect(await status({}, { to: `${tea}@example.org` })).toBe(400);
    expect(await status({ room: `${name}\u0001` })).toBe(400);
    expect(await status({ service: `${service}\u0001` })).toBe(200); // there is none
    expect((await world.prosody.bridge('POST', '/bridge/broadcast', { body: tea })).status).toBe(
      400,
    );
  });

  /** name and group of the only contact */
  function contactIn(stanza: Stanza) {
    const item = stanza.getChild('query')!.getChild('item')!;
    return [item.attrs['name'] as unknown, item.getChildText('group')];
  }
});
