import { availableParallelism } from 'node:os';
import { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { Credentials, FullCredentials } from '@chat-admin/domain/users/credentials';
import { Limiter } from './limiter.js';
import { deriveScramKeys, matchesScramKeys } from './scram-keys.js';

export const DEFAULT_SCRAM_ITERATIONS = 10_000;

const MAX_WAITING_REQUESTS = 1000;

/**
 * Derives keys on libuv's thread pool, at most one derivation per core at once, so that other users
 * of the pool (mainly gzip) are not delayed. A list queues one request per worker, so that single
 * requests are served between its entries.
 */
export class ScramPasswordHasher extends PasswordHasher {
  private readonly limiter: Limiter;

  constructor(
    private readonly iterations: number = DEFAULT_SCRAM_ITERATIONS,
    private readonly slots: number = availableParallelism(),
  ) {
    super();
    this.limiter = new Limiter(slots, MAX_WAITING_REQUESTS);
  }

  derive(password: string): Promise<FullCredentials> {
    return this.limiter.run(async () => ({
      scramSha1: await deriveScramKeys('sha1', password, this.iterations),
      scramSha256: await deriveScramKeys('sha256', password, this.iterations),
    }));
  }

  async deriveAll(passwords: readonly string[]): Promise<readonly FullCredentials[]> {
    const derived = new Array<FullCredentials>(passwords.length);
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < passwords.length) {
        const index = next;
        next += 1;
        derived[index] = await this.derive(passwords[index]!);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.slots, passwords.length) }, worker));
    return derived;
  }

  async matches(password: string, { scramSha1, scramSha256 }: Credentials): Promise<boolean> {
    if (scramSha256 !== null) {
      return this.limiter.run(() => matchesScramKeys('sha256', password, scramSha256));
    }
    if (scramSha1 === null) return false;
    return this.limiter.run(() => matchesScramKeys('sha1', password, scramSha1));
  }
}
