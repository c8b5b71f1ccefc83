import { bind } from './fields.js';
import type { Field, Fields, Item, Nested, ScalarField } from './fields.js';
import { booleanScalar, dateScalar, integerScalar } from './scalars.js';
import type { Doc, ListDoc } from './schema.js';

/** A JSON Schema for OpenAPI 3.1, including XML objects. */
export interface DocumentSchema {
  readonly type: 'object' | 'array' | 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly items?: DocumentSchema;
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

export type DescribableDocument = Doc<Fields> | ListDoc<Item>;

/** The schema of a document, derived from its declaration. */
export function describe(document: DescribableDocument): DocumentSchema {
  if (document.kind === 'doc') return { ...describeDoc(document), xml: { name: document.root } };
  const { root, member, itemName, item } = document;
  const entry = { ...describeItem(item), xml: { name: itemName } };
  return {
    type: 'object',
    properties: { [member]: { type: 'array', items: entry } },
    xml: { name: root },
  };
}

function describeDoc({ fields }: Nested): DocumentSchema {
  const properties = bind(fields).map(({ wire, field }) => [wire, describeField(field)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, DocumentSchema>,
  };
}

function describeField(field: Field): DocumentSchema {
  if (field.kind === 'scalar') return describeScalar(field);
  const entry = { ...describeItem(field.item), xml: { name: field.itemName } };
  return { type: 'array', items: entry, xml: { wrapped: true } };
}

function describeItem(item: Item): DocumentSchema {
  return item.kind === 'doc' ? describeDoc(item) : describeScalar(item);
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
