import type { FastifyReply } from 'fastify';
import { HISTORY_HEADER } from './history-header.js';
import { IGNORED_HEADER } from './ignored-header.js';

const EXPOSED = [
  ...[
    'X-Request-Id',
    'X-Error-Code',
    'Retry-After',
    'ETag',
    'Link',
    'Location',
    'Content-Location',
  ],
  ...['X-Total-Count', 'X-Total-Count-Limited', 'Idempotency-Replayed', 'X-Dry-Run', 'RateLimit'],
  ...['RateLimit-Policy', 'Accept-Patch', 'Deprecation', 'WWW-Authenticate', IGNORED_HEADER],
  HISTORY_HEADER,
].join(', ');

const ALLOWED = [
  ...['origin', 'content-type', 'accept', 'authorization', 'content-encoding', 'x-request-id'],
  ...['if-match', 'if-none-match', 'idempotency-key', 'last-event-id', 'x-csrf-token'],
  'x-background',
].join(', ');

/** CORS headers for configured origins, on every response. Contract: core 1.8 "CORS"; extensions E10, I-15 */
export class Cors {
  private readonly origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.origins = new Set(origins);
  }

  apply(origin: string | undefined, method: string, reply: FastifyReply): void {
    if (origin === undefined || !this.origins.has(origin)) return;
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Allow-Credentials', 'true')
      .header('Access-Control-Expose-Headers', EXPOSED)
      .header('Vary', 'Origin');
    if (method !== 'OPTIONS') return;
    reply
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD')
      .header('Access-Control-Allow-Headers', ALLOWED)
      .header('Access-Control-Max-Age', '600');
  }
}
