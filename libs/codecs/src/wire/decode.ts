import { UnreadableBody } from './body-faults.js';

export type XmlEncoding = 'utf-8' | 'utf-16' | 'iso-8859-1' | 'us-ascii';

/** An XML document in UTF-8, whatever its original encoding. */
export class DecodedXml {
  private whole: string | null = null;

  constructor(
    /** without byte order mark and leading white space */
    readonly bytes: Buffer,
    /** the original encoding */
    readonly encoding: XmlEncoding,
    /** number of line feeds in the leading white space */
    readonly skippedLines: number,
  ) {}

  /**
   * The characters in bytes `start` to `end` (exclusive). @throws UnreadableBody unless they are
   * UTF-8
   */
  piece(start: number, end: number): string {
    return decodeUtf8Piece(this.bytes.subarray(start, end));
  }

  /** All characters, decoded on demand and unchecked. */
  get text(): string {
    return (this.whole ??= this.bytes.toString('utf8'));
  }
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

/** How far to look for the encoding in the XML declaration; the parser checks the rest. */
const DECLARATION_BYTES = 1024;
const DECLARED = /^[ \t\r\n]*<\?xml[ \t\r\n][^>]*?encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/;

/** The declared encoding, case-insensitive; `null` if it is not supported. */
export function encodingOf(name: string): XmlEncoding | null {
  const key = name.toLowerCase();
  return Object.hasOwn(ENCODINGS, key) ? (ENCODINGS[key] ?? null) : null;
}

/** Skips a byte order mark. @throws UnreadableBody unless the bytes are UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  return decode('utf-8', bytes);
}

/** The same for a part of a text, where a mark is a character. */
export function decodeUtf8Piece(bytes: Uint8Array): string {
  return decode('piece of utf-8', bytes);
}

/** @throws UnreadableBody for other encodings and for bytes that do not fit theirs */
export function decodeXml(sent: Uint8Array): DecodedXml {
  const encoding = detect(sent);
  const bytes = asUtf8(encoding, Buffer.from(sent.buffer, sent.byteOffset, sent.length));
  // the mark of UTF-16 has already been removed
  let start = encoding === 'utf-8' && startsWithMark(bytes) ? MARK_BYTES : 0;
  let skippedLines = 0;
  while (isXmlSpace(bytes[start])) if (bytes[start++] === LINE_FEED) skippedLines++;
  if (start === bytes.length) throw new UnreadableBody('the document is empty', 'an XML document');
  return new DecodedXml(bytes.subarray(start), encoding, skippedLines);
}

const LINE_FEED = 0x0a;
export const MARK_BYTES = 3;

export function isXmlSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LINE_FEED;
}

export function startsWithMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function detect(bytes: Uint8Array): XmlEncoding {
  if (startsWithMark(bytes)) return 'utf-8';
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)) return 'utf-16';
  const head = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.length, DECLARATION_BYTES),
  );
  const declared = DECLARED.exec(head.toString('latin1'))?.[1];
  if (declared === undefined) return 'utf-8';
  const encoding = encodingOf(declared);
  // without a byte order mark the byte order of UTF-16 is unknown
  if (encoding === null || encoding === 'utf-16') {
    throw new UnreadableBody(
      'the declared encoding is not supported',
      'one of utf-8, iso-8859-1, us-ascii, or utf-16 with a byte order mark',
    );
  }
  return encoding;
}

function asUtf8(encoding: XmlEncoding, bytes: Buffer): Buffer {
  switch (encoding) {
    case 'utf-16':
      return Buffer.from(decode(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', bytes));
    case 'iso-8859-1':
      // TextDecoder takes ISO-8859-1 for windows-1252
      return Buffer.from(bytes.toString('latin1'));
    case 'us-ascii':
      if (bytes.some((byte) => byte > 0x7f)) throw undecodable();
      return bytes;
    case 'utf-8':
      return bytes;
  }
}

const DECODERS = {
  'utf-8': new TextDecoder('utf-8', { fatal: true }),
  'piece of utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
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
  return new UnreadableBody(
    'the characters cannot be decoded',
    'UTF-8, or in XML the encoding that the document declares',
  );
}
