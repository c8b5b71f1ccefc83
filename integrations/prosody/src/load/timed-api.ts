import type { Api, Reply } from '../api.js';

/** Measures calls of the API, by kind. */
export class TimedApi {
  private times = new Map<string, number[]>();
  /** calls that were not answered with 2xx */
  readonly failures: string[] = [];

  constructor(private readonly api: Api) {}

  async call(kind: string, method: string, path: string, body?: object): Promise<Reply | null> {
    const begin = performance.now();
    const reply = await this.api.call(method, path, 'json', body).catch((error: Error) => error);
    const taken = performance.now() - begin;
    if (reply instanceof Error || reply.status >= 300) {
      const told = reply instanceof Error ? reply.message : `${reply.status} ${reply.text}`;
      this.failures.push(`${method} ${path}: ${told}`);
      return null;
    }
    const times = this.times.get(kind);
    if (times) times.push(taken);
    else this.times.set(kind, [taken]);
    return reply;
  }

  /** ms of the calls since the last call of this, by kind */
  take(): Map<string, number[]> {
    const taken = this.times;
    this.times = new Map();
    return taken;
  }
}
