import { foldedText, searchedParts, spellingsOf } from '@chat-admin/domain/shared/folded-text';
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
  return !(seesUnicode ? /[\p{L}\p{N}]{3}/u : /[a-z0-9]{3}/).test(foldedText(text));
}

/** Between the texts of a row, so that hardly any text is found across them. */
const GAP = '\u0001';

/** As {@link foldedText}, in SQL; indexes hold it. Letters that `lower` of some locales leaves stand in both cases. */
const folded = (text: string): string => `
  replace(replace(replace(replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f''\\u2019\\u02bc\`\\u00b4]', '', 'g')),
    'øØłŁđĐðÐħĦıŧŦς', 'oollddddhhittσ'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th')`;

/** Texts of a row that are searched together, whatever their letter case and accents are. */
export class SearchedTexts {
  private readonly texts: readonly string[];
  /** with a trigram index */
  private readonly all: string;

  /** @param columns the key of the row first */
  constructor([key, ...others]: readonly [key: string, ...others: string[]]) {
    this.texts = [`(${key} collate "default")`, ...others.map((one) => `coalesce(${one}, '')`)];
    this.all = folded(this.texts.join(` || e'\\x01' || `));
  }

  /** Finds what holds `text`, which is not short, or each of its words. Contract: extensions E1.1 "Search texts" */
  addTo(conditions: Conditions, text: string, seesUnicode: boolean): void {
    const isIndexed = (spelling: string) => !isShort(spelling, seesUnicode);
    for (const part of searchedParts(text, isIndexed)) {
      const searches = part.includes(GAP) ? [[this.all], this.texts.map(folded)] : [[this.all]];
      const patterns = spellingsOf(part)
        .filter(isIndexed)
        .map((one) => `%${literal(one)}%`);
      for (const searched of searches) {
        const like = (names: readonly string[]) =>
          searched.flatMap((held) => names.map((name) => `${held} like ${name}`));
        conditions.add((...names) => `(${like(names).join(' or ')})`, ...patterns);
      }
    }
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
