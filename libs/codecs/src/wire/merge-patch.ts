import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Patch, PatchedEntries } from '@chat-admin/domain/shared/patch';
import { InvalidValue, UnknownMember, UnreadableBody } from './body-faults.js';
import { bind, namesOf } from './fields.js';
import { IgnoredNames } from './ignored-names.js';
import type { BoundField, Fields, ListField, Nested } from './fields.js';
import { AN_OBJECT, isObject } from './json-values.js';
import type { Members } from './json-values.js';
import type { Doc, ReadFields } from './schema.js';

type MapField = ListField<Nested> & { readonly map: readonly [key: string, value: string] };

/**
 * Reads a merge patch (RFC 7396) of a document: each member as in the document itself, but a map
 * that could replace a list as a patch of the list.
 * @param value what JSON.parse gave, `undefined` for an empty body
 * @param kept properties that cannot be cleared
 * @param ignored gets the names inside of members that are not known
 * @throws UnreadableBody, UnknownMember, InvalidValue, TooManyParts. Contract: extensions E3
 */
export function readMergePatch<F extends Fields>(
  document: Doc<F>,
  value: unknown,
  kept: readonly (keyof F & string)[] = [],
  ignored = new IgnoredNames(),
): Patch<ReadFields<F>> {
  if (!isObject(value)) throw new UnreadableBody('a merge patch is a JSON object', AN_OBJECT);
  const fields = bind(document.fields);
  const byName = new Map(fields.flatMap((field) => namesOf(field).map((name) => [name, field])));
  const whole: Record<string, unknown> = {};
  const patch: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(value)) {
    const bound = byName.get(name);
    if (bound === undefined)
      throw new UnknownMember(
        name,
        fields.map(({ wire }) => wire),
      );
    const { property, field } = bound;
    const isPatch = isMap(field) && isObject(sent) && !wrapsList(sent, field);
    patch[property] = isPatch ? readEntries(sent, field, ignored) : null;
    if (!isPatch) whole[name] = sent;
  }
  Object.assign(patch, document.readJson(whole, ignored));
  const cleared = fields.find(
    ({ property }) => kept.includes(property) && patch[property] === null,
  );
  if (cleared !== undefined) {
    throw new InvalidValue(cleared.wire, null, 'a value, or nothing: it cannot be cleared');
  }
  return patch as Patch<ReadFields<F>>;
}

function isMap(field: BoundField['field']): field is MapField {
  return field.kind === 'list' && field.map !== null;
}

/** The older form of a list: an object that names it. */
function wrapsList(sent: Members, { itemName }: MapField): boolean {
  return typeof sent[itemName] === 'object' && sent[itemName] !== null;
}

function readEntries(
  sent: Members,
  { item, map, limit }: MapField,
  ignored: IgnoredNames,
): PatchedEntries {
  const [key, value] = map;
  const entries = Object.entries(sent);
  if (limit !== null) requireAtMost(limit, entries.length);
  return new Map(
    entries.map(([name, text]) => {
      const entry = { [key]: name, [value]: text };
      const read = item.parts.readJson(entry, ignored) as Record<string, string>;
      return [name, read[value] ?? null];
    }),
  );
}
