import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { eventDoc, shownEvent } from '@chat-admin/codecs/events/event.doc';
import type { AttemptResult } from '@chat-admin/domain/webhooks/delivery';
import { hostOf } from '@chat-admin/server/edge/address-list';
import { allowedLookup } from '@chat-admin/server/edge/allowed-lookup';
import type { FindAddresses } from '@chat-admin/server/edge/allowed-lookup';
import type { Attempt } from '@chat-admin/domain/webhooks/webhook-management';
import type { WebhookNetworks } from './webhook-networks.js';
import { signatures } from './webhook-signature.js';

const TIMEOUT_MS = 15_000;
const IDLE_MS = 10_000;
/** More of an answer, which nobody reads, closes the connection. */
const MOST_ANSWER_BYTES = 64 * 1024;

class AddressRefused extends Error {}
class NameUnknown extends Error {}
class TooSlow extends Error {}

/** Requests to receivers: no redirects, no proxies, and of the answer only the status. Contract: extensions E8.3 */
export class WebhookRequests {
  private readonly http = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  private readonly https = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS });
  private readonly running = new Set<ClientRequest>();

  constructor(
    private readonly networks: WebhookNetworks,
    private readonly find: FindAddresses,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Never fails. */
  async attempt({ url, id, secrets, event }: Attempt): Promise<AttemptResult> {
    const target = new URL(url);
    const isSecure = target.protocol === 'https:';
    const host = hostOf(target);
    if (isIP(host) !== 0 && !this.networks.allows(host, isSecure)) {
      return { error: 'address not allowed' };
    }
    const body = eventDoc.writeJson(shownEvent(event));
    const timestamp = Math.floor(Date.now() / 1000);
    const options: RequestOptions = {
      method: 'POST',
      agent: isSecure ? this.https : this.http,
      lookup: this.lookup(isSecure),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'chat-admin',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatures(secrets, id, timestamp, body),
        ...(event.traceparent === null ? {} : { traceparent: event.traceparent }),
      },
    };
    const deadline = Date.now() + this.timeoutMs;
    const send = () => this.send(target, options, body, deadline - Date.now());
    const first = await send();
    // an idle connection that the receiver was just closing
    return first === 'stale' ? this.settled(await send()) : first;
  }

  /** Gives up what is still running. */
  close(): void {
    for (const request of this.running) request.destroy();
    this.http.destroy();
    this.https.destroy();
  }

  private settled(result: AttemptResult | 'stale'): AttemptResult {
    return result === 'stale' ? { error: 'connection failed' } : result;
  }

  private send(
    url: URL,
    options: RequestOptions,
    body: string,
    timeoutMs: number,
  ): Promise<AttemptResult | 'stale'> {
    return new Promise((resolve) => {
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? requestHttps : requestHttp)(url, options);
      this.running.add(request);
      const timer = setTimeout(() => request.destroy(new TooSlow()), timeoutMs);
      let stage: 'connecting' | 'securing' | 'sending' = 'sending';
      const end = (result: AttemptResult | 'stale') => {
        clearTimeout(timer);
        this.running.delete(request);
        resolve(result);
      };
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        stage = 'connecting';
        socket.once('connect', () => (stage = isSecure ? 'securing' : 'sending'));
        if (isSecure) socket.once('secureConnect', () => (stage = 'sending'));
      });
      request.once('response', (response) => {
        end({ responseStatus: response.statusCode!, retryAfter: retryAfterIn(response) });
        discard(response, timeoutMs);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && !(error instanceof TooSlow)) return end('stale');
        end({ error: faultOf(error, stage) });
      });
      request.once('close', () => end({ error: 'connection failed' }));
      request.end(body);
    });
  }

  private lookup(isSecure: boolean): LookupFunction {
    return allowedLookup(this.find, {
      isAllowed: (address) => this.networks.allows(address, isSecure),
      refused: () => new AddressRefused(),
      unknown: () => new NameUnknown(),
    });
  }
}

function faultOf(error: Error, stage: 'connecting' | 'securing' | 'sending') {
  if (error instanceof TooSlow) return 'timeout';
  if (error instanceof AddressRefused) return 'address not allowed';
  if (error instanceof NameUnknown) return 'name not found';
  return stage === 'securing' ? 'tls' : 'connection failed';
}

/** Reads what comes to its end, so that the connection can be used again, unless there is much of it. */
function discard(response: IncomingMessage, timeoutMs: number): void {
  let length = 0;
  const timer = setTimeout(() => response.destroy(), timeoutMs).unref();
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_ANSWER_BYTES) response.destroy();
  });
  response.once('close', () => clearTimeout(timer));
  response.on('error', () => undefined);
}

/** RFC 9110, 10.2.3: seconds or a date; anything else counts as absent. */
function retryAfterIn({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const time = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : Math.max(0, (time - Date.now()) / 1000);
}
