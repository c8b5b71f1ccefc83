import { bind } from './fields.js';
import type {
  BoundField,
  Field,
  Fields,
  Item,
  ListField,
  Nested,
  ScalarField,
  Sending,
} from './fields.js';
import type { Doc, ListDoc } from './schema.js';

/** A JSON Schema for OpenAPI 3.1, including XML objects. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  /** values that are known; there may be others one day */
  readonly 'x-extensible-enum'?: readonly string[];
  readonly title?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly additionalProperties?: DocumentSchema | boolean;
  readonly propertyNames?: DocumentSchema;
  readonly items?: DocumentSchema;
  readonly oneOf?: readonly DocumentSchema[];
  readonly discriminator?: object;
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

export type DescribableDocument = Doc<Fields> | ListDoc<Item>;

/** Fields of documents that are only shown to those who ask for them. Contract: extensions E1.1 `fields` */
export type ExtraFields = ReadonlyMap<Nested, Fields>;

/** As answers have it, wholly or with chosen members; as requests send it; or as a merge patch of it. */
export type DocumentForm = 'shown' | 'chosen' | Sending | 'PATCH';

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
  const { root, member, itemName, item, limit, optional } = document;
  const inline = { ...description.ofItem(item), xml: { name: itemName } };
  const items = item.kind === 'doc' ? entryOf(item, inline) : inline;
  const isSent = form === 'POST' || form === 'PUT';
  const most = isSent && limit !== null ? { maxItems: limit.most } : {};
  return {
    type: 'object',
    ...(isSent && optional ? {} : { required: [member] }),
    properties: { [member]: { type: 'array', items, ...most, xml: { name: itemName } } },
    xml: { name: root },
  };
}

class Description {
  private readonly isShown: boolean;

  constructor(
    private readonly form: DocumentForm,
    private readonly extra: ExtraFields,
  ) {
    this.isShown = form === 'shown' || form === 'chosen';
  }

  ofDoc(document: Nested): DocumentSchema {
    const fields = bind(document.fields).filter(({ field }) => this.has(field));
    const others = this.isShown ? bind(this.extra.get(document) ?? {}) : [];
    const required = fields.filter((field) => this.isRequired(field)).map(({ wire }) => wire);
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries([
        ...fields.map((bound) => [bound.wire, this.ofField(bound)] as const),
        ...others.map((bound) => [bound.wire, this.ofExtra(bound)] as const),
      ]),
      ...(this.form === 'PATCH' ? { additionalProperties: false } : {}),
    };
  }

  ofItem(item: Item): DocumentSchema {
    return item.kind === 'doc' ? this.ofDoc(item) : this.ofScalar(item);
  }

  private has(field: Field): boolean {
    return field.kind === 'list' || field.written || !this.isShown;
  }

  private isRequired({ field }: BoundField): boolean {
    if (this.form === 'PATCH' || this.form === 'chosen') return false;
    if (this.form !== 'shown') return field.neededBy.includes(this.form);
    return field.kind === 'list' ? !field.optional : field.always || field.present;
  }

  private ofExtra(bound: BoundField): DocumentSchema {
    return { ...this.ofField(bound), readOnly: true, description: 'If `fields` names it' };
  }

  private ofField({ wire, field }: BoundField): DocumentSchema {
    const described = field.kind === 'list' ? this.ofList(wire, field) : this.ofScalar(field);
    if (this.isShown) return described;
    const named = withOlderNames(described, field.older);
    return this.form === 'PATCH' && !isLasting(field) ? clearable(named) : named;
  }

  private ofList(wire: string, field: ListField<Item>): DocumentSchema {
    const { map, limit, itemName } = field;
    if (map !== null && this.form === 'PATCH') return this.entriesOf(field, map);
    const most = this.isShown || limit === null ? {} : { maxItems: limit.most };
    return {
      type: 'array',
      items: { ...this.ofItem(field.item), xml: { name: itemName } },
      ...(!this.isShown && isLasting(field) ? { minItems: 1 } : {}),
      ...most,
      xml: { name: wire, wrapped: true },
    };
  }

  /** A merge patch of a list of keys and values. */
  private entriesOf(
    { item, limit }: ListField<Item>,
    [key, value]: readonly [string, string],
  ): DocumentSchema {
    const { properties = {} } = this.ofItem(item);
    const { xml: _key, type: _type, enum: _enum, description: _said, ...names } = properties[key]!;
    const { xml: _value, ...texts } = properties[value]!;
    return {
      type: 'object',
      propertyNames: names,
      additionalProperties: texts,
      ...(limit === null ? {} : { maxProperties: limit.most }),
    };
  }

  private ofScalar({ scalar, attribute, written, values, ...field }: ScalarField<unknown>) {
    const { enum: words, title, isTag: _isTag, ...limits } = values;
    const others = this.isShown ? {} : limits;
    const known = this.isShown ? { 'x-extensible-enum': words } : { enum: words };
    const isFilled = !this.isShown && isLasting(field) && scalar.schema.type === 'string';
    return {
      ...scalar.schema,
      ...(isFilled ? { minLength: 1 } : {}),
      ...others,
      ...(words ? known : {}),
      ...(words && title ? { title } : {}),
      ...(written ? {} : { writeOnly: true }),
      ...(attribute ? { xml: { attribute: true as const } } : {}),
    } as DocumentSchema;
  }
}

/** Whether what it belongs to cannot be without. */
const isLasting = ({ neededBy }: Pick<Field, 'neededBy'>): boolean => neededBy.includes('POST');

function withOlderNames(schema: DocumentSchema, older: readonly string[]): DocumentSchema {
  if (older.length === 0) return schema;
  const names = `Also read as ${older.map((name) => `\`${name}\``).join(', ')}`;
  const { description } = schema;
  return { ...schema, description: description === undefined ? names : `${description}. ${names}` };
}

/** Also `null`. */
function clearable(schema: DocumentSchema): DocumentSchema {
  const words = schema.enum ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type as string, 'null'], ...words };
}
