/** Whether a text has at most so many bytes. A unit takes at most three, so most texts need not be looked through. */
export const isWithinBytes = (text: string, bytes: number): boolean =>
  text.length <= bytes && (3 * text.length <= bytes || utf8Length(text) <= bytes);

/** Length in bytes of well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
