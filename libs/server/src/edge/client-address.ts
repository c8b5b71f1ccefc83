import type { IncomingMessage } from 'node:http';
import { isIP, SocketAddress } from 'node:net';
import { AddressList, entriesOf } from './address-list.js';
import { remember } from './remember.js';

/** The origin of a request, according to its connection and trusted proxies. */
export interface Client {
  /**
   * for address lists, audit and log; `unknown` if the forwarded text is not an address, which is
   * then discarded. Contract: core 1.4 "Client address"; extensions E10, I-7
   */
  readonly address: string;
  /**
   * the key of rate limits: for IPv6 the /64, for an unknown client the peer. Contract: extensions
   * E5.1
   */
  readonly counted: string;
}

const UNKNOWN = 'unknown';
const HAS_ZONE = /%[^%]*$/;

/** The canonical spelling; IPv4-mapped IPv6 becomes IPv4. `null` if invalid */
const canonical = remember((text = '') => {
  const family = isIP(text);
  if (family === 0) return null;
  const { address } = new SocketAddress({
    address: text.replace(HAS_ZONE, ''),
    family: family === 4 ? 'ipv4' : 'ipv6',
  });
  return /^::ffff:\d+\./.test(address) ? address.slice('::ffff:'.length) : address;
}, 10_000);

/** Whom to believe about where requests come from. */
export class TrustedProxies extends AddressList {
  /** whether whoever connects is believed: the listener is a socket of Unix, and `unix` is trusted */
  readonly everybody: boolean;

  /** @param isSocket whether the app listens on a socket of Unix */
  constructor(entries: readonly string[], isSocket: boolean) {
    super(entries);
    this.everybody = isSocket && entries.includes('unix');
  }
}

export function clientOf({ headers, socket }: IncomingMessage, trusted: TrustedProxies): Client {
  const forwarded = headers['x-forwarded-for'];
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  return clientBehind(socket.remoteAddress ?? '', text, trusted, trusted.everybody);
}

/** The peer, or the client that trusted proxies name in `X-Forwarded-For`. */
export function clientBehind(
  peer: string,
  forwardedFor: string | undefined,
  trusted: AddressList,
  everybody = false,
): Client {
  const own = canonical(peer) ?? UNKNOWN;
  if (forwardedFor === undefined || !(everybody || trusted.has(own)))
    return { address: own, counted: counted(own) };
  const hops = entriesOf(forwardedFor).map((hop) => canonical(hop) ?? UNKNOWN);
  const address = hops.findLast((hop) => !trusted.has(hop)) ?? hops[0] ?? own;
  return { address, counted: counted(address === UNKNOWN ? own : address) };
}

/** The owner of one IPv6 address has its whole /64. */
function counted(address: string): string {
  if (!address.includes(':')) return address;
  const [front = [], back = []] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
