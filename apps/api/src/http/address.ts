import type { IncomingMessage } from 'node:http';

/** An address that no route has; requests whose own address must not be matched are routed there. */
const NOWHERE = '/%00';

export type AddressFault = 'undecodable' | 'nowhere';

const faults = new WeakMap<IncomingMessage, AddressFault>();

/**
 * The address that is given to the router. Addresses that cannot be decoded, and those that could
 * mean something else than they say (`;`, dot segments, backslashes), match no route.
 * Contract: core 1.1
 */
export function routedAddress(request: IncomingMessage): string {
  const address = originForm(request.url ?? '/');
  if (!/[%;\\]|\/\./.test(address)) return address;
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

/** Takes `http://host` off an absolute-form target (RFC 9112 section 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const absolute = /^https?:\/\/[^/?]*(.*)$/i.exec(target);
  if (!absolute) return target;
  return absolute[1]!.startsWith('/') ? absolute[1]! : `/${absolute[1]!}`;
}

function addressFault(address: string): AddressFault | null {
  const path = pathOf(address);
  if (!isDecodable(address)) return 'undecodable';
  if (/[;\\]/.test(path)) return 'nowhere';
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
