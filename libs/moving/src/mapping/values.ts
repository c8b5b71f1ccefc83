import { cut, wellFormed } from '@chat-admin/domain/shared/texts';
import { note } from './outcome.js';
import type { Note } from './outcome.js';

const MOST_MS = 8_640_000_000_000_000;
const REPLACEMENT = '\u{fffd}';
/** Most texts have none, which is told in less time. */
const SURROGATE = /[\ud800-\udfff]/;

/** A text as it can be stored: without NUL, lone surrogates replaced. Moving in: 4 */
export function cleanText(text: string, notes: Note[], field: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const clean = SURROGATE.test(whole) ? wellFormed(whole) : whole;
  if (clean.includes(REPLACEMENT)) {
    notes.push(note('text-damaged', 'characters of it were lost', field));
  }
  return clean;
}

/** The same; empty, or blank where that means none, is null. */
export function optionalText(
  text: string | null,
  notes: Note[],
  field: string,
  { blank = false }: { blank?: boolean } = {},
): string | null {
  if (text === null) return null;
  const clean = cleanText(text, notes, field);
  return (blank ? clean.trim() : clean) === '' ? null : clean;
}

/** At most `limit` code points. */
export function cutText(
  text: string | null,
  limit: number,
  notes: Note[],
  field: string,
): string | null {
  if (text === null || text.length <= limit) return text;
  const shorter = cut(text, limit);
  if (shorter.length === text.length) return text;
  notes.push(note('text-cut', `longer than ${limit} characters`, field));
  return shorter;
}

/** Milliseconds of Openfire's texts, and of digits; `null`: absent or no number. Moving in: 4 */
export function millisecondsOf(text: string | null): number | null {
  const trimmed = text?.trim() ?? '';
  if (!/^-?\d{1,19}$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return Math.abs(value) <= MOST_MS ? value : null;
}

/** Earliest and latest moment that both JavaScript and PostgreSQL write in the same way. */
const EARLIEST = Date.UTC(1, 0, 1);
const LATEST = Date.UTC(9999, 11, 31);

/** A date; bad ones are 1970. Absent is 1970 as well, without note. */
export function dateOf(text: string | null, notes: Note[], field: string): Date {
  if (text === null || text.trim() === '') return new Date(0);
  const value = millisecondsOf(text);
  if (value !== null && value >= 0 && value <= LATEST) return new Date(value);
  notes.push(note('value-bad', 'no date', field));
  return new Date(0);
}

/** A date, or null where it is absent or bad. */
export function optionalDate(text: string | null, notes: Note[], field: string): Date | null {
  if (text === null || text.trim() === '') return null;
  const value = millisecondsOf(text);
  if (value !== null && value >= EARLIEST && value <= LATEST) return new Date(value);
  notes.push(note('value-bad', 'no date', field));
  return null;
}

/** 1 is true, 0 and null false. */
export function flagOf(value: number | null, notes: Note[], field: string): boolean {
  if (value !== null && value !== 0 && value !== 1) {
    notes.push(note('value-bad', 'neither 0 nor 1', field));
  }
  return value === 1;
}

/** What a number stands for; unknown ones for the first that is listed. */
export function oneOf<T>(
  value: number | null,
  meanings: ReadonlyMap<number, T>,
  notes: Note[],
  field: string,
): T {
  const [[, first]] = [...meanings] as [[number, T]];
  if (value === null) return first;
  const meaning = meanings.get(value);
  if (meaning !== undefined) return meaning;
  notes.push(note('value-bad', 'an unknown number', field));
  return first;
}
