import type { Element } from './element.js';

/** What has no namespace gets this one, from the root to the first element that has one. */
export function inNamespace(element: Element, namespace: string): Element {
  if (element.namespace !== '') return element;
  return { ...element, namespace, children: inside(element.children, namespace) };
}

const inside = (children: Element['children'], namespace: string): Element['children'] =>
  children.map((child) => (typeof child === 'string' ? child : inNamespace(child, namespace)));
