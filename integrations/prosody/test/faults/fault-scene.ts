import { until } from '@chat-admin/debian-programs/until';
import type { Api } from '../../src/api.js';
import type { ChatClient } from '../../src/chat-client.js';
import { type Stanza, xml } from '../../src/stanza.js';
import type { World } from '../../src/world.js';
import type { Room } from '../room-scene.js';

const ROSTER = 'jabber:iq:roster';
/** The error for requests that cannot be stored or looked up. */
export const TROUBLE = expect.objectContaining({ condition: 'internal-server-error' }) as Error;
/** Part of the API's answer while the chat server is unavailable. */
export const AWAY = {
  status: 503,
  text: expect.stringContaining('The chat server cannot be reached') as string,
};

/** The API's answer to a query that only the chat server can answer. */
export function question(api: Api) {
  return api.call('GET', '/sessions');
}

export function untilReached(api: Api): Promise<unknown> {
  return until('the API reaches the chat server', async () => {
    const { status } = await question(api);
    return status === 200;
  });
}

export function untilLost(api: Api): Promise<unknown> {
  return until('the API misses the chat server', async () => {
    const { status } = await question(api);
    return status === 503;
  });
}

/** Whether Prosody serves with a database now. */
export async function isAttached({ prosody }: World): Promise<boolean> {
  const { body } = await prosody.bridge('GET', '/bridge/health');
  return (body as { database: { attached: boolean } }).database.attached;
}

/** The room messages that `client` received, including duplicates. */
export function heard(client: ChatClient, room: Room): string[] {
  return client.received
    .filter(({ attrs }) => attrs['type'] === 'groupchat')
    .filter(({ attrs }) => String(attrs['from']).startsWith(`${room.jid}/`))
    .filter((stanza) => stanza.getChild('delay') === undefined)
    .flatMap((stanza) => stanza.getChildText('body') ?? []);
}

/** The history of a room according to the API, oldest first. */
export async function remembered(api: Api, room: Room): Promise<string[]> {
  const reply = await api.done('GET', `${room.path('/chathistory')}&limit=100000`);
  return reply.json<{ message: { body: string }[] }>().message.map(({ body }) => body);
}

export function subjectIs(text: string): (stanza: Stanza) => boolean {
  return (stanza) => stanza.getChildText('subject') === text;
}

/** Sends a message to a room, whether or not it arrives. */
export function speak(client: ChatClient, room: Room, text: string): Promise<unknown> {
  return client
    .send(xml('message', { to: room.jid, type: 'groupchat' }, xml('body', {}, text)))
    .catch(() => undefined);
}

export function chat(client: ChatClient, to: ChatClient, text: string): Promise<void> {
  return client.send(xml('message', { to: to.jid, type: 'chat' }, xml('body', {}, text)));
}

export function ping(client: ChatClient, address: string): Promise<unknown> {
  return client.get(xml('ping', { xmlns: 'urn:xmpp:ping' }), address);
}

export function contact(attributes: Readonly<Record<string, string>>) {
  return xml('query', { xmlns: ROSTER }, xml('item', attributes));
}

/** Requests the roster, and thereby later roster pushes. */
export async function contacts(client: ChatClient): Promise<string[]> {
  const reply = await client.get(xml('query', { xmlns: ROSTER }));
  const items = reply.getChild('query')?.getChildren('item') ?? [];
  return items.map(({ attrs }) => `${attrs['jid']} ${attrs['subscription']}`).sort();
}

/** The subscription in the next roster push about a contact. */
export async function pushed(client: ChatClient, jid: string): Promise<string> {
  const about = (stanza: Stanza) => stanza.getChild('query', ROSTER)?.getChild('item');
  const stanza = await client.next(
    (each) => each.attrs['type'] === 'set' && about(each)?.attrs['jid'] === jid,
  );
  return String(about(stanza)?.attrs['subscription']);
}

/** How often each text occurs. */
export function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
