import { elementsOf, parseElement, textOf } from '../xml.js';
import type { Element } from '../xml.js';

/** Attributes of vCards that a run of a directory reads (extensions E13.3). */
const READ_HERE = {
  FN: ['displayname', 'cn'],
  'N/GIVEN': ['givenname'],
  'N/FAMILY': ['sn'],
  'EMAIL/USERID': ['mail'],
  'TEL/NUMBER': ['telephonenumber'],
  TITLE: ['title'],
  'ORG/ORGNAME': ['company', 'o'],
  'PHOTO/BINVAL': ['jpegphoto', 'thumbnailphoto'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
const MOST_NOTES = 100;

/** Sentences on what `ldap.vcard-mapping` says that a vCard here does not have from the directory. */
export function notedOfCard(mapping: string | null): readonly string[] {
  if (mapping === null) return [];
  const root = parseElement(mapping);
  if (root === null) return ['ldap.vcard-mapping is not well formed.'];
  const notes: string[] = [];
  const taken = new Set<string>();
  const walk = (element: Element, path: string): void => {
    const inner = elementsOf(element);
    for (const child of inner) walk(child, path === '' ? child.name : `${path}/${child.name}`);
    const text = textOf(element).trim();
    if (inner.length > 0 || !text.includes('{') || notes.length >= MOST_NOTES) return;
    const attribute = /^\{([^{}]+)\}$/.exec(text)?.[1]?.toLowerCase();
    const known: readonly string[] = READ_HERE[path as keyof typeof READ_HERE] ?? [];
    if (attribute !== undefined && known.includes(attribute) && !taken.has(path)) taken.add(path);
    else notes.push(`ldap.vcard-mapping: ${path} (${text}) is not read here.`);
  };
  walk(root, '');
  return notes;
}
