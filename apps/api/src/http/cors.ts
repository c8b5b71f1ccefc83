import type { FastifyReply } from 'fastify';

/** CORS headers for configured origins, on every response. Contract: core 1.8 "CORS" */
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
      .header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After')
      .header('Vary', 'Origin');
    if (method !== 'OPTIONS') return;
    reply
      .header('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, OPTIONS, HEAD')
      .header(
        'Access-Control-Allow-Headers',
        'origin, content-type, accept, authorization, content-encoding, x-request-id',
      )
      .header('Access-Control-Max-Age', '600');
  }
}
