/** The bytes are no LDAP. */
export class MalformedMessage extends Error {
  constructor(what: string) {
    super(`The directory sent what is no LDAP: ${what}`);
    this.name = 'MalformedMessage';
  }
}

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

export const TAG = {
  integer: 0x02,
  octets: 0x04,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const;

export interface Head {
  readonly tag: number;
  /** of the element with its head */
  readonly whole: number;
  /** where the content starts */
  readonly start: number;
}

/** More bytes are never needed to know how long an element is. */
export const HEAD_BYTES = 6;

/** @returns null: more bytes are needed @throws MalformedMessage */
export function headOf(bytes: Buffer, at = 0): Head | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  if (first < 0x80) return { tag, whole: 2 + first, start: at + 2 };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new MalformedMessage('a length of unknown form');
  if (bytes.length < at + 2 + count) return null;
  return { tag, whole: 2 + count + bytes.readUIntBE(at + 2, count), start: at + 2 + count };
}

/** Of sequences of known form, with what may be added to them later. */
const FEW = 16;

/**
 * @param most of them; an element of two bytes would take fifty times as many here
 * @returns the elements that fill `bytes` exactly
 * @throws MalformedMessage
 */
export function elementsOf(bytes: Buffer, most = FEW): readonly Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = headOf(bytes, at);
    if (head === null || at + head.whole > bytes.length) {
      throw new MalformedMessage('an element that ends after its parent');
    }
    if (found.length >= most) throw new MalformedMessage('too many elements');
    found.push({ tag: head.tag, content: bytes.subarray(head.start, at + head.whole) });
    at += head.whole;
  }
  return found;
}

/** @throws MalformedMessage if it is absent or another */
export function expected(element: Element | undefined, tag: number): Buffer {
  if (element?.tag !== tag) throw new MalformedMessage('an element of another kind than expected');
  return element.content;
}

/** Of an INTEGER or ENUMERATED. @throws MalformedMessage */
export function wholeNumber(content: Buffer): number {
  if (content.length === 0 || content.length > 4) throw new MalformedMessage('a number too long');
  return content.readIntBE(0, content.length);
}
