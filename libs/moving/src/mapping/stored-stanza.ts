import type { MovedJids } from './jids.js';
import { attributeOf, withAttributes } from '../xml.js';
import type { Element } from '../xml.js';

const XML = 'http://www.w3.org/XML/1998/namespace';
const BOOKMARKS = 'storage:bookmarks';

/** An element as the chat server keeps it in JSON, each with its namespace, be it empty. Moving in: 7 */
export function storedElement({ name, namespace, attributes, children }: Element): object {
  const attr: Record<string, string> = { xmlns: namespace };
  for (const one of attributes) attr[attributeKey(one.namespace, one.name)] = one.value;
  const array = children.map((child) => (typeof child === 'string' ? child : storedElement(child)));
  return array.length === 0 ? { name, attr } : { name, attr, __array: array };
}

function attributeKey(namespace: string, name: string): string {
  if (namespace === '') return name;
  return namespace === XML ? `xml:${name}` : `${namespace}\u0001${name}`;
}

/** Addresses of rooms in bookmarks change with domain and names; all other payloads stay. Moving in: 5.3 */
export function movedPayload(payload: Element, jids: MovedJids): Element {
  if (!jids.changes || payload.namespace !== BOOKMARKS) return payload;
  const children = payload.children.map((child) => {
    if (typeof child === 'string' || child.name !== 'conference') return child;
    const jid = attributeOf(child, 'jid');
    const here = jid === undefined ? null : jids.full(jid);
    return here === null ? child : withAttributes(child, { jid: here });
  });
  return { ...payload, children };
}
