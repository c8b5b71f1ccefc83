import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MAX_DEPTH, XML } from './limits.js';
import { plainElement } from './plain-element.js';
import type { Element } from './tree.js';

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

/** Makes elements of what a parser with namespaces tells. */
export class ElementBuilder {
  private readonly open: Building[] = [];

  get depth(): number {
    return this.open.length;
  }

  /** @throws Error above 200 levels */
  opened({ local, uri, attributes }: Pick<SaxesTagNS, 'local' | 'uri' | 'attributes'>): void {
    if (this.open.length >= MAX_DEPTH) throw new Error('too deep');
    this.open.push({
      name: local,
      namespace: uri,
      attributes: Object.values(attributes)
        .filter((one) => one.uri !== XMLNS && one.name !== 'xmlns')
        .map((one) => ({ name: one.local, namespace: one.uri, value: one.value })),
      children: [],
    });
  }

  text(text: string): void {
    this.open.at(-1)?.children.push(text);
  }

  /** @returns the outermost element, when it is complete */
  closed(): Element | null {
    const element = this.open.pop()!;
    const parent = this.open.at(-1);
    if (!parent) return element;
    parent.children.push(element);
    return null;
  }
}

/** The root element of a text; `null` for what is not well formed, has a DTD, or is nested too deeply. */
export function parseElement(text: string): Element | null {
  return plainElement(text) ?? parsedElement(text);
}

/** The same by the parser alone, whatever form the text has. */
export function parsedElement(text: string): Element | null {
  const builder = new ElementBuilder();
  let root: Element | null = null;
  const parser = parserWithoutDtd();
  parser.on('opentag', (tag) => builder.opened(tag));
  parser.on('closetag', () => {
    root = builder.closed() ?? root;
  });
  parser.on('text', (more) => builder.text(more));
  parser.on('cdata', (more) => builder.text(more));
  try {
    parser.write(text).close();
    return root;
  } catch {
    return null;
  }
}

/** The name of what {@link parseElement} would make, without making it: of many elements it would take much memory. */
export function rootOf(text: string): Pick<Element, 'name' | 'namespace'> | null {
  let root: Pick<Element, 'name' | 'namespace'> | null = null;
  let depth = 0;
  const parser = parserWithoutDtd();
  parser.on('opentag', ({ local, uri }) => {
    root ??= { name: local, namespace: uri };
    depth += 1;
    if (depth > MAX_DEPTH) throw new Error('too deep');
  });
  parser.on('closetag', () => (depth -= 1));
  try {
    parser.write(text).close();
    return root;
  } catch {
    return null;
  }
}

function parserWithoutDtd() {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  return parser;
}

/** The text of an element, in apostrophes and without prefixes but `xml` and those of attributes. */
export function writeElement(element: Element, around = ''): string {
  const { name, namespace, attributes, children } = element;
  let tag = `<${name}`;
  if (namespace !== around) tag += ` xmlns='${escapeAttribute(namespace)}'`;
  attributes.forEach((attribute, index) => {
    const value = escapeAttribute(attribute.value);
    if (attribute.namespace === '') tag += ` ${attribute.name}='${value}'`;
    else if (attribute.namespace === XML) tag += ` xml:${attribute.name}='${value}'`;
    else {
      const prefix = `n${index}`;
      tag += ` xmlns:${prefix}='${escapeAttribute(attribute.namespace)}' ${prefix}:${attribute.name}='${value}'`;
    }
  });
  if (children.length === 0) return `${tag}/>`;
  const inside = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : writeElement(child, namespace),
  );
  return `${tag}>${inside.join('')}</${name}>`;
}

/** Most texts have nothing to escape. */
const IN_TEXT = /[&<>\r]/;
const IN_ATTRIBUTE = /[&<>\r'"\t\n]/;

export const escapeText = (text: string): string => (IN_TEXT.test(text) ? escapedText(text) : text);

const escapedText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xd;');

export const escapeAttribute = (text: string): string =>
  IN_ATTRIBUTE.test(text)
    ? escapedText(text)
        .replaceAll("'", '&apos;')
        .replaceAll('"', '&quot;')
        .replaceAll('\t', '&#x9;')
        .replaceAll('\n', '&#xa;')
    : text;

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
