/** Order by code point, the same as by UTF-8 bytes and in the database. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    const surrogates =
      Number(left >= 0xd800 && left <= 0xdfff) - Number(right >= 0xd800 && right <= 0xdfff);
    return surrogates !== 0 ? surrogates : left - right;
  }
  return a.length - b.length;
}
