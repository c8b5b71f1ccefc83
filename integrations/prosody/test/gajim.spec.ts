import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { World } from '../src/world.js';
import { aRoom, stopUnharmed } from './room-scene.js';
import { GajimPerson } from './second-client/gajim-person.js';

const TITLE = 'Gajim';
const suite = needsRoot(await suiteNeeds(describe, TITLE, ['prosody']), TITLE) as typeof describe;

suite(TITLE, () => {
  let world: World;
  let ann: ChatClient;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'gus');
    ann = await world.online('ann');
  });
  afterAll(() => stopUnharmed(world));

  it.each([12, 13] as const)(
    'of Debian %d shows a message as removed that the API takes back, also when it is started again',
    async (release) => {
      const room = await aRoom(world, { logEnabled: true });
      await ann.join(room.jid, 'Ann');
      const gus = await GajimPerson.of(release, world, 'gus');
      try {
        await gus.start();
        await gus.tell('open', { room: room.jid });
        const heard = await ann.nextPresence(
          ({ attrs }) => attrs['from'] === room.occupant('Gajim'),
        );
        expect(heard.attrs['type']).toBeUndefined();
        const said = await ann.say(room.jid, 'secret words');
        const id = String(said.getChild('stanza-id', 'urn:xmpp:sid:0')!.attrs['id']);
        await gus.shown('secret words');
        const address = `${room.path(`/chathistory/${id}`)}&retract=true&reason=not-here`;
        await world.api.done('DELETE', address);
        await ann.say(room.jid, 'sorry');
        expect(await gus.shown('not-here', 'sorry')).not.toContain('secret words');
        await gus.quit();
        await gus.start();
        await gus.tell('open', { room: room.jid });
        expect(await gus.shown('not-here', 'sorry')).not.toContain('secret words');
      } finally {
        await gus.remove();
      }
    },
    600_000,
  );
});
