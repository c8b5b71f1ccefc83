import { isDnsLabel } from './domain-label.js';
import {
  directionOf,
  isMappedToNothing,
  isProhibited,
  isUnassigned,
  MAX_BYTES,
  normalize,
} from './unicode-3-2.js';
import { isWithinBytes } from './utf8.js';

/**
 * Stringprep (RFC 3454) in the profiles of XMPP (RFC 6122 appendices A and B, RFC 3491, RFC 4013), with the
 * answers of Prosody. `stored` strings hold no code points that Unicode 3.2 has not assigned. A `query` may, and
 * may mix directions: what was stored under older rules is found. Contract: extensions E10, I-8
 */
export type Use = 'stored' | 'query';

export class UnpreparableText extends Error {}

/** What RFC 3454 lets a profile decide. */
export interface Profile {
  readonly foldsCase: boolean;
  /** spaces outside of ASCII become blanks (table C.1.2) */
  readonly mapsSpaces: boolean;
  /** beside the code points that no profile allows, all of ASCII */
  readonly prohibited: RegExp | null;
}

/** What a text may hold although RFC 3454 forbids it to stored strings. */
export interface Tolerance {
  readonly unassigned: boolean;
  readonly mixedDirections: boolean;
}

export const NODEPREP: Profile = {
  foldsCase: true,
  mapsSpaces: false,
  prohibited: /[\x00-\x20"&'/:<>@\x7f]/,
};
export const NAMEPREP: Profile = { foldsCase: true, mapsSpaces: false, prohibited: null };
export const RESOURCEPREP: Profile = {
  foldsCase: false,
  mapsSpaces: false,
  prohibited: /[\x00-\x1f\x7f]/,
};
export const SASLPREP: Profile = { ...RESOURCEPREP, mapsSpaces: true };

const TOLERANCES: Readonly<Record<Use, Tolerance>> = {
  stored: { unassigned: false, mixedDirections: false },
  query: { unassigned: true, mixedDirections: true },
};
const OF_PASSWORDS: Tolerance = { unassigned: true, mixedDirections: false };

const PLAIN_LOCALPART = /^[a-z0-9._~+=$!*()-]+$/;
const PLAIN_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const PLAIN_TEXT = /^[\x20-\x7e]+$/;
const ASCII = /^[\x00-\x7f]*$/;
/** ASCII other than letters, digits and the hyphen */
const ILLEGAL_IN_DOMAIN = /[\x00-,./:-@[-`{-\x7f]/u;
const IP_LITERAL = /^\[[0-9a-f:.]+\]$/;
/** mapped to a blank by {@link Profile.mapsSpaces}, and not by normalisation */
const OTHER_SPACES = /[\u1680\u200b]/g;
const NO_LOWER_CASE_I = 'ı'; // neither a capital nor folded, though its capital is I

/** Nodeprep: the form in which the local part of a JID is stored and compared. @throws UnpreparableText */
export function nodeprep(text: string, use: Use): string {
  return isPlain(text, PLAIN_LOCALPART) ? text : notEmpty(prepare(text, NODEPREP, TOLERANCES[use]));
}

/** Resourceprep: case is kept, blanks are allowed. @throws UnpreparableText */
export function resourceprep(text: string, use: Use): string {
  return isPlain(text, PLAIN_TEXT) ? text : notEmpty(prepare(text, RESOURCEPREP, TOLERANCES[use]));
}

/**
 * Nameprep for a domain name or IP literal, without a trailing dot; what is stored can be looked up in
 * DNS. @throws UnpreparableText
 */
export function nameprep(text: string, use: Use): string {
  const isReady = isPlain(text, PLAIN_DOMAIN);
  if (isReady && use === 'query') return text;
  const prepared = isReady ? text : prepare(text, NAMEPREP, TOLERANCES[use]).replace(/\.$/, '');
  const isLabel = use === 'stored' ? isDnsLabel : isNotEmpty;
  const isDomain = prepared
    .split('.')
    .every((label) => isLabel(label) && !ILLEGAL_IN_DOMAIN.test(label));
  if (!isDomain && !IP_LITERAL.test(prepared)) throw new UnpreparableText();
  return prepared;
}

const isNotEmpty = (label: string): boolean => label !== '';

/** SASLprep: the form in which passwords are hashed. @throws UnpreparableText */
export function saslprep(text: string): string {
  return isPlain(text, PLAIN_TEXT) ? text : notEmpty(prepare(text, SASLPREP, OF_PASSWORDS));
}

/** Whether it is prepared already, as most texts are. */
const isPlain = (text: string, plain: RegExp): boolean =>
  text.length <= MAX_BYTES && plain.test(text);

/** May be empty. Nothing is done with a text of more than 1,023 bytes: normalising takes the square of its length. @throws UnpreparableText */
export function prepare(text: string, profile: Profile, tolerance: Tolerance): string {
  if (!isWithinBytes(text, MAX_BYTES)) throw new UnpreparableText();
  const isAscii = ASCII.test(text);
  if (!tolerance.unassigned && !isAscii && some(text, isUnassigned)) throw new UnpreparableText();
  const mapped = map(text, profile);
  const prepared = isAscii ? mapped : normalize(mapped);
  if (profile.prohibited?.test(prepared)) throw new UnpreparableText();
  if (isAscii) return prepared;
  if (some(prepared, isProhibited)) throw new UnpreparableText();
  if (!tolerance.mixedDirections) requireOneDirection(prepared);
  return prepared;
}

/** Tables B.1, B.2 and C.1.2. */
function map(text: string, { foldsCase, mapsSpaces }: Profile): string {
  const spaced = mapsSpaces ? text.replace(OTHER_SPACES, ' ') : text;
  let mapped = '';
  for (const character of spaced) {
    if (isMappedToNothing(character.codePointAt(0)!)) continue;
    mapped += foldsCase ? foldForNormalization(character) : character;
  }
  return mapped;
}

/**
 * What characters beyond ASCII become, since working that out costs a hundred times as much as the rest of a name. It
 * ends at those that Unicode 3.2 has assigned, some 95,000.
 */
const FOLDINGS = new Map<string, string>();

function foldForNormalization(character: string): string {
  if (character <= '\x7f') return character.toLowerCase();
  if (isUnassigned(character.codePointAt(0)!)) return character;
  let folded = FOLDINGS.get(character);
  if (folded === undefined) FOLDINGS.set(character, (folded = foldedAndNormalized(character)));
  return folded;
}

/** Table B.2: what folding and normalisation, each of which can enable the other once more, end in. */
function foldedAndNormalized(character: string): string {
  const folded = fold(character);
  if (ASCII.test(folded)) return folded;
  const normalized = normalize(folded);
  const stable = normalize(Array.from(normalized, fold).join(''));
  return stable === normalized ? folded : stable;
}

/** Full case folding as of Unicode 3.2 (table B.3): `ß` becomes `ss`, a final sigma an ordinary one. */
function fold(character: string): string {
  if (character <= '\x7f') return character.toLowerCase();
  if (character === NO_LOWER_CASE_I || isUnassigned(character.codePointAt(0)!)) return character;
  const folded = Array.from(character.toUpperCase(), (upper) => upper.toLowerCase()).join('');
  return some(folded, isUnassigned) ? character : folded;
}

/** RFC 3454 section 6 */
function requireOneDirection(text: string): void {
  const directions = Array.from(text, (character) => directionOf(character.codePointAt(0)!));
  if (!directions.includes('right-to-left')) return;
  const between = directions[0] === 'right-to-left' && directions.at(-1) === 'right-to-left';
  if (!between || directions.includes('left-to-right')) throw new UnpreparableText();
}

function some(text: string, isSuch: (code: number) => boolean): boolean {
  for (const character of text) if (isSuch(character.codePointAt(0)!)) return true;
  return false;
}

function notEmpty(prepared: string): string {
  if (prepared === '') throw new UnpreparableText();
  return prepared;
}
