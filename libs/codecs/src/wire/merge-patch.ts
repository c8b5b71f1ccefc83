import { UnknownMember, UnreadableBody } from './body-faults.js';
import { bind } from './fields.js';
import type { BoundField, Fields } from './fields.js';
import type { Doc, ReadFields } from './schema.js';

/** Absent: unchanged; `null`: as if the member were absent in a whole document. */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | null };

/**
 * Reads a merge patch (RFC 7396) of a document: each member as in the document itself.
 * @param value what JSON.parse gave, `undefined` for an empty body
 * @throws UnreadableBody, UnknownMember, InvalidValue. Contract: extensions E3
 */
export function readMergePatch<F extends Fields>(
  document: Doc<F>,
  value: unknown,
): Patch<ReadFields<F>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableBody('a merge patch is a JSON object');
  }
  const fields = bind(document.fields);
  const properties = new Map(
    fields.flatMap((field) => namesOf(field).map((name) => [name, field.property] as const)),
  );
  const sent = Object.keys(value);
  const unknown = sent.find((name) => !properties.has(name));
  if (unknown !== undefined) throw new UnknownMember(unknown);
  const cleared = sent.map((name) => [properties.get(name)!, null] as const);
  return { ...Object.fromEntries(cleared), ...document.readJson(value) } as Patch<ReadFields<F>>;
}

/** By which the JSON reader finds the field. */
function namesOf({ wire, field }: BoundField): readonly string[] {
  if (field.kind === 'list') return [wire];
  const { attribute, otherName } = field;
  return [wire, ...(attribute ? [`@${wire}`] : []), ...(otherName === null ? [] : [otherName])];
}
