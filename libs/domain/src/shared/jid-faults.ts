import { InvalidArgument } from './domain-error.js';
import { domainpart, localpart, MAX_PART_BYTES, parseJid } from './jid.js';
import { JID_ESCAPES } from './jid-escapes.js';
import { isWithinBytes } from './utf8.js';

/** with it in front, what may not stand alone may stand */
const LETTER = 'a';

/** Why a text that is none cannot be stored as the local part of a JID, for people. */
export function localpartFault(text: string): string {
  if (text === '') return 'it is empty';
  if (!isWithinBytes(text, MAX_PART_BYTES)) return `longer than ${MAX_PART_BYTES} bytes`;
  for (const character of text) {
    const escape = JID_ESCAPES[character];
    if (escape !== undefined) {
      return `${character === ' ' ? 'a blank' : character} is written ${escape} (XEP-0106)`;
    }
    if (isNeverStored(character)) return `${codePoint(character)} is not allowed`;
  }
  if ([...text].every((character) => localpart(character, 'stored') === null)) {
    return 'nothing is left of it when it is prepared (RFC 6122)';
  }
  if (localpart(text, 'query') !== null) return 'it mixes directions of writing (RFC 3454)';
  return `longer than ${MAX_PART_BYTES} bytes when it is prepared (RFC 6122)`;
}

/** @param value as the message shows it */
export const notAJid = (value: string, resource: string, detail = jidFault(resource)) =>
  new InvalidArgument('invalid-jid', { value, resource, detail });

/** Why a text that is none cannot be read as the name of a local user or, with an `@`, as a JID. */
export const memberFault = (text: string): string =>
  text.includes('@') ? jidFault(text) : localpartFault(text);

/** Why a text that is none cannot be read as a JID, for people. */
export function jidFault(text: string): string {
  const slash = text.indexOf('/');
  const bare = slash < 0 ? text : text.slice(0, slash);
  const at = bare.indexOf('@');
  if (at === 0) return 'nothing stands before the @';
  const local = bare.slice(0, Math.max(at, 0));
  if (local !== '' && localpart(local, 'stored') === null) return localpartFault(local);
  if (domainpart(bare.slice(at + 1), 'stored') === null) return 'what it has for a domain is none';
  if (parseJid(text, 'stored') === null) return 'what stands behind the / is no resource';
  return 'this JID cannot be used here';
}

const isNeverStored = (character: string): boolean =>
  localpart(character, 'stored') === null && localpart(LETTER + character, 'stored') === null;

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
