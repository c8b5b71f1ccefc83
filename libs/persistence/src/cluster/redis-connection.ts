import { Redis } from 'ioredis';

export interface RedisConnectionOptions {
  /** `redis://` or `rediss://`; its credentials never appear in messages */
  readonly url: string;
  /** timeout of a command; default 1000 */
  readonly commandTimeoutMs?: number;
  /** learns how long each command took */
  readonly onAnswer?: (failed: boolean, seconds: number) => void;
}

/** Redis is unreachable or failed to execute a command. */
export class RedisAway extends Error {}

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 2_000;

/**
 * The shared connection to Redis. It is opened immediately and reconnects forever. While it is
 * down, commands fail immediately: nothing is queued, and nothing sent over a lost connection is
 * sent again.
 */
export class RedisConnection {
  /** resolves when the first connection attempt has succeeded or failed; never rejects */
  readonly tried: Promise<void>;
  private readonly onAnswer: (failed: boolean, seconds: number) => void;
  private readonly redis: Redis;
  private reason = 'not connected yet';

  /** @throws if the URL is invalid */
  constructor({ url, commandTimeoutMs = 1_000, onAnswer }: RedisConnectionOptions) {
    this.onAnswer = onAnswer ?? (() => undefined);
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
      // commands that timed out stay registered with the client until the connection is closed
      socketTimeout: 2 * commandTimeoutMs,
      disableClientInfo: true,
      retryStrategy: (times) =>
        Math.min(FIRST_DELAY_MS * 2 ** Math.min(times, 10), LONGEST_DELAY_MS) *
        (0.5 + Math.random() / 2),
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    // the errors themselves must not be passed on: they contain the arguments of AUTH
    this.redis.on('error', ({ message }: Error) => (this.reason = message));
    this.tried = new Promise((resolve) => {
      for (const event of ['ready', 'close', 'end']) this.redis.once(event, () => resolve());
    });
    this.redis.connect().catch(() => undefined);
  }

  /** Takes over user and password for the next connection. */
  renew(url: string): void {
    const { username, password } = new URL(url);
    this.redis.options.username = decodeURIComponent(username) || undefined;
    this.redis.options.password = decodeURIComponent(password) || undefined;
  }

  /** Whether commands can be sent. */
  get up(): boolean {
    return this.redis.status === 'ready';
  }

  /** Calls back whenever commands can be sent (again). */
  onReady(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  /** Runs a Lua script within the command timeout. @throws RedisAway */
  async run(
    script: string,
    keys: readonly string[],
    values: readonly (string | number)[] = [],
  ): Promise<unknown> {
    if (!this.up) throw new RedisAway(this.reason);
    const began = performance.now();
    let failed = false;
    try {
      return await this.redis.eval(script, keys.length, ...keys, ...values);
    } catch (error) {
      failed = true;
      throw new RedisAway((error as Error).message);
    } finally {
      this.onAnswer(failed, (performance.now() - began) / 1000);
    }
  }

  /** Permanent. Pending commands fail. */
  close(): void {
    this.redis.disconnect();
  }
}
