import { UnreadableBody } from './body-faults.js';

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
const BACKSLASH = 0x5c;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const LOWER_U = 0x75;
const HYPHEN = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** of digits, which a double keeps whatever they are */
const KEPT_DIGITS = 15;

export function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Of a number, `true`, `false` or `null`, or of nothing that JSON knows. */
export function isPartOfToken(byte: number): boolean {
  switch (byte) {
    case QUOTE:
    case COMMA:
    case COLON:
    case OPEN_LIST:
    case OPEN_OBJECT:
    case CLOSE_LIST:
    case CLOSE_OBJECT:
      return false;
    default:
      return !isBlank(byte);
  }
}

/** Where the text that begins at `start` ends; the end of `bytes` when it does not. */
export function endOfText(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH || bytes[++at] !== LOWER_U) continue;
    const code = hex4(bytes, at + 1);
    if (code === 0 || (code >= 0xdc00 && code <= 0xdfff)) throw forbidden();
    at += 4;
    if (code < 0xd800 || code > 0xdbff) continue;
    const low = bytes[at + 1] === BACKSLASH && bytes[at + 2] === LOWER_U ? hex4(bytes, at + 3) : -1;
    if (low < 0xdc00 || low > 0xdfff) throw forbidden();
    at += 6;
  }
  return bytes.length;
}

function forbidden(): UnreadableBody {
  return new UnreadableBody('U+0000 and unpaired surrogates are not allowed', 'leave them out');
}

/** The value of four hexadecimal digits; -1 when they are not all there. */
function hex4(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let at = start; at < start + 4; at++) {
    const digit = hexDigit(bytes[at] ?? 0);
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

/** Whether all doubles keep the digits of a token: it is no number, or a short one of digits alone. */
export function isKeptAsDouble(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start]!;
  if (first !== HYPHEN && !isDigit(first)) return true;
  if (end - start > KEPT_DIGITS || (first === HYPHEN && bytes[start + 1] === ZERO)) return false;
  for (let at = start + 1; at < end; at++) if (!isDigit(bytes[at]!)) return false;
  return true;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;
