import type { Cells } from './cells.js';

// Below all units of texts as they are written, so whole lines have the order of their keys.
const NULL = '\0';
const END = '\x01';
const ESCAPE = '\x02';
const APART = '\x03';
const BEHIND = 0x20;
const DIGITS = 10;
/** What texts may not have as it is; a newline ends a line. */
const SPECIAL = /[\0-\n]/;
const SPECIALS = new RegExp(SPECIAL, 'g');
const ESCAPED = new RegExp(`${ESCAPE}([\\x20-\\x2a])`, 'g');

/** Rows as lines whose order, by UTF-16 units, is that of their keys; where these are equal, that of writing. */
export class SortLines {
  private count = 0;
  /** of the cells in a line: keys first */
  private places: readonly number[] = [];

  /** @param keys indexes of the cells that are compared, one after the other */
  constructor(private readonly keys: readonly number[]) {}

  write(row: Cells): string {
    const { keys } = this;
    const places = this.placesOf(row.length);
    const parts: string[] = [];
    for (let at = 0; at < places.length; at++) {
      if (at === keys.length) parts.push(this.nextNumber());
      parts.push(written(row[places[at]!]!));
    }
    if (keys.length === row.length) parts.push(this.nextNumber());
    parts.push('');
    // joined, which makes one text: a chain of parts would keep what they are cut from
    return parts.join(END);
  }

  read(line: string): Cells {
    const parts = line.split(END);
    const hasEscapes = line.includes(ESCAPE);
    const cells: (string | null)[] = Array(parts.length - 2);
    const { keys } = this;
    const places = this.placesOf(cells.length);
    for (let at = 0; at < places.length; at++) {
      const part = parts[at < keys.length ? at : at + 1]!;
      cells[places[at]!] = part === NULL ? null : hasEscapes ? unescaped(part) : part;
    }
    return cells;
  }

  /** A line in the same place, for one that is elsewhere. */
  apart(line: string, where: string): string {
    let end = 0;
    for (let at = 0; at <= this.keys.length; at++) end = line.indexOf(END, end) + 1;
    return line.slice(0, end) + APART + where;
  }

  /** Where the row of such a line is; `null`: in the line. */
  static elsewhere(line: string): string | null {
    const at = line.lastIndexOf(APART);
    return at < 0 ? null : line.slice(at + 1);
  }

  private nextNumber(): string {
    return (this.count++).toString(36).padStart(DIGITS, '0');
  }

  private placesOf(length: number): readonly number[] {
    if (this.places.length !== length) {
      const all = Array.from({ length }, (_, place) => place);
      this.places = [...this.keys, ...all.filter((place) => !this.keys.includes(place))];
    }
    return this.places;
  }
}

const written = (cell: string | null): string =>
  cell === null ? NULL : SPECIAL.test(cell) ? escaped(cell) : cell;

const escaped = (text: string): string =>
  text.replace(SPECIALS, (unit) => ESCAPE + String.fromCharCode(unit.charCodeAt(0) + BEHIND));

const unescaped = (text: string): string =>
  text.replace(ESCAPED, (_, unit: string) => String.fromCharCode(unit.charCodeAt(0) - BEHIND));
