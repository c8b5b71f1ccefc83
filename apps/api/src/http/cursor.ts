import { createHash } from 'node:crypto';
import type { Position } from '@chat-admin/domain/shared/paging';

const PREFIX = 'c1.';
const MAX_LENGTH = 8192;

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

/** @returns `null` for what is unreadable, or from another list */
export function readCursor(text: string, digest: string, kind: 'text' | 'time'): Position | null {
  if (!text.startsWith(PREFIX) || text.length > MAX_LENGTH) return null;
  const parts = parsed(Buffer.from(text.slice(PREFIX.length), 'base64url').toString());
  const areTexts = Array.isArray(parts) && parts.every((part) => typeof part === 'string');
  if (!areTexts || parts.length !== 3) return null;
  const [value, key, from] = parts as [string, string, string];
  if (from !== digest || `${value}${key}`.includes('\0')) return null;
  return kind === 'time' && !/^-?\d{1,17}$/.test(value) ? null : { value, key };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
