/** What the description says of a body: JSON Schema with OpenAPI's `xml`. */
export interface BodySchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: BodySchema;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly oneOf?: readonly BodySchema[];
  readonly anyOf?: readonly BodySchema[];
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

/** Where a text stands in a document: names of members, `0` for an entry; of values by key `*key` and `*value`. */
export type Way = readonly string[];

/** Makes documents from their schema alone, with a chosen text at one place, and elsewhere what is meant. */
export class SampleBodies {
  constructor(
    private readonly resolve: (reference: string) => BodySchema,
    private readonly meant: (name: string) => string,
  ) {}

  /** All forms that a document may have. */
  formsOf(schema: BodySchema): readonly BodySchema[] {
    const found = schema.$ref === undefined ? schema : this.resolve(schema.$ref);
    const forms = found.anyOf ?? found.oneOf;
    return forms === undefined ? [found] : forms.flatMap((form) => this.formsOf(form));
  }

  ways(schema: BodySchema): readonly Way[] {
    return this.formsOf(schema).flatMap<Way>(({ type, items, properties }) => {
      if (items) return this.ways(items).map((way) => ['0', ...way]);
      if (properties) {
        return Object.entries(properties).flatMap(([name, member]) =>
          this.ways(member).map((way) => [name, ...way]),
        );
      }
      const types = [type].flat();
      if (types.includes('object')) return [['*key'], ['*value']];
      return types.includes('string') ? [[]] : [];
    });
  }

  json(schema: BodySchema, name = '', way: Way | null = null, text = ''): unknown {
    const form = this.formOn(schema, way);
    const [first, ...rest] = way ?? [];
    if (form.items) return [this.json(form.items, name, first === undefined ? null : rest, text)];
    if (form.properties) {
      const members = Object.entries(form.properties).map(([key, member]) => {
        return [key, this.json(member, key, first === key ? rest : null, text)] as const;
      });
      return Object.fromEntries(members);
    }
    if (first === '*key') return { [text]: 'x' };
    if (first === '*value') return { x: text };
    if (way !== null) return text;
    const [type] = [form.type].flat();
    if (form.enum) return form.enum[0];
    if (type === 'integer' || type === 'number') return 1;
    if (type === 'boolean') return false;
    return form.format === 'date-time' ? '2036-01-02T03:04:05Z' : this.meant(name);
  }

  /** The same as an element, without values by key. */
  xml(schema: BodySchema, name = '', way: Way | null = null, text = ''): string {
    const form = this.formOn(schema, way);
    const [first, ...rest] = way ?? [];
    const own = form.xml?.name ?? name;
    if (form.items) {
      const entry = form.items.xml?.name ?? this.formsOf(form.items)[0]!.xml?.name ?? 'x';
      const entries = this.xml(form.items, entry, first === undefined ? null : rest, text);
      return form.xml?.wrapped ? `<${own}>${entries}</${own}>` : entries;
    }
    if (!form.properties) return `<${own}>${escaped(this.json(form, name, way, text))}</${own}>`;
    let attributes = '';
    let children = '';
    for (const [key, member] of Object.entries(form.properties)) {
      const on = first === key ? rest : null;
      if (this.formsOf(member)[0]!.xml?.attribute) {
        attributes += ` ${key}="${escaped(this.json(member, key, on, text))}"`;
      } else children += this.xml(member, key, on, text);
    }
    return `<${own}${attributes}>${children}</${own}>`;
  }

  /** The form that has the place, or else the first. */
  private formOn(schema: BodySchema, way: Way | null): BodySchema {
    const [first, ...others] = this.formsOf(schema);
    if (way === null || others.length === 0) return first!;
    const shown = way.join();
    const has = (form: BodySchema) => this.ways(form).some((one) => one.join() === shown);
    return [first!, ...others].find(has) ?? first!;
  }
}

const escaped = (value: unknown): string =>
  String(value).replaceAll(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
