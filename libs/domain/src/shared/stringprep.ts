import saslprepModule from '@mongodb-js/saslprep';

/**
 * Stringprep profiles of XMPP (RFC 6122 appendices A and B, RFC 4013) on top of the tables of the
 * saslprep package. Code points that Unicode 3.2 had not assigned are allowed, as chat servers do.
 */
const saslprep = saslprepModule.saslprep;

export class UnpreparableText extends Error {}

const PLAIN_LOCALPART = /^[a-z0-9._~+=$!*()-]+$/;
const PLAIN_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
const PLAIN_PASSWORD = /^[\x20-\x7e]+$/;
const NON_ASCII_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;
/** ASCII other than letters, digits and the hyphen */
const ILLEGAL_IN_DOMAIN = /[\x00-,./:-@[-`{-\x7f]/u;
const IP_LITERAL = /^\[[0-9a-f:.]+\]$/;
const ILLEGAL_IN_LOCALPART = /[\x00-\x20"&'/:<>@\x7f]/u;

/** Nodeprep: the form in which the local part of a JID is stored and compared. @throws UnpreparableText */
export function nodeprep(text: string): string {
  if (PLAIN_LOCALPART.test(text)) return text;
  const prepared = stable(withoutZeroWidthSpace(text), (current) => sasl(foldCase(current)));
  if (prepared === '' || ILLEGAL_IN_LOCALPART.test(prepared)) throw new UnpreparableText();
  return prepared;
}

/** Resourceprep: case is kept, blanks are allowed. @throws UnpreparableText */
export function resourceprep(text: string): string {
  if (NON_ASCII_SPACE.test(text)) throw new UnpreparableText();
  const prepared = sasl(withoutZeroWidthSpace(text));
  if (prepared === '') throw new UnpreparableText();
  return prepared;
}

/** Nameprep for a domain name or IP literal, without a trailing dot. @throws UnpreparableText */
export function nameprep(text: string): string {
  if (PLAIN_DOMAIN.test(text)) return text;
  const folded = stable(withoutZeroWidthSpace(text), (current) => sasl(foldCase(current)));
  const prepared = folded.replace(/\.$/, '');
  const isDomain = prepared
    .split('.')
    .every((label) => label !== '' && !ILLEGAL_IN_DOMAIN.test(label));
  if (!isDomain && !IP_LITERAL.test(prepared)) throw new UnpreparableText();
  return prepared;
}

/** SASLprep, the form of a password that is hashed. @throws UnpreparableText */
export function preparePassword(text: string): string {
  if (PLAIN_PASSWORD.test(text)) return text;
  const prepared = sasl(text);
  if (prepared === '') throw new UnpreparableText();
  return prepared;
}

/** SASLprep makes a blank of U+200B; the profiles of XMPP map it to nothing (table B.1). */
function withoutZeroWidthSpace(text: string): string {
  return text.replaceAll('\u200b', '');
}

function sasl(text: string): string {
  try {
    return saslprep(text, { allowUnassigned: true });
  } catch {
    throw new UnpreparableText();
  }
}

/** Folding and NFKC can each enable the other once more, so they are repeated until nothing changes. */
function stable(text: string, step: (text: string) => string): string {
  let current = text;
  for (let round = 0; round < 4; round += 1) {
    const next = step(current);
    if (next === current) return next;
    current = next;
  }
  throw new UnpreparableText();
}

/** Full case folding (stringprep table B.2): `ß` becomes `ss`, a final sigma an ordinary one. */
function foldCase(text: string): string {
  let folded = '';
  for (const character of text) {
    if (character <= '\x7f') folded += character.toLowerCase();
    else if (character === 'ı') folded += character;
    else if (/[\u13a0-\u13f5\u10a0-\u10c5]/u.test(character)) folded += character;
    else folded += [...character.toUpperCase()].map((upper) => upper.toLowerCase()).join('');
  }
  return folded;
}
