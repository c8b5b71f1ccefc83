import { UnreadableTable } from '@chat-admin/domain/jobs/errors';
import type { CsvTable } from './csv-table.js';
import type { LineReader } from './line-reader.js';

/** In which a table may be. Contract: extensions E7.1 */
export const CHARSETS = ['utf-8', 'utf-16', 'iso-8859-1', 'windows-1252'] as const;
export type Charset = (typeof CHARSETS)[number];

const LF = 0x0a;

/** Text in UTF-8. @throws if the bytes, and those before, are in no such charset */
interface Decoder {
  readonly decode: (bytes: Uint8Array) => Uint8Array;
  /** no character is left open */
  readonly end: () => void;
}

/** A table that says in which charset it is: if it is not, nothing of it counts. */
export class TableInCharset implements LineReader {
  private decoder: Decoder | null = null;
  /** the first byte of UTF-16 */
  private begun: Uint8Array = new Uint8Array(0);
  private length = 0;

  constructor(
    private readonly charset: Charset,
    private readonly table: CsvTable,
  ) {}

  /** @throws UnreadableTable */
  push(chunk: Uint8Array): void {
    const bytes = this.begun.length === 0 ? chunk : Buffer.concat([this.begun, chunk]);
    if (this.decoder === null && this.unit > bytes.length) {
      this.begun = Uint8Array.prototype.slice.call(bytes);
      return;
    }
    this.begun = new Uint8Array(0);
    this.decoder ??= decoderOf(this.charset, bytes);
    const { decode } = this.decoder;
    for (let start = 0; start < bytes.length;) {
      const end = this.lineEnd(bytes, start);
      this.table.push(this.tried(() => decode(bytes.subarray(start, end))));
      this.length += end - start;
      start = end;
    }
  }

  /** @throws UnreadableTable */
  end(): void {
    this.tried(() => this.decoder?.end());
    if (this.begun.length > 0) throw this.fault();
    this.table.end();
  }

  /** bytes of a character, at least */
  private get unit(): number {
    return this.charset === 'utf-16' ? 2 : 1;
  }

  /** Behind a line feed, so that it is known which line cannot be read. */
  private lineEnd(bytes: Uint8Array, start: number): number {
    const open = this.length % this.unit;
    if (open > 0) return start + this.unit - open;
    const at = bytes.indexOf(LF, start);
    if (at < 0) return bytes.length;
    const rest = (at + 1 - start) % this.unit;
    return Math.min(at + 1 + (rest === 0 ? 0 : this.unit - rest), bytes.length);
  }

  private tried<T>(work: () => T): T {
    try {
      return work();
    } catch {
      throw this.fault();
    }
  }

  private fault = () =>
    new UnreadableTable(
      `line ${this.table.line} is not in ${this.charset}`,
      'name the charset in which it is sent',
    );
}

function decoderOf(charset: Charset, [first, second]: Uint8Array): Decoder {
  switch (charset) {
    case 'utf-8':
      return utf8();
    case 'utf-16':
      // without a mark the first character, which is in ASCII, tells the order
      return utf16(first === 0xfe || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-16le');
    case 'iso-8859-1':
      return singleBytes((text) => text);
    case 'windows-1252':
      return singleBytes(ofWindows);
  }
}

/** The bytes are checked alone. */
function utf8(): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return {
    decode: (bytes) => {
      decoder.decode(bytes, { stream: true });
      return bytes;
    },
    end: () => void decoder.decode(),
  };
}

function utf16(order: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(order, { fatal: true });
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => void decoder.decode(),
  };
}

/** TextDecoder takes ISO-8859-1 for windows-1252, and that of Node.js 20 windows-1252 for ISO-8859-1. */
const singleBytes = (change: (latin1: string) => string): Decoder => ({
  decode: (bytes) =>
    Buffer.from(
      change(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')),
    ),
  end: () => undefined,
});

/** What windows-1252 has from 0x80 on where ISO-8859-1 has controls; a blank: nothing. */
const OF_WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const ofWindows = (latin1: string): string =>
  latin1.replace(/[\x80-\x9f]/g, (control) => {
    const character = OF_WINDOWS[control.charCodeAt(0) - 0x80]!;
    if (character === ' ') throw new Error('The byte is none of windows-1252');
    return character;
  });
