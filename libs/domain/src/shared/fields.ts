import { InvalidArgument, requireLength } from './domain-error.js';

/**
 * An entity is declared once, as a table of its simple fields: types, defaults and checks follow from
 * it here, columns and statements in `libs/persistence`, and documents have to agree with it.
 */
export type FieldTable = Readonly<Record<string, Field>>;
export type Field =
  TextField | IntegerField | FlagField | ChoiceField<string> | ChoicesField<string>;

/** Text, or `null`, which is the default. */
export interface TextField {
  readonly kind: 'text';
  readonly default: null;
  /** characters (code points); `null`: any length */
  readonly limit: number | null;
  /** which texts, as sent, stand for none */
  readonly unsetWhen: 'never' | 'empty' | 'blank';
}

export interface IntegerField {
  readonly kind: 'integer';
  readonly default: number;
}

export interface FlagField {
  readonly kind: 'flag';
  readonly default: boolean;
}

/** One of several words, in any letter case as sent; empty text stands for the default. */
export interface ChoiceField<C extends string> {
  readonly kind: 'choice';
  readonly choices: readonly C[];
  readonly default: C;
  /** name of the field in errors; `null`: its own */
  readonly label: string | null;
}

/** Any of several words, exactly as sent; kept in the order of `choices`, each once. */
export interface ChoicesField<C extends string> {
  readonly kind: 'choices';
  readonly choices: readonly C[];
  readonly default: readonly C[];
  /** accepted, and not kept */
  readonly ignored: readonly string[];
}

type Value<F> =
  F extends ChoicesField<infer C>
    ? readonly C[]
    : F extends ChoiceField<infer C>
      ? C
      : F extends FlagField
        ? boolean
        : F extends IntegerField
          ? number
          : string | null;
/** The fields of an entity as they are kept. */
export type Values<T extends FieldTable> = { readonly [Name in keyof T]: Value<T[Name]> };

type Sent<F> =
  F extends ChoicesField<string>
    ? readonly string[]
    : F extends FlagField
      ? boolean
      : F extends IntegerField
        ? number
        : string;
/** What a client sends of them; nothing of it is checked yet. */
export type Draft<T extends FieldTable> = {
  readonly [Name in keyof T]?: Sent<T[Name]> | undefined;
};

/** What a change makes of them: `undefined` keeps, `null` clears. */
export type Change<T extends FieldTable> = {
  readonly [Name in keyof T]?: Value<T[Name]> | undefined;
};

export function text({
  limit = null,
  unsetWhen = 'never',
}: Partial<Pick<TextField, 'limit' | 'unsetWhen'>> = {}): TextField {
  return { kind: 'text', default: null, limit, unsetWhen };
}

export function integer(fallback: number): IntegerField {
  return { kind: 'integer', default: fallback };
}

export function flag(fallback: boolean): FlagField {
  return { kind: 'flag', default: fallback };
}

export function choice<const C extends string>(
  choices: readonly C[],
  fallback: NoInfer<C>,
  label: string | null = null,
): ChoiceField<C> {
  return { kind: 'choice', choices, default: fallback, label };
}

/** None of them is chosen by default. */
export function choices<const C extends string>(
  choices: readonly C[],
  ignored: readonly string[] = [],
): ChoicesField<C> {
  return { kind: 'choices', choices, default: [], ignored };
}

/** What is to be kept of a draft, which says everything: absent fields have their default. @throws InvalidArgument */
export function valuesOf<T extends FieldTable>(table: T, draft: Draft<T>): Values<T> {
  return converted(table, draft, (field) => field.default) as Values<T>;
}

/** What a draft changes: absent fields are `undefined`. @throws InvalidArgument */
export function changesOf<T extends FieldTable>(table: T, draft: Draft<T>): Change<T> {
  return converted(table, draft, () => undefined) as Change<T>;
}

/** @throws InvalidArgument for texts that are too long. Contract: core 1.11 */
export function requireLimits<T extends FieldTable>(table: T, draft: Draft<T>): void {
  for (const [name, field] of Object.entries<Field>(table)) {
    if (field.kind === 'text' && field.limit !== null)
      requireLength(name, draft[name] as string | undefined, field.limit);
  }
}

const SHOWN_CHARACTERS = 100;

function converted<T extends FieldTable>(
  table: T,
  draft: Draft<T>,
  absent: (field: Field) => unknown,
): unknown {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<Field>(table)) {
    const sent: unknown = draft[name];
    values[name] = sent === undefined ? absent(field) : valueOf(name, field, sent);
  }
  return values;
}

/** @param sent of the type that {@link Draft} gives it */
function valueOf(name: string, field: Field, sent: unknown): unknown {
  if (field.kind === 'text') return textOf(field, sent as string);
  if (field.kind === 'choice') return choiceOf(field, field.label ?? name, sent as string);
  if (field.kind === 'choices') return choicesOf(field, name, sent as readonly string[]);
  return sent;
}

function textOf({ unsetWhen }: TextField, sent: string): string | null {
  if (unsetWhen === 'never') return sent;
  return (unsetWhen === 'blank' ? sent.trim() : sent) === '' ? null : sent;
}

function choiceOf(field: ChoiceField<string>, label: string, sent: string): string {
  if (sent === '') return field.default;
  const word = sent.toLowerCase();
  if (!field.choices.includes(word)) throw invalidValue(label, sent);
  return word;
}

function choicesOf(
  { choices, ignored }: ChoicesField<string>,
  name: string,
  sent: readonly string[],
): readonly string[] {
  for (const word of sent) {
    if (!choices.includes(word) && !ignored.includes(word)) throw invalidValue(name, word);
  }
  return choices.filter((word) => sent.includes(word));
}

function invalidValue(label: string, value: string): InvalidArgument {
  const shown = [...value].slice(0, SHOWN_CHARACTERS).join('');
  return new InvalidArgument(`Invalid value for ${label}: ${shown}`, null);
}
