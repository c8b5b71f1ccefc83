import { escapeApostrophed, escapeText } from './escape.js';
import { xmlParser, type XmlEvents, type XmlTag } from './parser.js';
import { plainElement } from './plain-element.js';
import { XML, type Attribute, type Element } from './tree.js';

export type { Attribute, Element } from './tree.js';

const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** What XML 1.0 forbids, as characters */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;
const REFERENCE = /&#(?:x([0-9a-f]{1,8})|(\d{1,10}));/gi;

/** Without characters that XML forbids, also where they are written as references. */
export function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, '').replace(REFERENCE, (whole, hex?: string, digits?: string) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return isAllowed(code) ? whole : '';
  });
}

function isAllowed(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

type Building = Element & { readonly children: (Element | string)[] };

/** Makes an element of what a parser tells. */
export class ElementBuilder implements XmlEvents {
  /** the outermost element, when it is complete */
  root: Element | null = null;
  private readonly path: Building[] = [];

  opened({ local, uri, attributes }: XmlTag): void {
    const own = Object.values(attributes).filter(
      (one) => one.uri !== XMLNS && one.name !== 'xmlns',
    );
    this.open(
      local,
      uri,
      own.map((one) => ({ name: one.local, namespace: one.uri, value: one.value })),
    );
  }

  protected open(name: string, namespace: string, attributes: readonly Attribute[]): void {
    this.path.push({ name, namespace, attributes, children: [] });
  }

  text(text: string): void {
    this.path.at(-1)?.children.push(text);
  }

  closed(): void {
    const element = this.path.pop()!;
    const parent = this.path.at(-1);
    if (parent) parent.children.push(element);
    else this.root = element;
  }
}

/** The root element of a text; `null` for what is not well formed, has a DTD, or is nested too deeply. */
export const parseElement = (text: string): Element | null =>
  plainElement(text) ?? parsedElement(text);

/** The same by the parser alone, whatever form the text has. */
export function parsedElement(text: string): Element | null {
  const builder = new ElementBuilder();
  return isRead(text, builder) ? builder.root : null;
}

/** The name of what {@link parseElement} would make, without making it: of many elements it would take much memory. */
export function rootOf(text: string): Pick<Element, 'name' | 'namespace'> | null {
  const names: Pick<Element, 'name' | 'namespace'>[] = [];
  const opened = ({ local, uri }: XmlTag) => {
    if (names.length === 0) names.push({ name: local, namespace: uri });
  };
  return isRead(text, { opened }) ? names[0]! : null;
}

function isRead(text: string, events: XmlEvents): boolean {
  try {
    xmlParser(events).write(text).close();
    return true;
  } catch {
    return false;
  }
}

/** The text of an element, in apostrophes and without prefixes but `xml` and those of attributes. */
export function writeElement(element: Element, around = ''): string {
  const { name, namespace, attributes, children } = element;
  let tag = `<${name}`;
  if (namespace !== around) tag += ` xmlns='${escapeApostrophed(namespace)}'`;
  attributes.forEach((attribute, index) => {
    const value = escapeApostrophed(attribute.value);
    if (attribute.namespace === '') tag += ` ${attribute.name}='${value}'`;
    else if (attribute.namespace === XML) tag += ` xml:${attribute.name}='${value}'`;
    else {
      const prefix = `n${index}`;
      tag += ` xmlns:${prefix}='${escapeApostrophed(attribute.namespace)}' ${prefix}:${attribute.name}='${value}'`;
    }
  });
  if (children.length === 0) return `${tag}/>`;
  const inside = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : writeElement(child, namespace),
  );
  return `${tag}>${inside.join('')}</${name}>`;
}

export function element(
  name: string,
  namespace: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Element | string)[] = [],
): Element {
  const listed = Object.entries(attributes).map(([key, value]) => ({
    name: key,
    namespace: '',
    value,
  }));
  return { name, namespace, attributes: listed, children };
}

export const elementsOf = ({ children }: Element): readonly Element[] =>
  children.filter((child) => typeof child !== 'string');

export const childOf = (parent: Element, name: string, namespace?: string): Element | undefined =>
  elementsOf(parent).find(
    (child) => child.name === name && (namespace === undefined || child.namespace === namespace),
  );

export const textOf = ({ children }: Element): string =>
  children.filter((child) => typeof child === 'string').join('');

export const attributeOf = ({ attributes }: Element, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name && attribute.namespace === '')?.value;

/** With attributes set; `null` takes one away. */
export function withAttributes(
  target: Element,
  changes: Readonly<Record<string, string | null>>,
): Element {
  const kept = target.attributes.filter(
    ({ name, namespace }) => namespace !== '' || !(name in changes),
  );
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [{ name, namespace: '', value }],
  );
  const { name, namespace, children } = target;
  return { name, namespace, attributes: [...added, ...kept], children };
}
