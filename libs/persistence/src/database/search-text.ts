import type { Conditions } from './ordered-lists.js';
import type { RowStreams } from './row-streams.js';

/** For `like`: the text itself. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Whether a trigram index cannot find a text.
 * @param seesUnicode whether pg_trgm sees letters and digits beyond ASCII, which the locale of the database decides
 * Contract: extensions E1.1 "Short search texts"
 */
export function isShort(text: string, seesUnicode: boolean): boolean {
  return !(seesUnicode ? /[\p{L}\p{N}]{3}/u : /[a-z0-9]{3}/i).test(text);
}

/** Between the texts of a row, so that hardly any text is found across them. */
const GAP = '\u0001';

/** Texts of a row that are searched together, ignoring case. */
export class SearchedTexts {
  /** with a trigram index */
  private readonly expression: string;

  /** @param columns the key of the row first */
  constructor(private readonly columns: readonly [key: string, ...others: string[]]) {
    const [key, ...others] = columns;
    const texts = [`(${key} collate "default")`, ...others.map((one) => `coalesce(${one}, '')`)];
    this.expression = `lower(${texts.join(` || e'\\x01' || `)})`;
  }

  /** Finds what holds `text`, which is not short. */
  addTo(conditions: Conditions, text: string): void {
    const pattern = `%${literal(text)}%`;
    conditions.add((wanted) => `${this.expression} like lower(${wanted}::text)`, pattern);
    if (!text.includes(GAP)) return;
    const columns = this.columns.map((column) => `lower(${column} collate "default")`);
    conditions.add(
      (wanted) => `(${columns.map((column) => `${column} like lower(${wanted})`).join(' or ')})`,
      pattern,
    );
  }
}

/** Whether pg_trgm sees letters beyond ASCII. */
export const SEES_UNICODE = `cardinality(show_trgm('éèê')) > 0`;

/** Which letters the trigrams of a database have. */
export class TrigramLetters {
  private known: Promise<boolean> | null = null;

  constructor(private readonly streams: RowStreams) {}

  /** Those of Unicode, or those of ASCII alone, which the locale decides. Asked once. */
  areUnicode(): Promise<boolean> {
    if (this.known !== null) return this.known;
    const asked = this.streams
      .readPage<{ seen: boolean }>(`select ${SEES_UNICODE} as seen`, [])
      .then(([row]) => row!.seen);
    asked.catch(() => (this.known = null));
    return (this.known = asked);
  }
}
