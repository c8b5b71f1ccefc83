import { ElementBuilder, type Element } from '@chat-admin/codecs/xml/element';
import { escapeAttribute } from '@chat-admin/codecs/xml/escape';
import { xmlParser, type XmlTag } from '@chat-admin/codecs/xml/parser';

export { element, type Element } from '@chat-admin/codecs/xml/element';

/** As it is written: prefixes and declarations of namespaces are names and attributes like others. */
class WrittenBuilder extends ElementBuilder {
  override opened({ name, attributes }: XmlTag): void {
    const written = Object.values(attributes).map((one) => ({
      ...{ name: one.name, namespace: '', value: one.value },
    }));
    this.open(name, '', written);
  }
}

/**
 * The policy of the page forbids the parser of the browser (`trusted-types 'none'`).
 * @throws Error if it is not well-formed
 */
export function parseXml(xml: string): Element {
  const builder = new WrittenBuilder();
  xmlParser(builder).write(xml).close();
  return builder.root!;
}

export function writeXml({ name, attributes, children }: Element): string {
  const pairs = attributes.map((one) => ` ${one.name}="${escapeAttribute(one.value)}"`);
  const start = `<${name}${pairs.join('')}`;
  const content = children.map((one) =>
    typeof one === 'string' ? escapeAttribute(one) : writeXml(one),
  );
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** Whatever its prefix. */
export const isNamed = (one: Element | string, name: string): one is Element =>
  typeof one !== 'string' && one.name.replace(/^.*:/, '') === name;

export const childOf = ({ children }: Element, name: string): Element | undefined =>
  children.find((one): one is Element => isNamed(one, name));

export const textOf = ({ children }: Element): string =>
  children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('');
