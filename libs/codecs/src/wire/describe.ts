import { bind } from './fields.js';
import type { Field, Fields, Item, Nested, ScalarField } from './fields.js';
import { booleanScalar, dateScalar, integerScalar } from './scalars.js';
import type { Doc, ListDoc } from './schema.js';

/** A JSON Schema for OpenAPI 3.1, including XML objects. */
export interface DocumentSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly items?: DocumentSchema;
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

export type DescribableDocument = Doc<Fields> | ListDoc<Item>;

/** Fields of documents that are only shown to those who ask for them. Contract: extensions E1.1 `fields` */
export type ExtraFields = ReadonlyMap<Nested, Fields>;

/** The schema of a document, derived from its declaration. */
export function describe(
  document: DescribableDocument,
  extra: ExtraFields = new Map(),
): DocumentSchema {
  if (document.kind === 'doc') {
    return { ...describeDoc(document, extra), xml: { name: document.root } };
  }
  const { root, member, itemName, item } = document;
  const entry = { ...describeItem(item, extra), xml: { name: itemName } };
  return {
    type: 'object',
    properties: { [member]: { type: 'array', items: entry } },
    xml: { name: root },
  };
}

function describeDoc(document: Nested, extra: ExtraFields): DocumentSchema {
  const usual = bind(document.fields).map(({ wire, field }) => [wire, describeField(field, extra)]);
  const others = bind(extra.get(document) ?? {}).map(({ wire, field }) => [
    wire,
    { ...describeField(field, extra), readOnly: true, description: 'If `fields` names it' },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries([...usual, ...others]) as Record<string, DocumentSchema>,
  };
}

function describeField(field: Field, extra: ExtraFields): DocumentSchema {
  if (field.kind === 'scalar') return describeScalar(field);
  const entry = { ...describeItem(field.item, extra), xml: { name: field.itemName } };
  return { type: 'array', items: entry, xml: { wrapped: true } };
}

function describeItem(item: Item, extra: ExtraFields): DocumentSchema {
  return item.kind === 'doc' ? describeDoc(item, extra) : describeScalar(item);
}

function describeScalar({ scalar, attribute, written }: ScalarField<unknown>): DocumentSchema {
  return {
    ...typeOf(scalar),
    ...(written ? {} : { writeOnly: true }),
    ...(attribute ? { xml: { attribute: true as const } } : {}),
  };
}

function typeOf(scalar: unknown): Pick<DocumentSchema, 'type' | 'format'> {
  if (scalar === integerScalar) return { type: 'integer', format: 'int32' };
  if (scalar === booleanScalar) return { type: 'boolean' };
  if (scalar === dateScalar) return { type: 'string', format: 'date-time' };
  return { type: 'string' };
}
