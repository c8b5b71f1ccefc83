import { element, withoutForbidden } from '@chat-admin/codecs/xml/element';
import type { Element } from '@chat-admin/codecs/xml/element';
import type { ContactRow, KeysRow } from './user-rows.js';

export const PIE = 'urn:xmpp:pie:0';
export const SCRAM = 'urn:xmpp:pie:0#scram';
export const MAM = 'urn:xmpp:pie:0#mam';
export const CLIENT = 'jabber:client';
export const ROSTER = 'jabber:iq:roster';
export const PRIVACY = 'jabber:iq:privacy';
/** Of the one list that there is. */
export const BLOCK_LIST = 'blocklist';
const DELAY = 'urn:xmpp:delay';
const ARCHIVED = 'urn:xmpp:mam:2';
const FORWARDED = 'urn:xmpp:forward:0';
const SUBSCRIPTIONS = ['none', 'to', 'from', 'both'];
const FROM = 2;

/** XEP-0227 section 4.2.2 */
export function keysElement(row: KeysRow): Element {
  const text = (name: string, value: string) => element(name, SCRAM, {}, [value]);
  return element('scram-credentials', SCRAM, { mechanism: row.mechanism }, [
    text('iter-count', String(row.iterations)),
    text('salt', row.salt),
    text('server-key', row.serverKey),
    text('stored-key', row.storedKey),
  ]);
}

/** An item of a roster (RFC 6121 section 2.1.2); what XML forbids is left out of names. */
export function contactElement(row: ContactRow): Element {
  const { nickname, subscription, ask, approved, groups } = row;
  // a pending request means something only to who does not see the contact yet
  const asks = ask && (subscription === 0 || subscription === FROM);
  const attributes = {
    jid: row.jid,
    ...(nickname === null ? {} : { name: withoutForbidden(nickname) }),
    subscription: SUBSCRIPTIONS[subscription]!,
    ...(asks ? { ask: 'subscribe' } : {}),
    ...(approved ? { approved: 'true' } : {}),
  };
  const named = groups.map((name) => element('group', ROSTER, {}, [withoutForbidden(name)]));
  return element('item', ROSTER, attributes, named);
}

/** A rule of the privacy list that blocks everything of a JID (XEP-0016, XEP-0191 section 5). */
export const blockElement = (jid: string, order: number): Element =>
  element('item', PRIVACY, { type: 'jid', value: jid, action: 'deny', order: String(order) });

export const delayElement = (stamp: Date, from?: string): Element =>
  element('delay', DELAY, { ...(from === undefined ? {} : { from }), stamp: isoOf(stamp) });

/** XEP-0313, as XEP-0227 section 4.7 keeps it. */
export const archivedElement = (id: string, sentAt: Date, stanza: Element): Element =>
  element('result', ARCHIVED, { id }, [
    element('forwarded', FORWARDED, {}, [delayElement(sentAt), stanza]),
  ]);

/** XEP-0082, in whole seconds where it is in whole seconds. */
const isoOf = (date: Date): string => date.toISOString().replace('.000Z', 'Z');
