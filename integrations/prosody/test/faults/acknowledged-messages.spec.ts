import { randomInt } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../../src/chat-client.js';
import { World } from '../../src/world.js';
import { aRoom, type Room } from '../room-scene.js';
import { counted, heard, remembered, speak } from './fault-scene.js';

const suite = await suiteNeeds(describe, 'What somebody has heard', ['prosody']);

const PEOPLE = Array.from({ length: 10 }, (_, index) => `person-${index}`);
const EACH_SAYS = 30;
const rounds = [1, 2, 3, 4, 5];

suite('What somebody has heard', () => {
  let world: World;
  let room: Room;
  const known = new Set<string>();

  beforeAll(async () => {
    world = await World.start({ breakablePostgres: true });
    await world.accounts('ann', ...PEOPLE);
    room = await aRoom(world, { logEnabled: true });
  });
  afterAll(() => world?.stop());

  const enter = (username: string) =>
    world.online(username, { transport: 'websocket' }).then(async (client) => {
      await client.join(room.jid, username);
      return client;
    });

  const soFar = (clients: readonly ChatClient[]) =>
    Math.max(...clients.map((client) => heard(client, room).length));

  /** All talk at once; something happens after a random amount has been heard, and what was heard by then counts. */
  async function talk(round: string, happens: () => Promise<void>): Promise<ChatClient[]> {
    const clients = await Promise.all(PEOPLE.map(enter));
    for (let each = 0; each < EACH_SAYS; each++) {
      for (const client of clients) void speak(client, room, `${round} ${client.bareJid} ${each}`);
    }
    const moment = randomInt(1, (PEOPLE.length * EACH_SAYS) / 2);
    await until(`${moment} messages are heard`, () => soFar(clients) >= moment);
    await happens();
    return clients;
  }

  function learn(clients: readonly ChatClient[]): void {
    for (const client of clients) {
      const texts = heard(client, room);
      expect(texts).toEqual([...new Set(texts)]);
      for (const text of texts) known.add(text);
    }
  }

  async function expectAllToBeRemembered(): Promise<void> {
    const history = counted(await remembered(world.api, room));
    expect([...known].filter((text) => history.get(text) !== 1)).toEqual([]);
    expect([...history.values()].every((times) => times === 1)).toBe(true);
  }

  it.each(rounds)('is in the history once when Prosody is killed, round %i', async (round) => {
    const clients = await talk(`round ${round}`, () => world.prosody.kill());
    await Promise.all(clients.map(({ ended }) => ended));
    learn(clients);
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    await expectAllToBeRemembered();
  });

  it.each(['kill', 'stop'] as const)(
    'is in the history once when PostgreSQL goes away: %s',
    async (how) => {
      const clients = await talk(how, () => world.postgres[how]());
      await world.postgres.startAgain();
      await world.prosody.untilAttached();
      await clients[0]!.say(room.jid, `after ${how}`);
      const errors = (client: ChatClient) =>
        client.received.filter(
          (stanza) => stanza.is('message') && stanza.attrs['type'] === 'error',
        );
      const saidBy = (client: ChatClient) =>
        heard(client, room).filter((text) => text.startsWith(`${how} ${client.bareJid} `));
      for (const client of clients) {
        await until(
          'each message is answered, by itself or by an error',
          () => saidBy(client).length + errors(client).length === EACH_SAYS,
        );
      }
      learn(clients);
      await expectAllToBeRemembered();
      await Promise.all(clients.map((client) => client.close()));
    },
  );
});
