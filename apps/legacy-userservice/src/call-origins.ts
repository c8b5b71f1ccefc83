import type { IncomingMessage } from 'node:http';
import { entriesOf } from '@chat-admin/server/edge/address-list';
import { clientBehind, clientOf, TrustedProxies } from '@chat-admin/server/edge/client-address';
import type { Client } from '@chat-admin/server/edge/client-address';
import { ForwardingToken } from '@chat-admin/server/edge/forwarding-token';
import { socketPath } from '@chat-admin/server/process/listen-address';
import type { LegacyConfig } from './config.js';

type Needed = Pick<LegacyConfig, 'host' | 'trustedProxies' | 'forwardingToken'>;

/** Where calls come from, by the way on which they came. Contract: muc-and-legacy 11.1 "Forwarded" */
export class CallOrigins {
  private readonly trusted: TrustedProxies;
  private readonly token: ForwardingToken;
  /** clients of requests that came to a listener of the API in this process */
  private readonly known = new WeakMap<IncomingMessage, Client>();

  constructor({ host, trustedProxies, forwardingToken }: Needed) {
    this.trusted = new TrustedProxies(trustedProxies, socketPath(host) !== null);
    this.token = new ForwardingToken(forwardingToken);
  }

  /** Call before the request is routed. */
  learn(request: IncomingMessage, client: Client): void {
    this.known.set(request, client);
  }

  of(request: IncomingMessage): Client {
    const known = this.known.get(request);
    if (known !== undefined) return known;
    if (!this.token.isCarriedBy(request)) return clientOf(request, this.trusted);
    const forwarded = entriesOf(String(request.headers['x-forwarded-for'] ?? '')).at(-1);
    return clientBehind(request.socket.remoteAddress ?? '', forwarded, this.trusted, true);
  }
}
