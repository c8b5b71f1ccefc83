import { UnreadableBody } from '../errors/wire-errors.js';

export type XmlEncoding = 'utf-8' | 'utf-16' | 'iso-8859-1' | 'us-ascii';

export interface DecodedXml {
  /** without byte order mark and without the white space before the document */
  readonly text: string;
  readonly encoding: XmlEncoding;
  /** the white space that was cut off */
  readonly skipped: string;
}

const ENCODINGS: Readonly<Record<string, XmlEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16',
  'utf-16be': 'utf-16',
  'iso-8859-1': 'iso-8859-1',
  latin1: 'iso-8859-1',
  'us-ascii': 'us-ascii',
  ascii: 'us-ascii',
};

/** How far the encoding of an XML declaration is looked for; the parser checks the rest. */
const DECLARATION_BYTES = 1024;
const DECLARED = /^[ \t\r\n]*<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/;

/** The encoding that a declaration names, in any letter case; `null` for one that is not read. */
export function encodingOf(name: string): XmlEncoding | null {
  const key = name.toLowerCase();
  return Object.hasOwn(ENCODINGS, key) ? (ENCODINGS[key] ?? null) : null;
}

/** Skips a byte order mark. @throws UnreadableBody for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  return decode('utf-8', bytes);
}

/** @throws UnreadableBody for other encodings and for bytes that do not fit theirs */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const encoding = detect(bytes);
  const whole = decodeAs(encoding, bytes);
  const start = whole.search(/[^ \t\r\n]/);
  if (start < 0) throw new UnreadableBody('the document is empty');
  return {
    text: start === 0 ? whole : whole.slice(start),
    encoding,
    skipped: whole.slice(0, start),
  };
}

function detect(bytes: Uint8Array): XmlEncoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return 'utf-16';
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, DECLARATION_BYTES),
  );
  const declared = DECLARED.exec(head.toString('latin1'))?.[1];
  if (declared === undefined) return 'utf-8';
  const encoding = encodingOf(declared);
  // Without a byte order mark nothing says which of the two byte orders it would be.
  if (encoding === null || encoding === 'utf-16') {
    throw new UnreadableBody('the declared encoding is not supported');
  }
  return encoding;
}

function decodeAs(encoding: XmlEncoding, bytes: Uint8Array): string {
  switch (encoding) {
    case 'utf-16':
      return decode(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', bytes);
    case 'iso-8859-1':
      // TextDecoder takes this name for windows-1252.
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    case 'us-ascii':
      if (bytes.some((byte) => byte > 0x7f)) throw undecodable();
      return decode('utf-8', bytes);
    default:
      return decode('utf-8', bytes);
  }
}

const DECODERS = {
  'utf-8': new TextDecoder('utf-8', { fatal: true }),
  'utf-16le': new TextDecoder('utf-16le', { fatal: true }),
  'utf-16be': new TextDecoder('utf-16be', { fatal: true }),
};

function decode(encoding: keyof typeof DECODERS, bytes: Uint8Array): string {
  try {
    return DECODERS[encoding].decode(bytes);
  } catch {
    throw undecodable();
  }
}

function undecodable(): UnreadableBody {
  return new UnreadableBody('the characters cannot be decoded');
}
