import type { Limit } from '@chat-admin/domain/shared/limits';
import type { Field as EntityField, FieldTable } from '@chat-admin/domain/shared/fields';
import type { DocParts } from './parts.js';
import {
  booleanScalar,
  dateScalar,
  sentDateScalar,
  integerScalar,
  jidScalar,
  looseTextScalar,
  namedIntegerScalar,
  textScalar,
  type Scalar,
} from './scalars.js';

/** Which values a field has, in the words of JSON Schema. */
export interface Values {
  readonly enum?: readonly string[];
  /** of the enumeration, for generators of types, where the member's name says too little */
  readonly title?: string;
  /** each value stands for a kind of the document, in descriptions of it */
  readonly isTag?: true;
  /** of the library of formats, or one that people know: `jid`, `ip-range` */
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A field with a scalar value. Immutable: modifiers return a changed copy. */
export interface ScalarField<T> {
  readonly kind: 'scalar';
  readonly scalar: Scalar<T>;
  readonly attribute: boolean;
  readonly present: boolean;
  /** in every document that is written */
  readonly always: boolean;
  readonly values: Values;
  readonly written: boolean;
  readonly secret: boolean;
  /** `null`: same as the property */
  readonly wireName: string | null;
  /** names that are read too, see {@link alsoRead} */
  readonly older: readonly string[];
  /** the older JSON name, written beside the first while the names are `both` or `old` */
  readonly formerName: string | null;
  /** written as JSON text while the names are `old` */
  readonly formerlyText: boolean;
  /** see {@link needed} */
  readonly neededBy: readonly Sending[];
}

/** Methods whose documents are whole. */
export type Sending = 'POST' | 'PUT';

/** A document nested in other documents. */
export interface Nested<F extends Fields = Fields> {
  readonly kind: 'doc';
  readonly root: string;
  readonly fields: F;
  readonly parts: DocParts;
}

export type Item = ScalarField<unknown> | Nested;

/** A nested collection: a wrapper element in XML, a list in JSON. */
export interface ListField<I extends Item> {
  readonly kind: 'list';
  readonly itemName: string;
  readonly item: I;
  readonly wireName: string | null;
  /** names that are read too, see {@link alsoRead} */
  readonly older: readonly string[];
  /** the item fields for name and value, if a JSON object may replace the list; else `null` */
  readonly map: readonly [key: string, value: string] | null;
  readonly limit: Limit | null;
  /** in JSON an object with the list as member `itemName` while the names are `old` */
  readonly formerlyWrapped: boolean;
  /** not written when there is no value */
  readonly optional: boolean;
  /** see {@link needed} */
  readonly neededBy: readonly Sending[];
}

export type Field = ScalarField<unknown> | ListField<Item>;

/** A property of the value that does not appear in the document. */
export interface Internal {
  readonly kind: 'internal';
}

export type Fields = Readonly<Record<string, Field | Internal>>;

function scalarField<T>(scalar: Scalar<T>): ScalarField<T> {
  return {
    kind: 'scalar',
    scalar,
    attribute: false,
    present: false,
    always: false,
    values: {},
    written: true,
    secret: false,
    wireName: null,
    older: [],
    formerName: null,
    formerlyText: false,
    neededBy: [],
  };
}

export const text = scalarField(textScalar);
/** Text for which JSON `false` is a value. */
export const looseText = scalarField(looseTextScalar);
/** Text without surrounding white space. Whether it is a JID is checked by the domain. */
export const jid = within({ format: 'jid' }, scalarField(jidScalar));
export const integer = scalarField(integerScalar);
/** Of what is only written: a number that 32 bits may not hold. */
export const longInteger = scalarField({
  ...integerScalar,
  schema: { type: 'integer', format: 'int64' },
});
/** A moment, in seconds since 1970. */
export const seconds = longInteger;
/** Words are read beside the numbers that they stand for. */
export const namedInteger = (words: readonly string[], first: number) =>
  scalarField(namedIntegerScalar(words, first));
export const boolean = scalarField(booleanScalar);
export const date = scalarField(dateScalar);
export const sentDate = scalarField(sentDateScalar);

/** An XML attribute; a JSON member, read with and without a leading `@`, written as the names say. */
export function attr<T>(field: ScalarField<T>): ScalarField<T> {
  return { ...field, attribute: true };
}

/** Written as empty text if absent. */
export function present(field: ScalarField<string>): ScalarField<string> {
  return { ...field, present: true };
}

/** Never absent from a document that is written. */
export function always<T>(field: ScalarField<T>): ScalarField<T> & { readonly always: true } {
  return { ...field, always: true };
}

/** For the API description; what is read is checked by the domain. */
export function within<F extends ScalarField<unknown>>(values: Values, field: F): F {
  return { ...field, values };
}

/**
 * For the API description: without it documents of these methods are refused; what a new thing needs
 * cannot be cleared by a patch. That it is there is checked by the domain.
 */
export function needed<F extends Field>(methods: readonly Sending[], field: F): F {
  return { ...field, neededBy: methods };
}

/** The values of a field of an entity. */
export function valuesOf(field: EntityField): Values {
  if (field.kind === 'text') return field.limit === null ? {} : { maxLength: field.limit };
  return 'choices' in field ? { enum: field.choices } : {};
}

const SCALARS = { text, integer, flag: boolean, choice: text };

type ScalarOf<F extends EntityField> = F extends { kind: 'text' }
  ? ScalarField<string>
  : F extends { kind: 'flag' }
    ? ReturnType<typeof always<boolean>>
    : ReturnType<typeof always<F extends { kind: 'integer' } ? number : string>>;

/** A field for each field of an entity that has one value. */
export type ScalarsOf<T extends FieldTable> = {
  readonly [K in keyof T as T[K] extends { kind: 'choices' } ? never : K]: ScalarOf<T[K]>;
};

export function scalarsOf<T extends FieldTable>(table: T): ScalarsOf<T> {
  const scalars = Object.entries(table).flatMap(([name, field]) => {
    if (field.kind === 'choices') return [];
    const { kind, wireName = null } = field;
    const scalar = { ...SCALARS[kind], values: valuesOf(field), wireName, always: kind !== 'text' };
    return [[name, scalar] as const];
  });
  return Object.fromEntries(scalars) as unknown as ScalarsOf<T>;
}

/** Values never appear in error messages. */
export function secret<T>(field: ScalarField<T>): ScalarField<T> {
  return { ...field, secret: true };
}

/** Read but never written. */
export function writeNever<T>(field: ScalarField<T>): ScalarField<T> & { readonly written: false } {
  return { ...field, written: false };
}

/** Neither read nor written. */
export const internal: Internal = { kind: 'internal' };

/** The name on the wire, if it differs from the property. */
export function named<F extends Field>(wireName: string, field: F): F {
  return { ...field, wireName };
}

/**
 * Names that clients know, read if the first is absent; never written. In XML the elements of a list
 * stand without a wrapper under the name of its items. Contract: core 2.2, CK-3
 */
export function alsoRead<F extends Field>(older: readonly string[], field: F): F {
  return { ...field, older };
}

/** Also a JSON member of this name for older clients; not read. */
export function formerly<T>(formerName: string, field: ScalarField<T>): ScalarField<T> {
  return { ...field, formerName };
}

/** JSON text for older clients. */
export function formerlyText<T>(field: ScalarField<T>): ScalarField<T> {
  return { ...field, formerlyText: true };
}

/**
 * A collection: always written, empty when there is no value, unless it is optional.
 * @param options.map a JSON object without member `itemName` is read as a map, each member as an
 *   item with these two fields
 * @param options.limit holds for this list and all others of the document with the same one
 * @param options.formerlyWrapped as older clients know it, an object with the list
 */
export function list<I extends Item>(
  itemName: string,
  item: I,
  options: Partial<Pick<ListField<I>, 'map' | 'limit' | 'formerlyWrapped' | 'optional'>> = {},
): ListField<I> {
  const { map = null, limit = null, formerlyWrapped = false, optional = false } = options;
  const names = { itemName, wireName: null, older: [] };
  return { kind: 'list', item, ...names, map, limit, formerlyWrapped, optional, neededBy: [] };
}

/** A field with the property that it fills. */
export interface BoundField {
  readonly property: string;
  readonly wire: string;
  readonly field: Field;
}

/** All names by which a JSON object may have the field, as it is read or written. */
export function knownNames(bound: BoundField): readonly string[] {
  const { field } = bound;
  const former = field.kind === 'scalar' ? field.formerName : null;
  return [...namesOf(bound), ...(former === null ? [] : [former])];
}

/** All names by which a JSON object has the field, the newest first. */
export function namesOf({ wire, field }: BoundField): readonly string[] {
  const attribute = field.kind === 'scalar' && field.attribute;
  return [wire, ...(attribute ? [`@${wire}`] : []), ...field.older];
}

export function bind(fields: Fields): BoundField[] {
  return Object.entries(fields).flatMap(([property, field]) =>
    field.kind === 'internal' ? [] : [{ property, wire: field.wireName ?? property, field }],
  );
}
