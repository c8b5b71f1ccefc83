import { setTimeout as delay } from 'node:timers/promises';
import { SourceFailed, SourceRefused } from '../../source.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

const AT_ONCE = 2;
const MOST_TRIES = 12;
const LONGEST_WAIT_S = 300;
const TIMEOUT_MS = 120_000;

export interface RestAddress {
  /** `https://host:9091/plugins/restapi/v1` */
  readonly url: string;
  /** value of `Authorization` */
  readonly secret: string;
  /** for tests */
  readonly wait?: (seconds: number) => Promise<void>;
}

/** An answer that is neither success, nor to be waited for. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';

  constructor(readonly status: number) {
    super(`it answered ${status}`);
  }
}

/** Asks a running server, two calls at once; waits when it says that it is busy. */
export class RestClient {
  private readonly base: string;
  private readonly wait: (seconds: number) => Promise<void>;
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly address: RestAddress) {
    this.base = address.url.replace(/(?<!\/)\/+$/, '');
    this.wait = address.wait ?? ((seconds) => delay(seconds * 1000));
  }

  /**
   * @param path parts of it, as they are
   * @throws Unreachable, SourceFailed, SourceRefused (the secret is not taken)
   */
  async get(path: readonly string[], query: Readonly<Record<string, string>> = {}): Promise<Json> {
    const address = new URL([this.base, ...path.map(encodeURIComponent)].join('/'));
    address.search = new URLSearchParams(query).toString();
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await this.asked(address);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private async asked(address: URL): Promise<Json> {
    for (let tries = 1; ; tries++) {
      const answer = await this.once(address);
      if (answer.ok) {
        const text = await answer.text().catch((error) => {
          throw this.failed(error);
        });
        try {
          return JSON.parse(text) as Json;
        } catch (error) {
          throw new SourceFailed(`${address.pathname} answered no JSON.`, { cause: error });
        }
      }
      await answer.body?.cancel();
      const { status } = answer;
      if (status === 401 || status === 403) {
        throw new SourceRefused(
          `${this.base} does not take the secret, or not from here (${status}).`,
        );
      }
      if (status !== 429 && status !== 503) throw new Unreachable(status);
      if (tries === MOST_TRIES) throw new SourceFailed(`${this.base} stays busy (${status}).`);
      const said = Number(answer.headers.get('retry-after'));
      await this.wait(Math.min(said > 0 ? said : 2 ** Math.min(tries, 6), LONGEST_WAIT_S));
    }
  }

  private async once(address: URL): Promise<Response> {
    try {
      return await fetch(address, {
        headers: { Accept: 'application/json', Authorization: this.address.secret },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
    } catch (error) {
      throw this.failed(error);
    }
  }

  private failed(error: unknown): SourceFailed {
    const { message, cause } = error as Error & { cause?: Error };
    return new SourceFailed(`${this.base} cannot be reached: ${cause?.message ?? message}`);
  }
}
