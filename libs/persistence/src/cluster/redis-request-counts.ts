import {
  LocalRequestCounts,
  RequestCounts,
  WINDOW_S,
} from '@chat-admin/domain/access/request-counts';
import type { CountedRequests } from '@chat-admin/domain/access/request-counts';
import { COUNT_REQUEST } from './cluster-scripts.js';
import type { RedisConnection } from './redis-connection.js';

/** Counts the requests to all instances together; those to this one alone while Redis is away. */
export class RedisRequestCounts extends RequestCounts {
  private readonly local = new LocalRequestCounts();

  constructor(
    private readonly connection: RedisConnection,
    private readonly keyPrefix = 'chat-admin:',
  ) {
    super();
  }

  async count(caller: string): Promise<CountedRequests> {
    const key = `${this.keyPrefix}{requests}:${caller}`;
    try {
      const counted = await this.connection.run(COUNT_REQUEST, [key], [WINDOW_S * 1000]);
      const [count, left] = counted as readonly [number, number];
      return { count, secondsLeft: Math.max(1, Math.ceil(left / 1000)) };
    } catch {
      return this.local.count(caller);
    }
  }
}
