import { createHash } from 'node:crypto';
import type { Position } from '@chat-admin/domain/shared/paging';

const PREFIX = 'c1.';
/** Of a cursor, for descriptions. */
export const CURSOR_PATTERN = '^c1\\.[A-Za-z0-9_-]+$';
const MAX_LENGTH = 8192;
const LARGEST_ID = 2n ** 63n - 1n;
const UNSTORABLE = /\0|\p{Surrogate}/u;
/** years 1 to 9999 */
export const EARLIEST_SECOND = -62_135_596_800;
export const LATEST_SECOND = 253_402_300_799;

/**
 * The identity of a list: its path and what decides its entries and their order. A cursor only
 * counts for the list that it is from.
 */
export function listDigest(path: string, parameters: object): string {
  const identity = JSON.stringify([decodeURIComponent(path).replace(/\/$/, ''), parameters]);
  return createHash('sha256').update(identity).digest('base64url').slice(0, 16);
}

/** A position as text for clients, who cannot read it. Contract: extensions E1.1 "Cursor" */
export function writeCursor({ value, key }: Position, digest: string): string {
  return PREFIX + Buffer.from(JSON.stringify([value, key, digest])).toString('base64url');
}

/**
 * The `Link` to the next page: all parameters of the request, but where it begins.
 * @param address of the request, with its parameters
 */
export function nextLink(path: string, address: string, cursor: string): string {
  const parameters = new URLSearchParams(address.split('?').slice(1).join('?'));
  for (const name of ['offset', 'after']) parameters.delete(name);
  parameters.set('after', cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

/** Of which kind the parts of a position are. Times are told in units of so many per second. */
export interface PositionKinds {
  readonly value: 'text' | { readonly perSecond: number };
  readonly key: 'text' | 'number';
}

/** What a parameter has that says where a page begins. */
export const A_PLACE = 'the value that it has in a Link of this list';

/** @returns `null` for what is unreadable, from another list, or beyond what the database can hold */
export function readCursor(text: string, digest: string, kinds: PositionKinds): Position | null {
  if (!text.startsWith(PREFIX) || text.length > MAX_LENGTH) return null;
  const parts = parsed(Buffer.from(text.slice(PREFIX.length), 'base64url').toString());
  const areTexts = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
  if (!areTexts || parts.length !== 3) return null;
  const [value, key, from] = parts as [string, string, string];
  if (from !== digest || UNSTORABLE.test(`${value}${key}`)) return null;
  if (kinds.key === 'number' && !isStoredNumber(key)) return null;
  return kinds.value === 'text' || isTime(value, kinds.value) ? { value, key } : null;
}

/** Whether it is a `bigint` of PostgreSQL, as ids are. */
export const isStoredNumber = (text: string): boolean =>
  /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_ID;

const isTime = (text: string, { perSecond }: { readonly perSecond: number }): boolean => {
  const seconds = /^-?\d{1,18}$/.test(text) ? Number(text) / perSecond : NaN;
  return seconds >= EARLIEST_SECOND && seconds < LATEST_SECOND + 1;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
