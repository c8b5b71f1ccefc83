// characters forbidden in XML 1.0, and all surrogates: the slow path distinguishes lone ones from
// pairs
const FORBIDDEN = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff\\ud800-\\udfff';

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const reference = (character: string): string => REFERENCES[character] ?? '';

/** Writes references for `special` characters, and drops what XML forbids. Most texts have neither. [C-34] */
function escaper(special: string): (text: string) => string {
  const any = new RegExp(`[${special}${FORBIDDEN}]`);
  const each = new RegExp(any, 'gu');
  return (text) => (any.test(text) ? text.replace(each, reference) : text);
}

/** A reader normalises a literal CR to LF, hence the reference. */
export const escapeText = escaper('&<>\\r');

/** In quotation marks. A reader normalises literal white space in attributes to blanks, hence the references. */
export const escapeAttribute = escaper('&<>"\\t\\n\\r');

/** The same in apostrophes, as XMPP has them. */
export const escapeApostrophed = escaper('&<>"\'\\t\\n\\r');
