import { Redis } from 'ioredis';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`; its credentials appear in no message */
  readonly url: string;
  /** how long one command may take; default 1000 */
  readonly commandTimeoutMs?: number;
}

/** Redis cannot be reached, or did not do what it was told. */
export class RedisAway extends Error {}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;

/**
 * The connection that everything with Redis shares. It is opened at once and for ever: tries go on by
 * themselves. While it is down every command fails immediately; nothing is queued, and nothing that
 * was sent over a lost connection is sent again.
 */
export class RedisConnection {
  /** resolves when the first try to connect has succeeded or failed; never rejects */
  readonly tried: Promise<void>;
  private readonly redis: Redis;
  private reason = 'not connected yet';

  /** @throws when the address cannot be read */
  constructor({ url, commandTimeoutMs = 1_000 }: RedisConnectionOptions) {
    if (!/^rediss?:\/\/\S+$/.test(url) || !URL.canParse(url)) {
      throw new Error('The address of Redis cannot be read');
    }
    this.redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: commandTimeoutMs,
      connectTimeout: commandTimeoutMs,
      // commands that timed out leave the connection's books only with the connection
      socketTimeout: 2 * commandTimeoutMs,
      disableClientInfo: true,
      retryStrategy: (times) =>
        Math.min(FIRST_DELAY_MS * 2 ** Math.min(times, 10), LONGEST_DELAY_MS) *
        (0.5 + Math.random() / 2),
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    // The errors themselves must not be passed on: they carry the arguments of AUTH.
    this.redis.on('error', ({ message }: Error) => (this.reason = message));
    this.tried = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) this.redis.once(event, () => resolve());
    });
    this.redis.connect().catch(() => undefined);
  }

  /** Calls back each time when commands can be sent again. */
  onReady(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  /** Runs a Lua script. Answers within the time for one command. @throws RedisAway */
  async run(
    script: string,
    keys: readonly string[],
    values: readonly (string | number)[] = [],
  ): Promise<unknown> {
    if (this.redis.status !== 'ready') throw new RedisAway(this.reason);
    try {
      return await this.redis.eval(script, keys.length, ...keys, ...values);
    } catch (error) {
      throw new RedisAway((error as Error).message);
    }
  }

  /** For good. Commands under way fail. */
  close(): void {
    this.redis.disconnect();
  }
}
