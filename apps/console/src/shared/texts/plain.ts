/**
 * Control characters, and those that turn the direction of text, as symbols: what is shown is what is stored.
 */
export function plain(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => symbolOf(character.codePointAt(0)!),
  );
}

/** As {@link plain}, with the line feeds of texts of several lines. */
export const plainLines = (text: string): string => text.split('\n').map(plain).join('\n');

function symbolOf(code: number): string {
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
