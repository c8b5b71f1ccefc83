import { parseElement as parsed } from '@chat-admin/codecs/xml/element';
import type { Element } from '@chat-admin/codecs/xml/element';

export * from '@chat-admin/codecs/xml/element';

/** Of an attribute with a namespace. The chat server reads no element with such a one, nor what is stored beside it. */
const REFUSED = /[<>& '"]/;
const DECLARED = /\sxmlns:[^\s=]+\s*=\s*(?:"[^"]*[&>'\s]|'[^']*[&>"\s])/;

/** Whether a text has to be looked through for such attributes, which few have. */
export const mayHaveRefused = (text: string): boolean => DECLARED.test(text);

/**
 * The root element of a text, without attributes that the chat server refuses, as without characters that it refuses; `null` for what is
 * not well formed, has a DTD, or is nested too deeply.
 */
export function parseElement(text: string): Element | null {
  const root = parsed(text);
  return root !== null && mayHaveRefused(text) ? withoutRefused(root) : root;
}

function withoutRefused(element: Element): Element {
  return {
    ...element,
    attributes: element.attributes.filter(({ namespace }) => !REFUSED.test(namespace)),
    children: element.children.map((child) =>
      typeof child === 'string' ? child : withoutRefused(child),
    ),
  };
}
