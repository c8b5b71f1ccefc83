import { plain } from '../shared/texts/plain';
import type { Message } from './history.queries';

/** What tells a message from others; those that are only remembered have no id. */
export const keyOf = ({ id, delay_stamp, from, body }: Message): string =>
  id ?? JSON.stringify([delay_stamp, from, body]);

/** Whether it can be removed: it is stored, and nobody has taken it back yet. */
export const isRemovable = ({ id, retracted }: Message): boolean =>
  id !== undefined && retracted === undefined;

/** Messages of several pages, each once, in their order. */
export function mergeMessages(...pages: readonly (readonly Message[])[]): readonly Message[] {
  const byId = new Map(pages.flat().map((message) => [keyOf(message), message]));
  return [...byId.values()].sort(
    (a, b) => a.delay_stamp.localeCompare(b.delay_stamp) || Number(a.id ?? 0) - Number(b.id ?? 0),
  );
}

export const nicknameOf = ({ from }: Message): string => from.slice(from.indexOf('/') + 1);

/** The bare JID of who said it; of what was said anonymously the address in the room. */
export const authorOf = ({ delay_from, from }: Message): string =>
  delay_from === from ? from : delay_from.split('/')[0]!;

/** Whether it is known who said it, not only under which nickname. */
export const isSenderKnown = ({ delay_from, from }: Message): boolean => delay_from !== from;

/** The bare JID that somebody means by a user name or an address; empty: none is meant. @returns null if it is neither */
export function senderIn(text: string, domain: string | null): string | null {
  const meant = text.trim().split('/')[0]!;
  if (meant === '' && text.trim() === '') return '';
  const [, user, its] = /^([^\s@]+)(?:@([^\s@]+))?$/.exec(meant) ?? [];
  if (user === undefined || (its === undefined && domain === null)) return null;
  return `${user}@${its ?? domain}`;
}

/** Messages by day, in the zone in which days are named. */
export function byDay(
  messages: readonly Message[],
  nameOf: (time: Date) => string,
): readonly (readonly [day: string, messages: readonly Message[]])[] {
  const days: [string, Message[]][] = [];
  for (const message of messages) {
    const day = nameOf(new Date(message.delay_stamp));
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(message);
    else days.push([day, [message]]);
  }
  return days;
}

/** What is shown, as a text of a line each. */
export const asText = (messages: readonly Message[]): string =>
  messages
    .map(
      (one) => `${one.delay_stamp} ${plain(nicknameOf(one))}: ${one.body.replaceAll('\n', '\n  ')}`,
    )
    .join('\n');
