import { bareJid } from '@chat-admin/domain/shared/jid';
import type { Jid } from '@chat-admin/domain/shared/jid';
import type { ArchiveRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { fullJid } from './jids.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { archivedStanza, BUILT_ANEW, storedMessage } from './stanzas.js';
import { cleanText, dateOf } from './values.js';
import { element, withoutForbidden, writeElement } from '../xml.js';
import type { Element } from '../xml.js';

/** In whose archive a message is, and where it stands there. */
export interface ArchiveSide {
  readonly user: string;
  /** bare JID of the other side */
  readonly contact: string;
  readonly received: boolean;
}

/** A message between two people. */
export interface MovedArchived {
  readonly sentAt: Date;
  readonly stanza: string;
  /** one or two */
  readonly sides: readonly ArchiveSide[];
}

type Context = Pick<MappingContext, 'accounts' | 'rooms' | 'jids'>;

/** Moving in: 6 */
export function movedArchived(row: ArchiveRow, context: Context): Outcome<MovedArchived> {
  const { jids } = context;
  const from = addressOf(row.fromJID, row.fromJIDResource, context);
  const to = addressOf(row.toJID, row.toJIDResource, context);
  if (from === null || to === null) {
    return dropped(note('jid-invalid', 'a message without sender or receiver'));
  }
  if (row.isPMforJID !== null || isRoom(from, context) || isRoom(to, context)) {
    return dropped({
      ...note('archive-of-room', 'messages of rooms, and private ones in them'),
      about: '',
    });
  }
  const sides = sidesOf(from, to, row.owner, context);
  if (sides.length === 0) {
    return dropped({ ...note('reference-missing', 'messages of nobody who is moved'), about: '' });
  }
  const notes: Note[] = [];
  const stanza = stanzaOf(row, notes);
  if (stanza === null) return dropped(note('xml-broken', 'no well-formed message'), notes);
  return moved(
    {
      sides,
      sentAt: dateOf(row.sentDate, notes, 'sentDate'),
      stanza: writeElement(archivedStanza(stanza, fullJid(from), fullJid(to), jids)),
    },
    notes,
  );
}

function addressOf(bare: string | null, resource: string | null, { jids }: Context): Jid | null {
  return jids.parse(`${bare ?? ''}${resource ? `/${resource}` : ''}`);
}

function isRoom({ domain }: Jid, { rooms, jids }: Context): boolean {
  const own = `.${jids.domain.name}`;
  return domain.endsWith(own) && rooms.service(domain.slice(0, -own.length)) !== null;
}

function sidesOf(
  from: Jid,
  to: Jid,
  owner: string | null,
  { accounts, jids }: Context,
): readonly ArchiveSide[] {
  const [sender, receiver] = [from, to].map(({ local, domain }) => bareJid(local, domain));
  const one = ({ local, domain }: Jid, contact: string, received: boolean): ArchiveSide[] => {
    const user = local === null || domain !== jids.domain.name ? null : accounts.of(local);
    if (user === null || (owner !== null && jids.bare(owner) !== bareJid(local, domain))) return [];
    return [{ user, contact, received }];
  };
  const sent = one(from, receiver!, false);
  return sender === receiver ? sent : [...sent, ...one(to, sender!, true)];
}

function stanzaOf(row: ArchiveRow, notes: Note[]): Element | null {
  const stored = storedMessage(row.stanza, notes);
  if (stored !== null || row.body === null) return stored;
  if (row.stanza) notes.push(BUILT_ANEW);
  const body = element('body', '', {}, [withoutForbidden(cleanText(row.body, notes, 'body'))]);
  return element('message', '', { type: 'chat' }, [body]);
}
