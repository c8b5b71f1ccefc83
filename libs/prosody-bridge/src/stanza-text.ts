const NOT_XML = new RegExp(
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff\\ud800-\\udfff]',
  'gu',
);

/**
 * Text without the characters that XML forbids, which no client could receive. Contract: core 1.9
 */
export function stanzaText(text: string): string {
  return text.replace(NOT_XML, '');
}
