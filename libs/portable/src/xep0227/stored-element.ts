import type { Attribute, Element } from '@chat-admin/codecs/xml/element';
import { withoutForbidden } from '@chat-admin/codecs/xml/element';

const XML = 'http://www.w3.org/XML/1998/namespace';
const MAX_DEPTH = 200;

/**
 * An element as the chat server keeps it in JSON: `{"name","attr","__array":[…]}`, where `attr.xmlns` is left out if it is that of the parent,
 * and the name of an attribute with a namespace is `<namespace>\u0001<name>`.
 * @returns `null` for anything else
 */
export function elementOfStored(value: unknown, around = '', depth = 0): Element | null {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return null;
  const { name, attr = {}, __array = [] } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof attr !== 'object' || !Array.isArray(__array)) return null;
  const { xmlns, ...others } = attr as Readonly<Record<string, unknown>>;
  const namespace = typeof xmlns === 'string' ? xmlns : around;
  const children = __array.map((child) =>
    typeof child === 'string'
      ? withoutForbidden(child)
      : elementOfStored(child, namespace, depth + 1),
  );
  if (children.includes(null)) return null;
  return {
    ...{ name, namespace, children: children as Element['children'] },
    attributes: Object.entries(others).map(([key, text]) => attributeOf(key, String(text))),
  };
}

function attributeOf(key: string, text: string): Attribute {
  const value = withoutForbidden(text);
  if (key.startsWith('xml:')) return { name: key.slice(4), namespace: XML, value };
  const end = key.indexOf('\u0001');
  return end < 0
    ? { name: key, namespace: '', value }
    : { name: key.slice(end + 1), namespace: key.slice(0, end), value };
}
