/** Bodies of other types, and compressed ones, are ignored. Contract: muc-and-legacy 11.1 */
export function isForm(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): boolean {
  const plain = /^\s*(identity)?\s*$/i.test(contentEncoding ?? '');
  return plain && /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}
