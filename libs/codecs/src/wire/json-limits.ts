const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;

/**
 * Looks over JSON bytes before a tree is built of them: too deep, or a text that escapes U+0000 or
 * half a surrogate pair. Everything else that may be wrong is left to JSON.parse.
 * @returns the reason to refuse them, or `null`
 */
export function jsonFault(bytes: Uint8Array, maxDepth: number): string | null {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      inText = !inText;
    } else if (inText) {
      if (byte !== BACKSLASH) continue;
      if (bytes[++i] !== LOWER_U) continue;
      const code = hex4(bytes, i + 1);
      if (code === 0 || (code >= 0xdc00 && code <= 0xdfff)) return FORBIDDEN;
      i += 4;
      if (code < 0xd800 || code > 0xdbff) continue;
      const low = bytes[i + 1] === BACKSLASH && bytes[i + 2] === LOWER_U ? hex4(bytes, i + 3) : -1;
      if (low < 0xdc00 || low > 0xdfff) return FORBIDDEN;
      i += 6;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return `more than ${maxDepth} levels`;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return null;
}

const FORBIDDEN = 'U+0000 and unpaired surrogates are not allowed';

/** The value of four hexadecimal digits; -1 when they are not all there. */
function hex4(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let i = start; i < start + 4; i++) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
