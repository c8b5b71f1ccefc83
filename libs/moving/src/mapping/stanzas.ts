import type { MovedJids } from './jids.js';
import { note } from './outcome.js';
import type { Note } from './outcome.js';
import { cleanText } from './values.js';
import {
  attributeOf,
  element,
  elementsOf,
  parseElement,
  withAttributes,
  withoutForbidden,
} from '../xml.js';
import type { Element } from '../xml.js';
import { plain } from './rosters.js';

const DELAY = 'urn:xmpp:delay';
const OLD_DELAY = 'jabber:x:delay';
const STANZA_ID = 'urn:xmpp:sid:0';
const OCCUPANT_ID = 'urn:xmpp:occupant-id:0';
const ADDRESSES = 'http://jabber.org/protocol/address';
export const MUC_USER = 'http://jabber.org/protocol/muc#user';

/** Of a message whose stanza cannot be read. */
export const BUILT_ANEW: Note = note('xml-broken', 'the stanza of a line was built anew', 'stanza');

/** The message that a column holds; `null`: none, or no well-formed one. */
export function storedMessage(text: string | null, notes: Note[]): Element | null {
  if (!text) return null;
  const stanza = parseElement(withoutForbidden(cleanText(text, notes, 'stanza')));
  return stanza?.name === 'message' ? stanza : null;
}

/** The namespace of the stream is none here, for the root and what is directly in it. */
export function rootless(stanza: Element): Element {
  const { name, namespace, attributes, children } = stanza;
  return { name, namespace: '', attributes, children: plain(children, namespace) };
}

/**
 * A line of a room as its archive keeps it.
 * @param from occupant, or the room
 * @param shownSender bare JID of who spoke, if everybody may know. Moving in: 6
 */
export function conversationStanza(
  stanza: Element,
  room: string,
  from: string,
  shownSender: string | null,
  jids: MovedJids,
): Element {
  const { name, namespace, attributes, children: found } = rootless(stanza);
  const children: Element[] = [];
  for (const child of found) {
    const kept = typeof child === 'string' ? null : keptInArchive(child, room, jids);
    if (kept !== null) children.push(kept);
  }
  if (shownSender !== null) {
    const item = element('item', MUC_USER, { jid: shownSender });
    children.push(element('x', MUC_USER, {}, [item]));
  }
  const message = { name, namespace, attributes, children };
  return withAttributes(message, { from, type: 'groupchat', to: null });
}

/** What stays of it; `null`: nothing. */
function keptInArchive(child: Element, room: string, jids: MovedJids): Element | null {
  const { namespace, name } = child;
  if (namespace === '') return child;
  if (namespace === DELAY || namespace === OLD_DELAY || namespace === OCCUPANT_ID) return null;
  if (namespace === MUC_USER) return null;
  if (namespace === STANZA_ID && name === 'stanza-id' && isBy(child, room, jids)) return null;
  if (namespace !== ADDRESSES || name !== 'addresses') return child;
  const left = elementsOf(child).filter((address) => attributeOf(address, 'type') !== 'ofrom');
  return left.length === 0 ? null : { ...child, children: left };
}

function isBy(child: Element, room: string, jids: MovedJids): boolean {
  const by = attributeOf(child, 'by');
  return by !== undefined && jids.bare(by) === room;
}

/**
 * A message that waits for its receiver, as the chat server keeps it, which adds the delay itself.
 * @param to bare JID, where the stanza has none. Moving in: 7
 */
export function waitingStanza(stanza: Element, to: string, jids: MovedJids): Element {
  const message = rootless(stanza);
  const mapped = (name: string, absent: string | null) => {
    const text = attributeOf(stanza, name);
    return text === undefined ? absent : (jids.full(text) ?? text);
  };
  const children = elementsOf(message).filter((child) => !isOfServer(child, jids));
  return withAttributes(
    { ...message, children },
    { from: mapped('from', null), to: mapped('to', to) },
  );
}

/** A message between two people as an account's archive keeps it. Moving in: 6 */
export function archivedStanza(
  stanza: Element,
  from: string,
  to: string,
  jids: MovedJids,
): Element {
  const message = rootless(stanza);
  const children = elementsOf(message).filter(
    (child) => !isOfServer(child, jids) && !isOwnStanzaId(child, jids),
  );
  return withAttributes({ ...message, children }, { from, to });
}

/** The archive gives the message an id of its own. */
function isOwnStanzaId(child: Element, jids: MovedJids): boolean {
  const by = jids.parse(attributeOf(child, 'by') ?? '');
  return child.namespace === STANZA_ID && by !== null && jids.isLocal(by);
}

/** What the old server or a room has added, and is added again, or means nothing any more. */
function isOfServer(child: Element, jids: MovedJids): boolean {
  if (child.namespace === OCCUPANT_ID) return true;
  if (child.namespace === STANZA_ID) {
    const by = jids.parse(attributeOf(child, 'by') ?? '');
    return by !== null && by.domain !== jids.domain.name && jids.isLocal(by);
  }
  if (child.namespace !== DELAY && child.namespace !== OLD_DELAY) return false;
  const from = attributeOf(child, 'from');
  return from === undefined || String(jids.bare(from)) === jids.domain.name;
}
