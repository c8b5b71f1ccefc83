import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { RawLine } from '@chat-admin/domain/jobs/job';
import { MARK_BYTES, startsWithMark } from '../wire/decode.js';
import { MAX_DEPTH } from '../wire/limits.js';
import { withDigitsAsText } from '../wire/sent-number.js';
import { NO_OBJECT, NO_TEXT, NOT_UTF8, TOO_LONG } from './line-reader.js';
import type { LineReader, TakeLine } from './line-reader.js';

const LF = 0x0a;
const CR = 0x0d;
const NOTHING = new Uint8Array(0);
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One JSON object per line. Contract: extensions E7.1 */
export class JsonLines implements LineReader {
  /** of the line that is not complete, no more than a line may have and one */
  private begun: Uint8Array = NOTHING;
  private isFirst = true;

  constructor(private readonly take: TakeLine) {}

  push(chunk: Uint8Array): void {
    let start = this.begun.length === 0 ? this.behindBlankLines(chunk, 0) : 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      this.line(this.with(chunk.subarray(start, end)));
      this.begun = NOTHING;
      start = this.behindBlankLines(chunk, end + 1);
    }
    if (start < chunk.length) this.begun = this.with(chunk.subarray(start));
  }

  end(): void {
    this.line(this.begun);
    this.begun = NOTHING;
  }

  /** So that those cost nothing but a look at each byte. @param start of a line */
  private behindBlankLines(chunk: Uint8Array, start: number): number {
    let line = start;
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte === LF) line = at + 1;
      else if (!isBlank(byte) && !(byte === CR && chunk[at + 1] === LF)) break;
    }
    if (line > start) this.isFirst = false;
    return line;
  }

  private with(more: Uint8Array): Uint8Array {
    if (this.begun.length === 0) {
      // a copy, because the chunk is used again
      return Uint8Array.prototype.slice.call(more, 0, MOST_LINE_BYTES + 2);
    }
    const room = MOST_LINE_BYTES + 2 - this.begun.length;
    if (room === 0 || more.length === 0) return this.begun;
    return Buffer.concat([this.begun, more.subarray(0, room)]);
  }

  private line(bytes: Uint8Array): void {
    const isMarked = this.isFirst && startsWithMark(bytes);
    this.isFirst = false;
    const line = withoutCr(isMarked ? bytes.subarray(MARK_BYTES) : bytes);
    if (line.every(isBlank)) return;
    this.take(readLine(line));
  }
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x09;

const withoutCr = (bytes: Uint8Array) => (bytes.at(-1) === CR ? bytes.subarray(0, -1) : bytes);

/** What no text may have: U+0000, and halves of pairs. */
const UNUSABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function readLine(bytes: Uint8Array): RawLine {
  if (bytes.length > MOST_LINE_BYTES) {
    return TOO_LONG;
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return NOT_UTF8;
  }
  let value: unknown;
  try {
    value = JSON.parse(withDigitsAsText(text));
  } catch {
    return NO_OBJECT;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return NO_OBJECT;
  }
  if (isTooDeep(value, MAX_DEPTH)) {
    return { unreadable: `it has more than ${MAX_DEPTH} levels`, detail: `at most ${MAX_DEPTH}` };
  }
  if (/\\u/.test(text) && UNUSABLE.test(textsIn(value))) {
    return NO_TEXT;
  }
  return { read: value };
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isTooDeep(one, levels - 1));
}

/** All names and texts, so that escapes are resolved. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, one]) => `${name}\n${textsIn(one)}`)
    .join('\n');
}
