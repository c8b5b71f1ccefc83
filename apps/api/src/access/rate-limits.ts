import { tooMany } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import type { Principal } from '@chat-admin/domain/access/principal';
import { WINDOW_S } from '@chat-admin/domain/access/request-counts';
import type { CountedRequests, RequestCounts } from '@chat-admin/domain/access/request-counts';
import type { FastifyReply } from 'fastify';

/** How often keys may call. Contract: extensions E5.3, rateLimit */
export class RateLimits {
  constructor(private readonly counts: RequestCounts) {}

  /**
   * Counts the request, and says in its answer what is left.
   * @returns the refusal, if nothing was left
   */
  take(
    { id, bounds: { rateLimit } }: Principal,
    reply: FastifyReply,
  ): WireFault | null | Promise<WireFault | null> {
    if (rateLimit === 0) return null;
    const counted = this.counts.count(id);
    return counted instanceof Promise
      ? counted.then((one) => tell(one, rateLimit, reply))
      : tell(counted, rateLimit, reply);
  }
}

function tell(
  { count, secondsLeft }: CountedRequests,
  limit: number,
  reply: FastifyReply,
): WireFault | null {
  const left = Math.max(0, limit - count);
  reply
    .header('RateLimit-Policy', `"key";q=${limit};w=${WINDOW_S}`)
    .header('RateLimit', `"key";r=${left};t=${secondsLeft}`);
  return count > limit ? tooMany(secondsLeft) : null;
}
