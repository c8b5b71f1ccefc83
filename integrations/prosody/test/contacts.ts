import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';

/** Both ask for the presence of the other, and are given it. */
export async function becomeContacts(one: ChatClient, other: ChatClient): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await from.send(xml('presence', { to: to.bareJid, type: 'subscribe' }));
    await to.nextPresence(({ attrs }) => attrs['type'] === 'subscribe');
    await to.send(xml('presence', { to: from.bareJid, type: 'subscribed' }));
    await from.nextPresence(({ attrs }) => attrs['from'] === to.jid && !attrs['type']);
  }
}
