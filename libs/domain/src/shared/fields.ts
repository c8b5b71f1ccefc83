import { requireLength } from './domain-error.js';
import { setBy } from './patch.js';
import type { Patch } from './patch.js';
import { requireWord, wordIn } from './words.js';

/**
 * Each entity is declared once, as a table of its scalar fields. Types, defaults and checks follow
 * from it here, columns and statements in `libs/persistence`; documents must agree with it to
 * compile.
 */
export type FieldTable = Readonly<Record<string, Field>>;
export type Field = (
  | ReturnType<typeof text | typeof integer | typeof flag>
  | ReturnType<typeof choice<string> | typeof choices<string>>
) & { readonly wireName?: string };

/** The stored type, and the type that clients send. */
interface Kinds {
  readonly text: { readonly kept: string | null; readonly sent: string };
  readonly integer: { readonly kept: number; readonly sent: number };
  readonly flag: { readonly kept: boolean; readonly sent: boolean };
  readonly choice: { readonly kept: string; readonly sent: string };
  readonly choices: { readonly kept: readonly string[]; readonly sent: readonly string[] };
}

type Kept<F extends Field> = F extends { kind: 'choice'; choices: readonly (infer C)[] }
  ? C
  : F extends { kind: 'choices'; choices: readonly (infer C)[] }
    ? readonly C[]
    : Kinds[F['kind']]['kept'];

/** The stored fields of an entity. */
export type Values<T extends FieldTable> = { readonly [Name in keyof T]: Kept<T[Name]> };
/** A change to them: `undefined` keeps, `null` clears. */
export type Change<T extends FieldTable> = {
  readonly [Name in keyof T]?: Kept<T[Name]> | undefined;
};
/** The fields as received from a client, unvalidated. */
export type Draft<T extends FieldTable> = {
  readonly [Name in keyof T]?: Kinds[T[Name]['kind']]['sent'] | undefined;
};

/**
 * Text; `null` (the default) means none.
 * @param options.limit in characters (code points); `null`: unlimited
 * @param options.unsetWhen which texts, as received, mean none
 */
export function text({
  limit = null,
  unsetWhen = 'never',
}: { limit?: number | null; unsetWhen?: 'never' | 'empty' | 'blank' } = {}) {
  return { kind: 'text', default: null, limit, unsetWhen } as const;
}

export function integer(fallback: number) {
  return { kind: 'integer', default: fallback } as const;
}

export function flag(fallback: boolean) {
  return { kind: 'flag', default: fallback } as const;
}

/** One of several words, in any letter case as received; empty text means the default. */
export function choice<const C extends string>(choices: readonly C[], fallback: NoInfer<C>) {
  return { kind: 'choice', choices, default: fallback } as const;
}

/**
 * Any subset of several words, in any letter case as received. Stored in this order, without duplicates; empty
 * texts are skipped.
 * @param none means the empty subset, and stands alone
 */
export function choices<const C extends string>(
  choices: readonly C[],
  fallback: readonly NoInfer<C>[],
  none: string,
) {
  return { kind: 'choices', choices, default: fallback, none } as const;
}

/** The field, which documents, errors, audit entries and events call otherwise than the table does. */
export function shownAs<const W extends string, F extends Field>(wireName: W, field: F) {
  return { ...field, wireName };
}

const wireNameOf = (name: string, field?: Field): string => field?.wireName ?? name;

/**
 * By property, what audit entries and events call the fields of an entity: names of documents, in
 * the order of documents.
 * @param places which property stands behind which field there, if not where the table has it
 */
export function shownNames<T extends FieldTable>(
  table: T,
  places: Readonly<Record<string, keyof T>> = {},
): Readonly<Record<string, string>> {
  const behind = (field: string) => Object.keys(places).filter((one) => places[one] === field);
  const properties = Object.keys(table).flatMap((field) =>
    field in places ? [] : [field, ...behind(field)],
  );
  return Object.fromEntries(properties.map((name) => [name, wireNameOf(name, table[name])]));
}

/** Those of the properties that are shown, as documents name and order them. */
export function shownOf(
  names: Readonly<Record<string, string>>,
  properties: Iterable<string>,
): readonly string[] {
  const given = new Set(properties);
  return Object.entries(names).flatMap(([property, name]) => (given.has(property) ? [name] : []));
}

/**
 * The values to store for a complete draft: absent fields get their default. @throws
 * InvalidArgument
 */
export function valuesOf<T extends FieldTable>(table: T, draft: Draft<T>): Values<T> {
  return converted(table, draft, (field) => field.default) as Values<T>;
}

/** The changes of a partial draft: absent fields are `undefined`, `null` is the default. @throws InvalidArgument */
export function changesOf<T extends FieldTable>(table: T, patch: Patch<Draft<T>>): Change<T> {
  const absent = (field: Field, name: keyof T) =>
    patch[name] === null ? field.default : undefined;
  return converted(table, setBy(patch) as Draft<T>, absent) as Change<T>;
}

/** The values after a patch: `null` is the default. @throws InvalidArgument */
export function patchedValues<T extends FieldTable>(
  table: T,
  before: Values<T>,
  patch: Patch<Draft<T>>,
): Values<T> {
  const absent = (field: Field, name: keyof T) =>
    patch[name] === null ? field.default : before[name];
  return converted(table, setBy(patch) as Draft<T>, absent) as Values<T>;
}

/** Names of what a change makes different, in its order; `undefined` keeps. */
export function fieldsThatDiffer<T extends object>(
  before: T,
  change: { readonly [Name in keyof T]?: unknown },
): readonly (keyof T & string)[] {
  const names = Object.keys(change) as (keyof T & string)[];
  return names.filter((name) => {
    const after = change[name];
    return after !== undefined && JSON.stringify(after) !== JSON.stringify(before[name]);
  });
}

/** @throws InvalidArgument for texts that are too long. Contract: core 1.11 */
export function requireLimits<T extends FieldTable>(
  table: T,
  draft: Draft<T> | Patch<Draft<T>>,
): void {
  for (const [name, field] of Object.entries<Field>(table)) {
    if (field.kind === 'text' && field.limit !== null)
      requireLength(wireNameOf(name, field), draft[name] as string | null | undefined, field.limit);
  }
}

function converted<T extends FieldTable>(
  table: T,
  draft: Draft<T>,
  absent: (field: Field, name: keyof T) => unknown,
): unknown {
  const values: Record<string, unknown> = {};
  for (const name in table) {
    const [field, sent]: [Field, unknown] = [table[name]!, draft[name]];
    values[name] = sent === undefined ? absent(field, name) : valueOf(name, field, sent);
  }
  return values;
}

/** @param sent has the type that {@link Draft} declares for it */
function valueOf(name: string, field: Field, sent: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return isNone(field, sent as string) ? null : sent;
    case 'choice': {
      if ((sent as string).trim() === '') return field.default;
      return requireWord(field.choices, sent as string, wireNameOf(name, field));
    }
    case 'choices': {
      const words = (sent as readonly string[]).filter((word) => word.trim() !== '');
      const meant = new Set(words.map((word) => wordIn(field.choices, word)));
      const chosen = field.choices.filter((word) => meant.has(word));
      const allowed = chosen.length === 0 ? [...field.choices, field.none] : field.choices;
      for (const word of words) requireWord(allowed, word, wireNameOf(name, field));
      return chosen;
    }
    case 'integer':
    case 'flag':
      return sent;
  }
}

function isNone({ unsetWhen }: ReturnType<typeof text>, sent: string): boolean {
  return unsetWhen !== 'never' && (unsetWhen === 'blank' ? sent.trim() : sent) === '';
}
