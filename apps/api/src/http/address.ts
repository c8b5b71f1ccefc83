import type { IncomingMessage } from 'node:http';
import { API_ROOT } from './api-root.js';
import { originForm } from '@chat-admin/server/edge/request-target';

/** An address that no route has, used for requests whose own address must not be matched. */
const NOWHERE = '/%00';

export type AddressFault = 'unreadable' | 'nowhere';

const faults = new WeakMap<IncomingMessage, AddressFault>();

/**
 * The address passed to the router. Addresses that cannot be decoded or are ambiguous (`;`, `#`,
 * dot segments, empty segments, backslashes) match no route. Contract: core 1.1
 */
export function routedAddress(request: IncomingMessage): string {
  const address = originForm(request.url ?? '/');
  const plain = address.startsWith('/') && !/[%;\\#]|\/[./]|\/session\/(?:$|\?)/.test(address);
  if (plain) return address;
  const fault = addressFault(address);
  if (fault === null) return address;
  faults.set(request, fault);
  return NOWHERE;
}

/** The fault of a request's address, as determined by {@link routedAddress}. */
export function faultOfAddress(request: IncomingMessage): AddressFault | null {
  return faults.get(request) ?? null;
}

/** The path of an address as received, without the query string. */
export function pathOf(address: string): string {
  const question = address.indexOf('?');
  return question < 0 ? address : address.slice(0, question);
}

/** Whether a decodable path lies below a root for the router, which decodes it. */
export function isBelow(root: string, path: string): boolean {
  return (path.includes('%') ? decodeURI(path) : path).startsWith(root);
}

/** What follows the root in a path below it as received, of which every character may be encoded. */
export function belowRoot(path: string, root: string): string {
  const rest = path.split('/').slice(root.split('/').length);
  return rest.length === 0 ? '' : `/${rest.join('/')}`;
}

function addressFault(address: string): AddressFault | null {
  const path = pathOf(address);
  if (!isDecodable(address)) return 'unreadable';
  if (!path.startsWith('/') || /[;\\#]|\/\//.test(path)) return 'nowhere';
  // a browser would keep the cookie to it
  if (decodeURI(path) === `${API_ROOT}/session/`) return 'nowhere';
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
