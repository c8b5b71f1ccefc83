import { bind } from './fields.js';
import type { BoundField, Field, Fields, Item, ListField, Nested, ScalarField } from './fields.js';
import type { Doc, ListDoc } from './schema.js';

/** A JSON Schema for OpenAPI 3.1, including XML objects. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly title?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: DocumentSchema;
  readonly items?: DocumentSchema;
  readonly oneOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

export type DescribableDocument = Doc<Fields> | ListDoc<Item>;

/** Fields of documents that are only shown to those who ask for them. Contract: extensions E1.1 `fields` */
export type ExtraFields = ReadonlyMap<Nested, Fields>;

/** As answers have it, as requests send it, or as a merge patch of it. */
export type DocumentForm = 'shown' | 'sent' | 'patch';

/**
 * The schema of a document, derived from its declaration.
 * @param entryOf what stands for the schema of the entries of a list document
 */
export function describe(
  document: DescribableDocument,
  form: DocumentForm,
  extra: ExtraFields = new Map(),
  entryOf: (item: Nested, inline: DocumentSchema) => DocumentSchema = (_item, inline) => inline,
): DocumentSchema {
  const description = new Description(form, extra);
  if (document.kind === 'doc')
    return { ...description.ofDoc(document), xml: { name: document.root } };
  const { root, member, itemName, item } = document;
  const inline = { ...description.ofItem(item), xml: { name: itemName } };
  const entry = item.kind === 'doc' ? entryOf(item, inline) : inline;
  return {
    type: 'object',
    // of a request it may be absent, as an empty list
    ...(form === 'shown' ? { required: [member] } : {}),
    properties: { [member]: { type: 'array', items: entry } },
    xml: { name: root },
  };
}

class Description {
  constructor(
    private readonly form: DocumentForm,
    private readonly extra: ExtraFields,
  ) {}

  ofDoc(document: Nested): DocumentSchema {
    const fields = bind(document.fields).filter(({ field }) => this.has(field));
    const others = this.form === 'shown' ? bind(this.extra.get(document) ?? {}) : [];
    const required = this.form === 'shown' ? fields.filter(isAlwaysThere) : [];
    return {
      type: 'object',
      ...(required.length > 0 ? { required: required.map(({ wire }) => wire) } : {}),
      properties: Object.fromEntries([
        ...fields.map(({ wire, field }) => [wire, this.ofField(field)] as const),
        ...others.map(
          ({ wire, field }) =>
            [
              wire,
              { ...this.ofField(field), readOnly: true, description: 'If `fields` names it' },
            ] as const,
        ),
      ]),
    };
  }

  ofItem(item: Item): DocumentSchema {
    return item.kind === 'doc' ? this.ofDoc(item) : this.ofScalar(item);
  }

  private has(field: Field): boolean {
    return field.kind === 'list' || field.written || this.form !== 'shown';
  }

  private ofField(field: Field): DocumentSchema {
    const described = field.kind === 'list' ? this.ofList(field) : this.ofScalar(field);
    if (this.form === 'shown') return described;
    const named = withOlderNames(described, field.older);
    return this.form === 'patch' ? clearable(named) : named;
  }

  private ofList(field: ListField<Item>): DocumentSchema {
    const entry = { ...this.ofItem(field.item), xml: { name: field.itemName } };
    const list = { type: 'array', items: entry, xml: { wrapped: true } } as const;
    if (this.form === 'shown') return list;
    const limited = field.limit === null ? list : { ...list, maxItems: field.limit.most };
    return { oneOf: [limited, ...this.otherFormsOf(field)] };
  }

  private otherFormsOf({ map, itemName }: ListField<Item>): readonly DocumentSchema[] {
    if (map === null) {
      const description = `With the list as \`${itemName}\``;
      return [{ type: 'object', deprecated: true, description }];
    }
    if (this.form === 'sent') return [{ type: 'object', description: 'Values by key' }];
    const description = 'Values by key that are set; `null` removes one';
    const whole = { [itemName]: { type: ['array', 'object'], items: {} } };
    return [
      { type: 'object', description, additionalProperties: { type: ['string', 'null'] } },
      { type: 'object', deprecated: true, required: [itemName], properties: whole },
    ];
  }

  private ofScalar({ scalar, attribute, written, values }: ScalarField<unknown>): DocumentSchema {
    const { enum: words, title, ...limits } = values;
    return {
      ...scalar.schema,
      ...(this.form === 'shown'
        ? words
          ? { enum: words, ...(title ? { title } : {}) }
          : {}
        : limits),
      ...(words && this.form !== 'shown' ? { description: `One of ${words.join(', ')}` } : {}),
      ...(written ? {} : { writeOnly: true }),
      ...(attribute ? { xml: { attribute: true as const } } : {}),
    };
  }
}

function isAlwaysThere({ field }: BoundField): boolean {
  return field.kind === 'list' ? !field.optional : field.always || field.present;
}

function withOlderNames(schema: DocumentSchema, older: readonly string[]): DocumentSchema {
  if (older.length === 0) return schema;
  const names = `Also read as ${older.map((name) => `\`${name}\``).join(', ')}`;
  const { description } = schema;
  return { ...schema, description: description === undefined ? names : `${description}. ${names}` };
}

/** Also `null`. */
function clearable(schema: DocumentSchema): DocumentSchema {
  if (schema.oneOf) return { ...schema, oneOf: [...schema.oneOf, { type: 'null' }] };
  return { ...schema, type: [schema.type as string, 'null'] };
}
