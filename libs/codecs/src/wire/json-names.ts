/**
 * The member names of JSON answers: those of this API, those beside the older ones where known
 * clients need it, or those of clients of the original. Contract: extensions E10, I-6
 */
export type JsonNames = 'new' | 'both' | 'old';

/** One for each of the names, made when a document is declared. */
export type ByNames<T> = Readonly<Record<JsonNames, T>>;

export function byNames<T>(make: (names: JsonNames) => T): ByNames<T> {
  return { new: make('new'), both: make('both'), old: make('old') };
}
