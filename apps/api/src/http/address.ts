import type { IncomingMessage } from 'node:http';
import { originForm } from '@chat-admin/server/edge/request-target';

/** An address that no route has; requests whose own address must not be matched are routed there. */
const NOWHERE = '/%00';

export type AddressFault = 'unreadable' | 'nowhere';

const faults = new WeakMap<IncomingMessage, AddressFault>();

/**
 * The address that is given to the router. Addresses that cannot be decoded, and those that could
 * mean something else than they say (`;`, `#`, dot segments, empty segments, backslashes), match no
 * route. Contract: core 1.1
 */
export function routedAddress(request: IncomingMessage): string {
  const address = originForm(request.url ?? '/');
  const plain = address.startsWith('/') && !/[%;\\#]|\/[./]/.test(address);
  if (plain) return address;
  const fault = addressFault(address);
  if (fault === null) return address;
  faults.set(request, fault);
  return NOWHERE;
}

/** What is wrong with the address of a request, decided by {@link routedAddress}. */
export function faultOfAddress(request: IncomingMessage): AddressFault | null {
  return faults.get(request) ?? null;
}

/** The path of an address as received, without the query string. */
export function pathOf(address: string): string {
  const question = address.indexOf('?');
  return question < 0 ? address : address.slice(0, question);
}

/** Whether a decodable path lies below a root in the eyes of the router, which decodes it. */
export function isBelow(root: string, path: string): boolean {
  return (path.includes('%') ? decodeURI(path) : path).startsWith(root);
}

function addressFault(address: string): AddressFault | null {
  const path = pathOf(address);
  if (!isDecodable(address)) return 'unreadable';
  if (!path.startsWith('/') || /[;\\#]|\/\//.test(path)) return 'nowhere';
  const segments = path.split('/');
  return segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment)) ? 'nowhere' : null;
}

/** Percent-encoded UTF-8 without U+0000. */
function isDecodable(text: string): boolean {
  if (text.includes('%00')) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
