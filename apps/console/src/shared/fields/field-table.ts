import type { TextKey } from '../texts/texts';
import { sayIfKnown } from '../texts/texts';

/** How a value is shown and edited. */
export type FieldKind =
  | 'text'
  | 'email'
  | 'multiline'
  | 'password'
  | 'switch'
  | 'number'
  | 'choice'
  | 'time'
  | 'list'
  | 'choices'
  | 'properties';

export interface FieldSpec {
  readonly kind: FieldKind;
  /** the part of the form in which it stands; absent: it is only shown */
  readonly group?: string;
  /** its place in lists: shown, or to be switched on; absent: none */
  readonly column?: 'shown' | 'hidden';
  /** of its column in pixels; absent: what is left */
  readonly width?: number;
  /** the name by which the server sorts it */
  readonly sort?: string;
  readonly isRequired?: boolean;
  /** characters */
  readonly max?: number;
  readonly min?: number;
  /** of a number */
  readonly most?: number;
  /** of a choice, or of several: their texts are `<texts>.choices.<field>.<choice>` */
  readonly choices?: readonly string[];
}

/** One line for each member of a document; `null`: shown elsewhere. */
export type FieldSpecs<T> = { readonly [K in keyof T]-?: FieldSpec | null };

/** The same, where a line needs its label in every language: `<texts>.fields.<field>`. */
type LabelledSpecs<T, Texts extends string> = {
  readonly [K in keyof T & string]-?: `${Texts}.fields.${K}` extends TextKey
    ? FieldSpec | null
    : { readonly lacksText: `${Texts}.fields.${K}` } | null;
};

export interface FieldTable<T> {
  /** where its texts are: `<texts>.fields.<field>`, and sentences in `<texts>.hints.<field>` */
  readonly texts: string;
  readonly specs: FieldSpecs<T>;
}

/**
 * The fields of a document, for forms, details, columns, conflicts and imports. A new member does not compile until it
 * has its line, and its label.
 *
 * ```ts
 * export const roomFields = fieldTable('rooms').of<Room>({
 *   moderated: { kind: 'switch', group: 'speak', column: 'hidden' },
 *   owners: null,
 * });
 * ```
 */
export const fieldTable = <const Texts extends string>(texts: Texts) => ({
  of: <T>(specs: LabelledSpecs<T, Texts>): FieldTable<T> => ({
    texts,
    specs: specs as FieldSpecs<T>,
  }),
});

export type FieldName<T> = keyof T & string;

/** Its lines, those of one group or all, in their order. */
export function fieldsIn<T>(
  { specs }: FieldTable<T>,
  group?: string,
): readonly (readonly [FieldName<T>, FieldSpec])[] {
  return (Object.entries(specs) as [FieldName<T>, FieldSpec | null][]).flatMap(([name, spec]) =>
    spec !== null && (group === undefined || spec.group === group) ? [[name, spec] as const] : [],
  );
}

export const labelOf = <T>({ texts }: FieldTable<T>, name: FieldName<T>): string =>
  sayIfKnown(`${texts}.fields.${name}`) ?? name;

/** One sentence of effect. */
export const hintOf = <T>({ texts }: FieldTable<T>, name: FieldName<T>): string | null =>
  sayIfKnown(`${texts}.hints.${name}`);

export const choiceText = <T>(
  { texts }: FieldTable<T>,
  name: FieldName<T>,
  choice: string,
): string => sayIfKnown(`${texts}.choices.${name}.${choice}`) ?? choice;
