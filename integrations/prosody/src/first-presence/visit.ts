import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatClient } from '../chat-client.js';
import { Crowd } from '../load/crowd.js';
import { passwordOf } from '../load/plan.js';
import { xml } from '../stanza.js';
import { trust } from '../trust.js';
import type { Side } from './side.js';

/** A person without contacts, who only measures. */
export const BYSTANDER = 'bystander';
const PING_EVERY_MS = 5;
/** warm-up time of the pings */
const WARM_UP_MS = 1_000;

export interface Visit {
  /** longest round trip of another person's ping in the meantime */
  readonly longestPingMs: number;
  /** how often the server has waited for its database */
  readonly roundTrips: number;
}

/**
 * A person logs in to a freshly started server, fetches the roster, becomes available and receives
 * all contacts' presence.
 */
export async function visit(side: Side, username: string, contacts: number): Promise<Visit> {
  const certificate = await readFile(await side.startCold(), 'utf8');
  const { place } = side;
  const distrust = trust(certificate, place.domain);
  const bystander = await Crowd.start(
    { place, certificate },
    [{ username: BYSTANDER, rooms: [], witnesses: [] }],
    1,
  );
  try {
    await bystander.login();
    await bystander.keepPinging(PING_EVERY_MS);
    await delay(WARM_UP_MS);
    await bystander.pinged();
    const before = side.roundTrips();
    const client = await ChatClient.login('tcp', place, {
      username,
      password: passwordOf(username),
    });
    await client.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await client.available();
    for (let heard = 0; heard < contacts; heard += 1) {
      await client.nextPresence(({ attrs }) => attrs['type'] === 'unavailable');
    }
    const roundTrips = side.roundTrips() - before;
    await client.get(xml('ping', { xmlns: 'urn:xmpp:ping' }));
    await delay(PING_EVERY_MS);
    const pings = await bystander.pinged();
    client.cut();
    return { longestPingMs: Math.max(...pings), roundTrips };
  } finally {
    distrust();
    await bystander.kill();
  }
}
