import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { entriesOf } from './address-list.js';
import type { AddressList } from './address-list.js';
import { remember } from './remember.js';

/** Who a request comes from, as far as its connection and trusted proxies tell. */
export interface Client {
  /**
   * for address lists, audit and log; `unknown` for forwarded text that is no address, of which
   * nothing is kept. Contract: core 1.4 "Client address"; extensions E10, I-7
   */
  readonly address: string;
  /** what limits count: networks of IPv6, and the peer of an unknown client. Contract: extensions E5.1 */
  readonly counted: string;
}

const UNKNOWN = 'unknown';
const HAS_ZONE = /%[^%]*$/;

/** One spelling for each address; IPv4-mapped IPv6 is the IPv4 address. `null`: it is none */
const canonical = remember((text = '') => {
  const family = isIP(text);
  if (family === 0) return null;
  const { address } = new SocketAddress({
    address: text.replace(HAS_ZONE, ''),
    family: family === 4 ? 'ipv4' : 'ipv6',
  });
  return /^::ffff:\d+\./.test(address) ? address.slice('::ffff:'.length) : address;
}, 10_000);

export function clientOf({ headers, socket }: IncomingMessage, trusted: AddressList): Client {
  const forwarded = headers['x-forwarded-for'];
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return clientBehind(socket.remoteAddress ?? '', text, trusted);
}

/** The peer, or what trusted proxies say of it in `X-Forwarded-For`. */
export function clientBehind(
  peer: string,
  forwardedFor: string | undefined,
  trusted: AddressList,
): Client {
  const own = canonical(peer) ?? UNKNOWN;
  if (forwardedFor === undefined || !trusted.has(own))
    return { address: own, counted: counted(own) };
  const hops = entriesOf(forwardedFor).map((hop) => canonical(hop) ?? UNKNOWN);
  const address = hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? own;
  return { address, counted: counted(address === UNKNOWN ? own : address) };
}

/** Whoever has one address of IPv6 has its whole network of 64 bits. */
function counted(address: string): string {
  if (!address.includes(':')) return address;
  const [front = [], back = []] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
