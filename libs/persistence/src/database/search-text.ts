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

/** Which letters the trigrams of a database have. */
export class TrigramLetters {
  private known: Promise<boolean> | null = null;

  constructor(private readonly streams: RowStreams) {}

  /** Those of Unicode, or those of ASCII alone, which the locale decides. Asked once. */
  areUnicode(): Promise<boolean> {
    if (this.known !== null) return this.known;
    const asked = this.streams
      .readPage<{ seen: boolean }>(`select cardinality(show_trgm('éèê')) > 0 as seen`, [])
      .then(([row]) => row!.seen);
    asked.catch(() => (this.known = null));
    return (this.known = asked);
  }
}
