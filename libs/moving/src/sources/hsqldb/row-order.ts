import { lineOf } from './lines.js';
import { BrokenStatement, Literals, unescaped } from './statement.js';

/** How rows stand in a script by their first cells: an engine writes those of a table in the order of its primary key. */
export type RowOrder = 'numbers' | 'texts';

const QUOTE = 39;
const COMMA = 44;
const BACKSLASH = 92;
const [ZERO, NINE] = [48, 57];
/** Numbers below are exact. */
const MOST_DIGITS = 15;

/** Looks at the first cells of one table, row by row. */
export class OrderWatch {
  private last: string | number | null = null;
  private isLost = false;

  /** `null`: in none that is known. */
  get order(): RowOrder | null {
    if (this.isLost || this.last === null) return null;
    return typeof this.last === 'number' ? 'numbers' : 'texts';
  }

  /** @param from where the first cell begins */
  row(bytes: Buffer, from: number, to: number): void {
    if (this.isLost) return;
    const cell = bytes[from] === QUOTE ? textAt(bytes, from, to) : numberAt(bytes, from);
    const { last } = this;
    this.isLost = cell === null || (last !== null && (typeof cell !== typeof last || cell < last));
    this.last = cell;
  }
}

/** @returns `null` for what is no number as engines write it, and for long ones */
function numberAt(bytes: Buffer, from: number): number | null {
  let value = 0;
  let at = from;
  for (; bytes[at]! >= ZERO && bytes[at]! <= NINE; at++) value = value * 10 + bytes[at]! - ZERO;
  const digits = at - from;
  const isPlain = digits > 0 && digits <= MOST_DIGITS && (digits === 1 || bytes[from] !== ZERO);
  return isPlain && bytes[at] === COMMA ? value : null;
}

function textAt(bytes: Buffer, from: number, to: number): string | null {
  let end = from + 1;
  while (end < to && bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end += 1;
  if (bytes[end] === QUOTE && bytes[end + 1] === COMMA) {
    return bytes.toString('latin1', from + 1, end);
  }
  try {
    return new Literals(unescaped(lineOf(bytes, from, to)), 0).next();
  } catch (error) {
    // who reads the row says so
    if (error instanceof BrokenStatement) return null;
    throw error;
  }
}
