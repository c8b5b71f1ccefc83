import { hash } from 'node:crypto';
import type { OfflineRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { waitingStanza } from './stanzas.js';
import { cleanText, dateOf } from './values.js';
import { parseElement, withoutForbidden, writeElement } from '../xml.js';

/** A message that waits for its receiver. */
export interface MovedOffline {
  readonly user: string;
  readonly key: string;
  /** id in the source, by which messages are in order; 0 where it has none */
  readonly order: number;
  readonly sentAt: Date;
  readonly stanza: string;
}

/** Moving in: 7 */
export function movedOffline(
  row: OfflineRow,
  { accounts, jids }: Pick<MappingContext, 'accounts' | 'jids'>,
): Outcome<MovedOffline> {
  const user = accounts.of(row.username);
  if (user === null) return dropped(note('reference-missing', 'its owner is not moved'));
  const notes: Note[] = [];
  const text = withoutForbidden(cleanText(row.stanza ?? '', notes, 'stanza'));
  const stanza = parseElement(text);
  if (stanza?.name !== 'message') {
    return dropped(note('xml-broken', 'no well-formed message', 'stanza'), notes);
  }
  const id = row.messageID ?? hash('sha256', `${row.username} ${text}`).slice(0, 16);
  const to = `${user}@${jids.domain.name}`;
  return moved(
    {
      user,
      key: `of-${id}`,
      order: Number(/^\d{1,15}$/.test(id) ? id : 0),
      sentAt: dateOf(row.creationDate, notes, 'creationDate'),
      stanza: writeElement(waitingStanza(stanza, to, jids)),
    },
    notes,
  );
}
