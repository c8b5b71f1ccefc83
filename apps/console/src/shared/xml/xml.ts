import { SaxesParser } from 'saxes';

/** As it is written: prefixes and declarations of namespaces are attributes and names like others. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: (Element | string)[];
}

/**
 * The policy of the page forbids the parser of the browser (`trusted-types 'none'`).
 * @throws Error if it is not well-formed
 */
export function parseXml(xml: string): Element {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let root: Element | null = null;
  const add = (child: Element | string) => open.at(-1)?.children.push(child);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [] };
    add(element);
    open.push(element);
    root ??= element;
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  return root!;
}

export function writeXml({ name, attributes, children }: Element): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const content = children.map((one) => (typeof one === 'string' ? escaped(one) : writeXml(one)));
  const start = `<${name}${pairs.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** Whatever its prefix. */
export const isNamed = (one: Element | string, name: string): one is Element =>
  typeof one !== 'string' && one.name.replace(/^.*:/, '') === name;

export const childOf = ({ children }: Element, name: string): Element | null =>
  children.find((one): one is Element => isNamed(one, name)) ?? null;

export const textOf = ({ children }: Element): string =>
  children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"\t\n\r]/g, (one) => ESCAPES[one]!);
