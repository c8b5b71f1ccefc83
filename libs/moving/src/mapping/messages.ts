import { bareJid } from '@chat-admin/domain/shared/jid';
import type { MessageRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { fullJid } from './jids.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { BUILT_ANEW, conversationStanza, storedMessage } from './stanzas.js';
import { cleanText, dateOf, optionalText } from './values.js';
import { element, withoutForbidden, writeElement } from '../xml.js';
import type { Element } from '../xml.js';

/** A line of a room. */
export interface MovedMessage {
  readonly service: string;
  readonly room: string;
  /** null: it gets a new one */
  readonly id: string | null;
  readonly sentAt: Date;
  readonly sender: string | null;
  readonly senderShown: boolean;
  readonly nickname: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly stanza: string;
}

/** Ids above are left to new messages. */
const MOST_ID = 2n ** 53n - 1n;

/** Where the lines of a room are here; `null`: it is not moved. */
export function roomOf(
  { services: [subdomain], room: name }: Pick<MessageRow, 'services' | 'room'>,
  { rooms }: Pick<MappingContext, 'rooms'>,
): { readonly service: string; readonly room: string } | null {
  const service = subdomain === undefined ? null : rooms.service(subdomain);
  const room = service === null || name === null ? null : rooms.of(subdomain!, name);
  return service === null || room === null ? null : { service, room };
}

/** Moving in: 6 */
export function movedMessage(
  row: MessageRow,
  { rooms, jids }: Pick<MappingContext, 'rooms' | 'jids'>,
): Outcome<MovedMessage> {
  const place = roomOf(row, { rooms });
  if (place === null) {
    return dropped({
      ...note('reference-missing', 'lines of rooms that are not moved'),
      about: '',
    });
  }
  const notes: Note[] = [];
  const { service, room } = place;
  const isOpen = rooms.isOpen(row.services[0]!, row.room!);
  const sender = row.sender === null ? null : jids.parse(row.sender);
  const nickname = optionalText(row.nickname, notes, 'nickname', { blank: true });
  const body = row.body === null ? null : cleanText(row.body, notes, 'body');
  const subject = row.subject === null ? null : cleanText(row.subject, notes, 'subject');
  const roomJid = `${room}@${service}.${jids.domain.name}`;
  const from = nickname === null ? roomJid : `${roomJid}/${nickname}`;
  const shown = isOpen && sender !== null ? bareJid(sender.local, sender.domain) : null;
  const stanza = storedStanza(row, notes) ?? builtStanza(subject, body);
  return moved(
    {
      service,
      room,
      id: idOf(row.messageID),
      sentAt: dateOf(row.logTime, notes, 'logTime'),
      sender: sender === null ? null : fullJid(sender),
      senderShown: isOpen,
      nickname,
      subject,
      body,
      stanza: writeElement(conversationStanza(stanza, roomJid, from, shown, jids)),
    },
    notes,
  );
}

function idOf(digits: string | null): string | null {
  if (digits === null || !/^\d{1,18}$/.test(digits)) return null;
  const id = BigInt(digits);
  return id > 0n && id <= MOST_ID ? digits : null;
}

function storedStanza(row: MessageRow, notes: Note[]): Element | null {
  const stanza = storedMessage(row.stanza, notes);
  if (stanza === null && row.stanza) notes.push(BUILT_ANEW);
  return stanza;
}

function builtStanza(subject: string | null, body: string | null): Element {
  const child = (name: string, text: string) =>
    element(name, '', {}, text === '' ? [] : [withoutForbidden(text)]);
  return element('message', '', {}, [
    ...(subject === null ? [] : [child('subject', subject)]),
    ...(body === null ? [] : [child('body', body)]),
  ]);
}
