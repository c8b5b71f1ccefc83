import type { FoundEntry } from './messages.js';

/** Texts of an attribute, without values that are no UTF-8. */
export function textsOf({ attributes }: FoundEntry, name: string): readonly string[] {
  const found: string[] = [];
  for (const value of attributes.get(name.toLowerCase()) ?? []) {
    const text = textOf(value);
    if (text !== null) found.push(text);
  }
  return found;
}

/** The first in the order of code points, so that it does not depend on that of the server. */
export function firstOf(entry: FoundEntry, name: string): string | null {
  const texts = textsOf(entry, name);
  return texts.length < 2 ? (texts[0] ?? null) : ([...texts].sort(byCodePoints)[0] ?? null);
}

const byCodePoints = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

const strict = new TextDecoder('utf8', { fatal: true, ignoreBOM: true });

/** @returns null: it is no UTF-8 */
export function textOf(bytes: Buffer): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** @returns the bytes as they are stored by AD in text: the first three groups have the last byte first */
export function guidText(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null;
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex');
  const reversed = (from: number, to: number) =>
    Buffer.from(bytes.subarray(from, to)).reverse().toString('hex');
  const groups = [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)];
  return groups.join('-');
}

/** @returns null: it is no GUID */
export function guidBytes(text: string): Buffer | null {
  const hex = text.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  for (const [from, to] of [
    [0, 4],
    [4, 6],
    [6, 8],
  ] as const) {
    bytes.subarray(from, to).reverse();
  }
  return bytes;
}

/** A value of `map`: the name of an attribute, or a text with several in braces. */
export function attributesIn(mapped: string): readonly string[] {
  return mapped.includes('{')
    ? [...mapped.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)
    : [mapped];
}

/** @returns null: the entry has none of the attributes, or only blanks */
export function mappedValue(entry: FoundEntry, mapped: string): string | null {
  if (!mapped.includes('{')) return firstOf(entry, mapped);
  let isEmpty = true;
  const text = mapped.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = firstOf(entry, name);
    if (value !== null) isEmpty = false;
    return value ?? '';
  });
  const value = text.trim();
  return isEmpty || value === '' ? null : value;
}

/** Of an attribute of AD in steps of 100 ns since 1601; 0 and the greatest number mean never. */
export function fileTime(text: string | null): Date | null {
  if (text === null || !/^\d{1,19}$/.test(text)) return null;
  const steps = BigInt(text);
  if (steps === 0n || steps >= 0x7fff_ffff_ffff_ffffn) return null;
  const milliseconds = Number(steps / 10_000n) - 11_644_473_600_000;
  // years that dates of the database and of callers have
  return milliseconds > 253_402_300_799_999 ? null : new Date(milliseconds);
}
