import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { VCardRow } from '../rows.js';
import { MOST_VCARD_BYTES, withPicture } from './avatars.js';
import type { Picture } from './avatars.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cleanText } from './values.js';
import { mayHaveRefused, parseElement, rootOf, writeElement } from '../xml.js';

export interface MovedVcard {
  readonly username: Localpart;
  readonly xml: string;
}

/**
 * A vCard, and the avatar of its owner as its PHOTO if it has none. Moving in: 4
 * @param row its `vcard` may be undefined: there is an avatar alone
 * @param avatar what became of the avatar, if there is one
 */
export function movedVcard(
  row: Pick<VCardRow, 'username'> & Partial<VCardRow>,
  { accounts }: Pick<MappingContext, 'accounts'>,
  avatar: Outcome<Picture> | null = null,
): Outcome<MovedVcard> {
  const owner = accounts.of(row.username) as Localpart | null;
  if (owner === null) return dropped(note('reference-missing', 'its owner is not moved'));
  const notes: Note[] = [];
  if (avatar !== null && 'reason' in avatar) notes.push(avatar.reason);
  const picture = avatar?.value ?? null;
  const made = (xml: string) => moved<MovedVcard>({ username: owner, xml }, notes);
  const alone = () => writeElement(withPicture(null, picture!).value!);
  if (row.vcard === undefined) {
    if (picture !== null) return made(alone());
    const [reason, ...others] = notes;
    return dropped(reason!, others);
  }
  const text = cleanText(row.vcard ?? '', notes, 'vcard').trim();
  const unusable = unusableAs(text);
  if (unusable !== null) {
    if (picture === null) return dropped(unusable, notes);
    notes.push({ ...unusable, rows: 1 });
    return made(alone());
  }
  const isAlone =
    text.startsWith('<vCard') && /<\/vCard\s*>$|\/>$/.test(text) && !mayHaveRefused(text);
  const whole = () => parseElement(text)!;
  const own = () => (isAlone ? text : writeElement(whole()));
  if (picture === null) return made(own());
  const card = whole();
  const { value, notes: told } = withPicture(card, picture);
  notes.push(...told);
  if (value === card) return made(own());
  const xml = writeElement(value!);
  if (Buffer.byteLength(xml) <= MOST_VCARD_BYTES) return made(xml);
  const why = 'the avatar did not become a photo: the vCard would be too large';
  notes.push(note('avatar-dropped', why, 'PHOTO'));
  return made(own());
}

/** Why it cannot be a vCard here; `null`: it can. */
function unusableAs(text: string): Note | null {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_VCARD_BYTES) {
    return note('vcard-too-large', `${bytes} bytes of at most ${MOST_VCARD_BYTES}`, 'vcard');
  }
  const root = rootOf(text);
  if (root?.name === 'vCard' && root.namespace === 'vcard-temp') return null;
  return note('xml-broken', 'no well-formed vCard', 'vcard');
}
