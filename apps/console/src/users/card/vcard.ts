import { childOf, element, isNamed, parseXml, textOf, writeXml } from '../../shared/xml/xml';
import type { Element } from '../../shared/xml/xml';

const EMPTY = `<vCard xmlns="vcard-temp"/>`;

/** What the form shows of a vCard (XEP-0054); of what may stand there several times the first. */
export interface Card {
  readonly fullName: string;
  readonly nickname: string;
  readonly title: string;
  readonly organisation: string;
  readonly phone: string;
  readonly cardEmail: string;
  readonly birthday: string;
  readonly about: string;
  /** the document, with all that no field shows; empty: there is none */
  readonly xml: string;
}

export type CardField = Exclude<keyof Card, 'xml'>;

const PLACES: Readonly<Record<CardField, readonly string[]>> = {
  fullName: ['FN'],
  nickname: ['NICKNAME'],
  title: ['TITLE'],
  organisation: ['ORG', 'ORGNAME'],
  phone: ['TEL', 'NUMBER'],
  cardEmail: ['EMAIL', 'USERID'],
  birthday: ['BDAY'],
  about: ['DESC'],
};

export function readCard(xml: string): Card {
  const root = parseXml(xml || EMPTY);
  const valueAt = (path: readonly string[]) => {
    let at: Element | undefined = root;
    for (const name of path) at = at && childOf(at, name);
    return at ? textOf(at) : '';
  };
  const values = Object.entries(PLACES).map(([name, path]) => [name, valueAt(path)]);
  return { ...(Object.fromEntries(values) as Record<CardField, string>), xml };
}

/** The document with other values; a field that is emptied goes, all else stays as it is. */
export function withValues(xml: string, values: Partial<Record<CardField, string | null>>): string {
  let root = parseXml(xml || EMPTY);
  for (const [name, value] of Object.entries(values)) {
    root = valued(root, PLACES[name as CardField], value ?? '');
  }
  return writeXml(root);
}

/** @param photo base64, of a JPEG; `null`: none */
export function withPhoto(xml: string, photo: string | null): string {
  const root = valued(parseXml(xml || EMPTY), ['PHOTO'], '');
  if (photo === null) return writeXml(root);
  const typed = valued(root, ['PHOTO', 'TYPE'], 'image/jpeg');
  return writeXml(valued(typed, ['PHOTO', 'BINVAL'], photo));
}

/** Lines of its own for each element, for who wants to see it. */
export const sourceOf = (xml: string): string => xml.replaceAll(/></g, '>\n<');

function valued(root: Element, [first, ...below]: readonly string[], value: string): Element {
  if (first === undefined) return { ...root, children: [value] };
  // what stands beside the value says something of it alone
  if (value === '') {
    return { ...root, children: root.children.filter((child) => !isNamed(child, first)) };
  }
  const former = childOf(root, first);
  const child = valued(former ?? element(first, ''), below, value);
  const others = root.children.map((one) => (one === former ? child : one));
  return { ...root, children: former ? others : [...others, child] };
}
