/** Bodies of other types, and compressed ones, are ignored. Contract: muc-and-legacy 11.1 */
export function isForm(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): boolean {
  const plain = /^(identity)?$/i.test((contentEncoding ?? '').trim());
  return plain && /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}
