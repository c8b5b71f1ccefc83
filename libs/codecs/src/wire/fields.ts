import type { Limit } from './limits.js';
import type { DocParts } from './parts.js';
import {
  booleanScalar,
  dateScalar,
  integerScalar,
  jidScalar,
  textScalar,
  type Scalar,
} from './scalars.js';

/** A field that holds one simple value. Immutable: modifiers give a changed copy. */
export interface ScalarField<T> {
  readonly kind: 'scalar';
  readonly scalar: Scalar<T>;
  readonly attribute: boolean;
  readonly present: boolean;
  readonly written: boolean;
  readonly secret: boolean;
  /** `null`: the name of the property */
  readonly wireName: string | null;
  readonly otherName: string | null;
}

/** A document, as the documents around it see it. */
export interface Nested<F extends Fields = Fields> {
  readonly kind: 'doc';
  readonly root: string;
  readonly fields: F;
  readonly parts: DocParts;
}

export type Item = ScalarField<unknown> | Nested;

/** A collection inside a document: a wrapper element in XML, a list in JSON. */
export interface ListField<I extends Item> {
  readonly kind: 'list';
  readonly itemName: string;
  readonly item: I;
  readonly wireName: string | null;
  /** the two fields of an item that a JSON object in place of the list gives as name and value */
  readonly map: readonly [key: string, value: string] | null;
  readonly limit: Limit | null;
}

export type Field = ScalarField<unknown> | ListField<Item>;

/** What values hold and documents do not. */
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
    written: true,
    secret: false,
    wireName: null,
    otherName: null,
  };
}

export const text = scalarField(textScalar);
/** Text without surrounding white space. Nothing else is checked: JIDs are the domain's matter. */
export const jid = scalarField(jidScalar);
export const integer = scalarField(integerScalar);
export const boolean = scalarField(booleanScalar);
export const date = scalarField(dateScalar);

/** An attribute in XML; in JSON a member, read with and without `@` before its name. */
export function attr<T>(field: ScalarField<T>): ScalarField<T> {
  return { ...field, attribute: true };
}

/** Written as empty text when there is no value. */
export function present(field: ScalarField<string>): ScalarField<string> {
  return { ...field, present: true };
}

/** Its values never appear in error messages. */
export function secret<T>(field: ScalarField<T>): ScalarField<T> {
  return { ...field, secret: true };
}

/** Read, never written, whatever the value to be written holds. */
export function writeNever<T>(field: ScalarField<T>): ScalarField<T> & { readonly written: false } {
  return { ...field, written: false };
}

/** Known to those who hold the value only: neither read nor written. */
export const internal: Internal = { kind: 'internal' };

/** The name in documents, where it differs from the name of the property. */
export function named<F extends Field>(wireName: string, field: F): F {
  return { ...field, wireName };
}

/** A second name that is read, when the first one is absent; never written. */
export function alsoRead<T>(otherName: string, field: ScalarField<T>): ScalarField<T> {
  return { ...field, otherName };
}

/**
 * A collection: always written, empty when there is no value.
 * @param options.map a JSON object without member `itemName` is read as a map, each member as an
 *   item with these two fields
 * @param options.limit holds for this list and all others of the document with the same one
 */
export function list<I extends Item>(
  itemName: string,
  item: I,
  options: { readonly map?: readonly [key: string, value: string]; readonly limit?: Limit } = {},
): ListField<I> {
  const { map = null, limit = null } = options;
  return { kind: 'list', itemName, item, wireName: null, map, limit };
}

/** A field with the property it fills, as the readers and writers take it. */
export interface BoundField {
  readonly property: string;
  readonly wire: string;
  readonly field: Field;
}

export function bind(fields: Fields): BoundField[] {
  return Object.entries(fields).flatMap(([property, field]) =>
    field.kind === 'internal' ? [] : [{ property, wire: field.wireName ?? property, field }],
  );
}
