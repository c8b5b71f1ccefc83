import { setTimeout as delay } from 'node:timers/promises';
import { SECRET } from '../services.js';

/** between two calls of a kind at an instance */
const PAUSE_MS = 100;

export interface Latency {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** What others ask an instance for meanwhile, one call after the other, and how long they wait. */
export class OtherCalls {
  private waits: number[] = [];
  private failures = 0;
  private over = false;
  private running: readonly Promise<void>[] = [];

  /** @param url of the instance */
  constructor(private readonly url: string) {}

  /** Makes the user and the group that the calls are about. */
  async prepare(): Promise<void> {
    await this.call('POST', '/users', { username: 'other', password: 'p1-secret' });
    await this.call('POST', '/groups', { name: 'Others', description: '' });
  }

  start(): void {
    let turn = 0;
    const kinds = [
      () => this.call('GET', '/users/other'),
      () => this.call('PUT', '/users/other', { name: `Other ${turn++}` }),
      () => this.call('GET', '/users?limit=20&fields=username,name'),
      () => this.call('PUT', '/groups/Others', { name: 'Others', description: `${turn++}` }),
    ];
    this.over = false;
    this.running = kinds.map((kind) => this.keepCalling(kind));
  }

  async stop(): Promise<void> {
    this.over = true;
    await Promise.all(this.running);
  }

  /** Of the calls since the last one; failed ones are not among them. */
  take(): Latency & { readonly failures: number } {
    const { failures } = this;
    const sorted = this.waits.sort((a, b) => a - b);
    this.waits = [];
    this.failures = 0;
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      calls: sorted.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      maxMs: sorted.at(-1) ?? 0,
      failures,
    };
  }

  private async keepCalling(kind: () => Promise<void>): Promise<void> {
    while (!this.over) {
      const begin = performance.now();
      try {
        await kind();
        this.waits.push(performance.now() - begin);
      } catch {
        this.failures += 1;
      }
      await delay(PAUSE_MS);
    }
  }

  private async call(method: string, path: string, body?: object): Promise<void> {
    const reply = await fetch(`${this.url}/plugins/restapi/v1${path}`, {
      method,
      headers: {
        ...{ authorization: SECRET, accept: 'application/json' },
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  }
}
