import type { PrivateRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { movedPayload, storedElement } from './stored-stanza.js';
import { cleanText } from './values.js';
import { parseElement, withoutForbidden } from '../xml.js';

export interface MovedPrivate {
  readonly user: string;
  /** `<root name>:<namespace>` */
  readonly key: string;
  readonly element: object;
}

/** Moving in: 7 */
export function movedPrivate(
  row: PrivateRow,
  { accounts, jids }: Pick<MappingContext, 'accounts' | 'jids'>,
): Outcome<MovedPrivate> {
  const user = accounts.of(row.username);
  if (user === null) return dropped(note('reference-missing', 'its owner is not moved'));
  const notes: Note[] = [];
  const text = withoutForbidden(cleanText(row.privateData ?? '', notes, 'privateData'));
  const root = parseElement(text);
  if (root === null || root.namespace === '') {
    return dropped(note('xml-broken', 'no well-formed element', 'privateData'), notes);
  }
  const element = storedElement(movedPayload(root, jids));
  return moved({ user, key: `${root.name}:${root.namespace}`, element }, notes);
}
