import type { ReportCode } from '../report.js';

/** Why something of a row did not come along as it was. The caller knows whose row it is. */
export interface Note {
  readonly code: ReportCode;
  /** one sentence for the operator, without secrets */
  readonly text: string;
  /** column, property or element */
  readonly field?: string;
  /** what it is about, if that is not the row itself: reported once per name, with a count */
  readonly about?: string;
  /** rows of the source that it stands for, which do not come along */
  readonly rows?: number;
  readonly count?: number;
}

/**
 * What a row becomes: a value, or the reason why it becomes none. Nothing is dropped without a code: what is missing from a value
 * stands in the notes.
 */
export type Outcome<T> =
  | { readonly value: T; readonly notes: readonly Note[] }
  | { readonly value: null; readonly reason: Note; readonly notes: readonly Note[] };

export function note(code: ReportCode, text: string, field?: string): Note {
  return field === undefined ? { code, text } : { code, text, field };
}

export function moved<T>(value: T, notes: readonly Note[] = []): Outcome<T> {
  return { value, notes };
}

export function dropped<T>(reason: Note, notes: readonly Note[] = []): Outcome<T> {
  return { value: null, reason, notes };
}

/** It becomes a part of something else, which is of another kind. */
export interface Elsewhere {
  readonly value: null;
  readonly isElsewhere: true;
  readonly notes: readonly Note[];
}

export function elsewhere(notes: readonly Note[] = []): Elsewhere {
  return { value: null, isElsewhere: true, notes };
}
