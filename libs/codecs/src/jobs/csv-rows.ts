import { NO_TEXT, NOT_UTF8 } from './line-reader.js';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;
/** No byte of any text. */
const NEVER = -1;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Also what ends a line. */
const isBlank = (byte: number) => byte === BLANK || byte === TAB || byte === CR;

/** How quotes are written. */
export const QUOTES = 'a cell stands in quotes as a whole, with each quote in it doubled';

/** A row of a table: its cells, or why it cannot be read. */
export type CsvRow =
  { readonly cells: readonly string[] } | { readonly unreadable: string; readonly detail: string };

/**
 * Cuts CSV (RFC 4180, lines that end with CRLF or LF) into rows while it arrives. It looks at each
 * byte once, at those that a row begins with twice, and keeps one row at most, of which no more than `mostBytes`. No library does this: they
 * end with a row that is too long, or no UTF-8, which here is a fault of that row alone.
 */
export class CsvRows {
  /** the contents of the cells, one behind the other */
  private bytes = Buffer.allocUnsafe(1024);
  private length = 0;
  private readonly ends: number[] = [];
  /** of the row, as it was sent */
  private size = 0;
  private state: 'start' | 'plain' | 'quoted' | 'after quote' = 'start';
  private fault: string | null = null;
  private isAscii = true;
  /** other than separators and blanks */
  private hasText = false;
  /** of the end of the line, if that follows; in a quoted cell it is text */
  private endsWithCr = false;

  /**
   * @param separator of cells, a byte; `null`: each row is one cell
   * @param take called for each row that has a quote, or text other than separators and blanks
   */
  constructor(
    private readonly separator: number | null,
    private readonly mostBytes: number,
    private readonly take: (row: CsvRow) => void,
  ) {}

  push(chunk: Uint8Array): void {
    const separator = this.separator ?? NEVER;
    for (let at = 0; at < chunk.length; at++) {
      if (this.size === 0) at = this.behindBlankRows(chunk, at);
      if (at === chunk.length) return;
      const byte = chunk[at]!;
      if (this.state === 'quoted') {
        this.size++;
        if (byte === QUOTE) this.state = 'after quote';
        else this.keep(byte);
      } else if (byte === LF) {
        this.endRow();
      } else {
        this.size++;
        if (byte === separator) this.endCell();
        else if (byte === QUOTE) this.quote();
        else this.plain(byte);
      }
    }
  }

  /** So that those cost nothing but a look at each byte. @param start of a row */
  private behindBlankRows(chunk: Uint8Array, start: number): number {
    let row = start;
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === LF) row = at + 1;
      else if (byte !== this.separator && !isBlank(byte)) break;
    }
    return row;
  }

  /** @returns whether the text was complete: no quote is left open */
  end(): boolean {
    if (this.state === 'quoted') return false;
    if (this.size > 0) this.endRow();
    return true;
  }

  private quote(): void {
    this.hasText = true;
    this.endsWithCr = false;
    if (this.state === 'start') this.state = 'quoted';
    else if (this.state === 'after quote') {
      this.keep(QUOTE);
      this.state = 'quoted';
    } else {
      this.fault ??= 'there is a quote in a cell that does not begin with one';
      this.keep(QUOTE);
    }
  }

  private plain(byte: number): void {
    if (this.state === 'after quote' && byte !== CR) {
      this.fault ??= 'there is text behind a closing quote';
      this.state = 'plain';
    }
    if (this.state === 'start') this.state = 'plain';
    this.keep(byte);
    this.endsWithCr = byte === CR;
    if (!isBlank(byte)) this.hasText = true;
  }

  private keep(byte: number): void {
    if (byte >= 0x80) this.isAscii = false;
    if (this.size > this.mostBytes + 1) return;
    if (this.length === this.bytes.length) {
      const longer = Buffer.allocUnsafe(2 * this.length);
      this.bytes.copy(longer);
      this.bytes = longer;
    }
    this.bytes[this.length++] = byte;
  }

  private endCell(): void {
    if (this.size <= this.mostBytes) this.ends.push(this.length);
    this.state = 'start';
    this.endsWithCr = false;
  }

  private endRow(): void {
    if (this.endsWithCr) {
      this.length--;
      this.size--;
    }
    this.state = 'start';
    this.endsWithCr = false;
    if (this.hasText) {
      this.ends.push(this.length);
      this.take(this.row());
    }
    this.hasText = false;
    this.length = 0;
    this.size = 0;
    this.ends.length = 0;
    this.fault = null;
    this.isAscii = true;
  }

  private row(): CsvRow {
    if (this.size > this.mostBytes)
      return {
        unreadable: `it has more than ${this.mostBytes} bytes`,
        detail: `at most ${this.mostBytes} bytes`,
      };
    if (this.fault !== null) return { unreadable: this.fault, detail: QUOTES };
    const cells = this.isAscii ? this.asciiCells() : this.decodedCells();
    if (cells === null) return NOT_UTF8;
    if (cells.some((cell) => cell.includes('\0'))) {
      return NO_TEXT;
    }
    return { cells };
  }

  private asciiCells(): readonly string[] {
    const text = this.bytes.toString('latin1', 0, this.length);
    let start = 0;
    return this.ends.map((end) => {
      const cell = text.slice(start, end);
      start = end;
      return cell;
    });
  }

  private decodedCells(): readonly string[] | null {
    let start = 0;
    try {
      return this.ends.map((end) => {
        const cell = decoder.decode(this.bytes.subarray(start, end));
        start = end;
        return cell;
      });
    } catch {
      return null;
    }
  }
}
