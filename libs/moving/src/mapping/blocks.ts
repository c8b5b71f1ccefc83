import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { BlockRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cleanText } from './values.js';
import { attributeOf, elementsOf, parseElement, withoutForbidden } from '../xml.js';
import type { Element } from '../xml.js';

export interface MovedBlocks {
  readonly user: string;
  /** bare or full JIDs and domains, ascending */
  readonly jids: readonly string[];
}

const PRIVACY = 'jabber:iq:privacy';
const KINDS_OF_STANZAS = 4;

/** Moving in: 7 */
export function movedBlocks(
  row: BlockRow,
  { accounts, jids }: Pick<MappingContext, 'accounts' | 'jids'>,
): Outcome<MovedBlocks> {
  const user = accounts.of(row.username);
  if (user === null) return dropped(note('reference-missing', 'its owner is not moved'));
  if (row.isDefault !== 1) {
    return dropped(note('privacy-rule', 'a list that is not the default', row.name));
  }
  const notes: Note[] = [];
  const list = parseElement(withoutForbidden(cleanText(row.list ?? '', notes, 'list')));
  if (list === null) return dropped(note('xml-broken', 'no well-formed list', 'list'), notes);
  const allowed = new Set<string>();
  const blocked = new Set<string>();
  for (const item of inOrder(list)) {
    const jid =
      attributeOf(item, 'type') === 'jid' ? jids.full(attributeOf(item, 'value') ?? '') : null;
    const action = attributeOf(item, 'action');
    const isWhole = stanzasOf(item).size % KINDS_OF_STANZAS === 0;
    if (jid !== null && action === 'allow') allowed.add(jid);
    if (jid !== null && action === 'deny' && isWhole && !allowed.has(jid)) blocked.add(jid);
    else notes.push(note('privacy-rule', 'a rule that is not the block of a JID', row.name));
  }
  return moved({ user, jids: [...blocked].sort(compareCodePoints) }, notes);
}

function inOrder(list: Element): readonly Element[] {
  return elementsOf(list)
    .filter(({ name, namespace }) => name === 'item' && ['', PRIVACY].includes(namespace))
    .map((item) => ({ item, order: Number(attributeOf(item, 'order') ?? '0') || 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

const stanzasOf = (item: Element): ReadonlySet<string> =>
  new Set(elementsOf(item).map(({ name }) => name));
