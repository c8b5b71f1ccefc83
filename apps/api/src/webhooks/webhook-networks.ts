import { isIP } from 'node:net';
import { WebhookAddresses } from '@chat-admin/domain/webhooks/webhook';
import { AddressList, hostOf, plainAddress } from '@chat-admin/server/edge/address-list';

/** IPv4 that is not public unicast: RFC 6890 and its updates, 6to4 relays, multicast, reserved. */
const SPECIAL_V4 = new AddressList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** Nothing else of IPv6 is public unicast, neither NAT64, ULA, link-local nor multicast. */
const GLOBAL_V6 = new AddressList(['2000::/3']);
/** Of these: Teredo and other protocols, documentation, 6to4. */
const SPECIAL_V6 = new AddressList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Where events may be sent to. Contract: extensions E8.3 "Addresses" */
export class WebhookNetworks extends WebhookAddresses {
  private readonly own: AddressList;

  /** @param networks addresses and ranges that may be reached although they are not public, and without TLS */
  constructor(networks: readonly string[]) {
    super();
    this.own = new AddressList(networks);
  }

  isUsable(text: string): boolean {
    if (!/^https?:\/\/[^\s#\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return false;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?]*@/.test(text)) return false;
    if (url.protocol === 'https:') return true;
    const host = hostOf(url);
    return isIP(host) === 0 ? !this.own.isEmpty : this.allows(host, false);
  }

  /** Whether this address may be dialled. */
  allows(address: string, isSecure: boolean): boolean {
    const plain = plainAddress(address);
    return this.own.has(plain) || (isSecure && isPublic(plain));
  }
}

function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL_V4.has(address);
  return GLOBAL_V6.has(address) && !SPECIAL_V6.has(address);
}
