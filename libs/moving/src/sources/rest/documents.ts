import type { Json, JsonObject } from './rest-client.js';

/** Answers in the names of any version: `users` or `user`, `key` or `@key`, lists that are wrapped, or one thing where a list should be. */

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The list of a document; names in the order in which they are looked for. */
export function listOf(document: Json | undefined, ...names: readonly string[]): readonly Json[] {
  if (Array.isArray(document)) return document;
  if (!isObject(document)) return [];
  for (const name of names) {
    const value = document[name];
    if (value == null) continue;
    if (isObject(value)) {
      const inner = names.find((one) => value[one] !== undefined);
      return inner === undefined ? [value] : listOf(value, inner);
    }
    return Array.isArray(value) ? value : [value];
  }
  return [];
}

export const objectsOf = (document: Json | undefined, ...names: readonly string[]) =>
  listOf(document, ...names).filter(isObject);

/** Texts of a collection: `["a"]`, `{"owner":["a"]}`, `{"owner":"a"}`. */
export const textsOf = (value: Json | undefined, name: string): string[] =>
  listOf(value, name).filter((one) => typeof one === 'string');

/** A text, also where it is a number or boolean; null: absent. */
export function text(document: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = document[name];
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return null;
}

/** 1 and 0, also where it is a text; null: absent. */
export function bool(document: JsonObject, name: string): number | null {
  const value = text(document, name);
  return value === null ? null : Number(value === 'true');
}

/** Milliseconds since 1970 of a text of ISO 8601 or a number. */
export function milliseconds(document: JsonObject, name: string): string | null {
  const value = text(document, name);
  if (value === null || value === '') return null;
  if (/^\d+$/.test(value)) return value.padStart(15, '0');
  const time = Date.parse(value);
  return Number.isNaN(time) ? value : String(time).padStart(15, '0');
}
