import { elementsOf, parsedElement, textOf } from '@chat-admin/codecs/xml/element';
import type { Element as Parsed } from '@chat-admin/codecs/xml/element';

/** What the description says of XML: JSON Schema with OpenAPI's `xml`. */
export interface XmlSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly XmlSchema[];
  readonly oneOf?: readonly XmlSchema[];
  readonly properties?: Readonly<Record<string, XmlSchema>>;
  readonly items?: XmlSchema;
  readonly xml?: { readonly name?: string; readonly attribute?: true; readonly wrapped?: true };
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** A document in XML as the JSON value that the schema means, with what does not fit its `xml`. */
export interface XmlReading {
  readonly value: unknown;
  readonly faults: readonly string[];
}

/**
 * Reads a document by nothing but its schema, as a client does that is generated from it. What the schema does
 * not name stays in the value under its own name.
 * @param resolve finds what a reference stands for
 * @throws if the text is not well formed
 */
export function readDescribedXml(
  text: string,
  schema: XmlSchema,
  resolve: (reference: string) => XmlSchema,
): XmlReading {
  const reader = new Reader(resolve);
  const root = elementOf(text);
  const value = reader.document(root, schema);
  return { value, faults: reader.faults };
}

class Reader {
  readonly faults: string[] = [];

  constructor(private readonly resolve: (reference: string) => XmlSchema) {}

  document(root: Element, schema: XmlSchema): unknown {
    const known = this.found(schema);
    const choices = (known.anyOf ?? known.oneOf ?? [known]).map((one) => this.found(one));
    const chosen = choices.find(({ xml }) => xml?.name === root.name);
    if (chosen === undefined) {
      const names = choices.map(({ xml }) => xml?.name ?? 'none');
      this.faults.push(`the root element is ${root.name} instead of ${names.join(' or ')}`);
    }
    return this.valueOf(root, chosen ?? choices[0]!);
  }

  private valueOf(element: Element, schema: XmlSchema): unknown {
    const { oneOf } = this.found(schema);
    const known = this.found(oneOf?.[0] ?? schema);
    if (known.properties) return this.object(element, known.properties);
    if (known.type === 'object') return {};
    for (const { name } of element.children) this.faults.push(`${element.name} has ${name}`);
    for (const name of Object.keys(element.attributes)) {
      this.faults.push(`${element.name} has the attribute ${name}`);
    }
    return scalarOf(element.text, known);
  }

  private object(element: Element, properties: NonNullable<XmlSchema['properties']>) {
    if (element.text.trim() !== '') this.faults.push(`${element.name} has text`);
    const value: Record<string, unknown> = {};
    const left = new Set(element.children);
    for (const [name, schema] of Object.entries(properties)) {
      const known = this.found(schema);
      if (known.xml?.attribute) {
        const text = element.attributes[name];
        if (text !== undefined) value[name] = scalarOf(text, known);
        continue;
      }
      const isList = known.type === 'array';
      const isBare = isList && !known.xml?.wrapped;
      const wanted = isBare ? this.entryName(known) : (known.xml?.name ?? name);
      const own = element.children.filter((child) => child.name === wanted);
      for (const child of own) left.delete(child);
      if (isBare) value[name] = own.map((child) => this.valueOf(child, known.items!));
      else if (own.length > 1) this.faults.push(`${element.name} has ${wanted} more than once`);
      if (isBare || own.length === 0) continue;
      value[name] = isList ? this.entries(own[0]!, known) : this.valueOf(own[0]!, known);
    }
    for (const name of Object.keys(element.attributes)) {
      const isOwn = properties[name] !== undefined;
      if (isOwn && !this.found(properties[name]!).xml?.attribute) {
        this.faults.push(`${name} is an attribute of ${element.name}`);
      }
      value[name] ??= element.attributes[name];
    }
    for (const { name, text } of left) {
      if (properties[name] !== undefined)
        this.faults.push(`${name} is an element of ${element.name}`);
      value[name] = text;
    }
    return value;
  }

  private entries(element: Element, list: XmlSchema): unknown[] {
    const wanted = this.entryName(list);
    for (const { name } of element.children) {
      if (name !== wanted) this.faults.push(`${element.name} has ${name} instead of ${wanted}`);
    }
    return element.children.map((child) => this.valueOf(child, list.items!));
  }

  private entryName({ items }: XmlSchema): string {
    return items?.xml?.name ?? this.found(items!).xml?.name ?? '';
  }

  private found(schema: XmlSchema): XmlSchema {
    return schema.$ref === undefined ? schema : this.resolve(schema.$ref);
  }
}

function scalarOf(text: string, { type }: XmlSchema): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function elementOf(text: string): Element {
  const root = parsedElement(text);
  if (root === null) throw new Error(`not well formed: ${text}`);
  return plain(root);
}

const plain = (parsed: Parsed): Element => ({
  name: parsed.name,
  attributes: Object.fromEntries(parsed.attributes.map(({ name, value }) => [name, value])),
  children: elementsOf(parsed).map(plain),
  text: textOf(parsed),
});
