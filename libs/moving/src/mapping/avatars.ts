import { pictureType } from '@chat-admin/domain/users/picture-type';
import { dropped, moved, note } from './outcome.js';
import type { Outcome } from './outcome.js';
import type { FoundNode } from './found-node.js';
import { childOf, element, parseElement, textOf } from '../xml.js';
import type { Element } from '../xml.js';

export const AVATAR_DATA = 'urn:xmpp:avatar:data';
export const AVATAR_METADATA = 'urn:xmpp:avatar:metadata';

export const isAvatarNode = (nodeID: string): boolean =>
  nodeID === AVATAR_DATA || nodeID === AVATAR_METADATA;

/** A picture as a vCard has it. */
export interface Picture {
  readonly type: string;
  /** without blanks */
  readonly base64: string;
}

/** A vCard is as large as a request of the API may be. */
export const MOST_VCARD_BYTES = 10 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** vCards are seen by everybody, so is what was for contacts; not what was for fewer. */
const SHOWN: readonly (string | null)[] = ['open', 'presence', null];

const refused = (why: string): Outcome<Picture> =>
  dropped(note('avatar-dropped', `the avatar did not become a photo: ${why}`, 'PHOTO'));

/** The newest picture of a person's avatar nodes (XEP-0084). It is dropped where there is no row of the node that shows it. */
export function movedPicture(data: FoundNode, metadata: FoundNode | null): Outcome<Picture> {
  const newest = data.items.at(-1);
  if (newest === undefined) return refused('there is none');
  if (isSwitchedOff(metadata)) return refused('it was switched off');
  if (data.row.node !== null && !SHOWN.includes(data.row.node.accessModel)) {
    return refused('not all contacts could see it');
  }
  const root = parseElement(newest.payload ?? '');
  if (root?.name !== 'data' || root.namespace !== AVATAR_DATA) return refused('it cannot be read');
  const base64 = withoutBlanks(textOf(root));
  if (base64.length > MOST_VCARD_BYTES) return refused('it is larger than a vCard may be');
  if (base64.length % 4 !== 0 || !BASE64.test(base64)) return refused('it is no base64');
  const type = pictureType(Buffer.from(base64.slice(0, 16), 'base64'));
  if (type === null) return refused('it is neither PNG, JPEG, GIF nor WebP');
  return moved({ type, base64 });
}

/** Who takes an avatar back publishes metadata without `info`. */
function isSwitchedOff(metadata: FoundNode | null): boolean {
  const root = parseElement(metadata?.items.at(-1)?.payload ?? '');
  return root?.name === 'metadata' && childOf(root, 'info', AVATAR_METADATA) === undefined;
}

/** A vCard with the picture; the one that it has wins. `root` null: there is no vCard. */
export function withPicture(root: Element | null, picture: Picture): Outcome<Element> {
  const card = root ?? element('vCard', 'vcard-temp');
  const photos = card.children.filter(isPhoto);
  if (photos.some((one) => pictureOf(one) === picture.base64)) return moved(card);
  if (photos.some((one) => pictureOf(one) !== '')) {
    const text = 'the avatar did not become a photo: the vCard has another one';
    return moved(card, [note('avatar-dropped', text, 'PHOTO')]);
  }
  const photo = element('PHOTO', 'vcard-temp', {}, [
    element('TYPE', 'vcard-temp', {}, [picture.type]),
    element('BINVAL', 'vcard-temp', {}, [picture.base64]),
  ]);
  return moved({ ...card, children: [...card.children.filter((one) => !isPhoto(one)), photo] });
}

const isPhoto = (child: Element | string): child is Element =>
  typeof child !== 'string' && child.name === 'PHOTO' && child.namespace === 'vcard-temp';

/** Its base64 or address; empty: it is none. */
function pictureOf(photo: Element): string {
  const part = (name: string) => childOf(photo, name, 'vcard-temp');
  return withoutBlanks(
    [part('BINVAL'), part('EXTVAL')].map((one) => (one ? textOf(one) : '')).join(''),
  );
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');
