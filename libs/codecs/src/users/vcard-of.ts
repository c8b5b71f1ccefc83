import type { DirectoryCard } from '@chat-admin/domain/directories/directory-source';
import { pictureType } from '@chat-admin/domain/users/picture-type';
import { escapeText } from '../xml/escape.js';

/** of base64: 1 MiB */
const MOST_PICTURE_LETTERS = Math.ceil((1024 * 1024) / 3) * 4;

/**
 * Writes the vCard (XEP-0054) of a person in a directory; `null` if the directory has no such values.
 * Pictures above 1 MiB, and those of other types than PNG, JPEG, GIF and WebP, are left out.
 */
export function vcardOf({ photo, ...card }: DirectoryCard): string | null {
  const { fullName, givenName, familyName, email, telephone, title, organization } = card;
  const children = [
    text('FN', fullName),
    element('N', [text('FAMILY', familyName), text('GIVEN', givenName)]),
    pictureOf(photo),
    element('TEL', [text('NUMBER', telephone)], '<WORK/><VOICE/>'),
    element('EMAIL', [text('USERID', email)], '<INTERNET/><PREF/>'),
    text('TITLE', title),
    element('ORG', [text('ORGNAME', organization)]),
  ].join('');
  return children === '' ? null : `<vCard xmlns='vcard-temp'>${children}</vCard>`;
}

const text = (name: string, value = '') =>
  value.trim() === '' ? '' : `<${name}>${escapeText(value)}</${name}>`;

/** Nothing where all of it is absent. */
function element(name: string, children: readonly string[], first = ''): string {
  const all = children.join('');
  return all === '' ? '' : `<${name}>${first}${all}</${name}>`;
}

function pictureOf(photo = ''): string {
  // the type shows in the first 12 bytes
  const start = Uint8Array.from(atob(photo.slice(0, 16)), (character) => character.charCodeAt(0));
  const type = pictureType(start);
  if (type === null || photo.length > MOST_PICTURE_LETTERS) return '';
  return element('PHOTO', [text('TYPE', type), text('BINVAL', photo)]);
}
