import type { Cells } from '../cells.js';

/** A line is no statement of the form that HSQLDB writes. */
export class BrokenStatement extends Error {
  override readonly name = 'BrokenStatement';
}

/** Undoes `\uXXXX`. A backslash before anything else stands for itself. */
export function unescaped(line: string): string {
  if (!line.includes('\\u')) return line;
  return line.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** As HSQLDB writes a text in a line: quoted, ASCII. The other way round of {@link unescaped}. */
export function escaped(text: string): string {
  const coded = text
    .replaceAll("'", "''")
    .replace(/[^\x20-\x7f]|\\(?=u)/g, (unit) =>
      [...Array(unit.length).keys()]
        .map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    );
  return `'${coded}'`;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const QUOTE = 39;
const COMMA = 44;
const CLOSE = 41;

/** Reads the literals of a statement from `at` on. */
export class Literals {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  /** The text of a literal, null for `NULL`; 1 and 0 for `TRUE` and `FALSE`. */
  next(): string | null {
    const { text, at } = this;
    const code = text.charCodeAt(at);
    if (code === QUOTE) return this.quoted(at);
    let end = at;
    for (; end < text.length; end++) {
      const unit = text.charCodeAt(end);
      if (unit === COMMA || unit === CLOSE || unit === 32) break;
      // binary literals of other tables: X'0a'
      if (unit === QUOTE) {
        const start = end;
        this.quoted(start);
        return text.slice(at, this.at);
      }
    }
    if (end === at) throw new BrokenStatement('A value is missing.');
    this.at = end;
    const word = text.slice(at, end);
    if (word === 'NULL') return null;
    if (word === 'TRUE') return '1';
    if (word === 'FALSE') return '0';
    if (isDigit(code) || /^[-+]?[\d.]/.test(word)) return word;
    throw new BrokenStatement('A value is neither text nor number.');
  }

  /** Passes the comma to the next value. @returns whether the list ends here instead */
  ended(): boolean {
    const code = this.text.charCodeAt(this.at);
    this.at += 1;
    if (code === COMMA) return false;
    if (code !== CLOSE) throw new BrokenStatement('The statement does not end.');
    if (this.at !== this.text.length) throw new BrokenStatement('Something follows its end.');
    return true;
  }

  private quoted(start: number): string {
    const { text } = this;
    let end = text.indexOf("'", start + 1);
    if (end < 0) throw new BrokenStatement('A text does not end.');
    if (text.charCodeAt(end + 1) !== QUOTE) {
      this.at = end + 1;
      return text.slice(start + 1, end);
    }
    for (;;) {
      if (text.charCodeAt(end + 1) !== QUOTE) break;
      end = text.indexOf("'", end + 2);
      if (end < 0) throw new BrokenStatement('A text does not end.');
    }
    this.at = end + 1;
    return text.slice(start + 1, end).replaceAll("''", "'");
  }
}

/** `A='x' AND B IS NULL` to the end of a line that is unescaped. */
export function conditions(text: string, from: number): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (let at = from; ;) {
    const column = /^ *("[^"]+"|\w+)( IS NULL|=)/.exec(text.slice(at, at + 200));
    if (column === null) throw new BrokenStatement('A condition cannot be read.');
    const literals = new Literals(text, at + column[0].length);
    const value = column[2] === '=' ? literals.next() : null;
    found.set(column[1]!.replaceAll('"', '').toLowerCase(), value);
    at = literals.at;
    if (at === text.length) return found;
    if (!text.startsWith(' AND ', at)) throw new BrokenStatement('A condition cannot be read.');
    at += 5;
  }
}

/**
 * The values of `INSERT INTO … VALUES(…)`.
 * @param line as it stands in the file
 * @param from where the values begin, behind the parenthesis; the part before has no escapes
 * @param count how many there are
 */
export function insertedValues(line: string, from: number, count: number): Cells {
  const literals = new Literals(unescaped(line), from);
  const cells: (string | null)[] = [];
  for (;;) {
    cells.push(literals.next());
    if (literals.ended()) break;
  }
  if (cells.length !== count) {
    throw new BrokenStatement(`It has ${cells.length} values, its table ${count} columns.`);
  }
  return cells;
}
