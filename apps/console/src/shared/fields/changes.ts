/** A list of own values, by key. */
export interface Property {
  readonly key: string;
  readonly value: string;
}

/** Whether two values of a document say the same. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(a) && isNothing(b))) return true;
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

const isNothing = (value: unknown): boolean => value == null || value === '';

/**
 * The merge patch from one document to another, of some fields. Properties merge by key. Contract: extensions E3
 * @returns an empty object when nothing differs
 */
export function patchOf<T>(
  before: T,
  after: Partial<T>,
  names: readonly (keyof T & string)[],
): Readonly<Record<string, unknown>> {
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(
    changed.map((name) => {
      const value: unknown = after[name];
      if (isProperties(before[name]) && isProperties(value)) {
        return [name, propertiesPatch(before[name] as readonly Property[], value)];
      }
      return [name, value === '' || value === undefined ? null : value];
    }),
  );
}

const isProperties = (value: unknown): value is readonly Property[] =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) => typeof one === 'object' && one !== null && 'key' in one && 'value' in one,
  );

function propertiesPatch(
  before: readonly Property[],
  after: readonly Property[],
): Readonly<Record<string, string | null>> {
  const had = new Map(before.map(({ key, value }) => [key, value]));
  const has = new Map(after.map(({ key, value }) => [key, value]));
  const gone = [...had.keys()].filter((key) => !has.has(key)).map((key) => [key, null] as const);
  const set = [...has].filter(([key, value]) => had.get(key) !== value);
  return Object.fromEntries([...gone, ...set]);
}

/** A field that two people have changed at once. */
export interface Conflict<T> {
  readonly name: keyof T & string;
  readonly was: unknown;
  readonly yours: unknown;
  readonly theirs: unknown;
}

/** Fields that somebody else has changed since, and you too, to something else. */
export function conflictsOf<T>(
  was: T,
  yours: Partial<T>,
  theirs: T,
  names: readonly (keyof T & string)[],
): readonly Conflict<T>[] {
  return names
    .filter(
      (name) =>
        !isSame(was[name], theirs[name]) &&
        !isSame(was[name], yours[name]) &&
        !isSame(yours[name], theirs[name]),
    )
    .map((name) => ({ name, was: was[name], yours: yours[name], theirs: theirs[name] }));
}
