import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { until } from '@chat-admin/debian-programs/until';
import { call, type Reply, SECRET } from './http.js';

export interface Outcome {
  readonly what: string;
  /** `null`: no response */
  readonly reply: Reply | null;
  readonly error: Error | null;
}

const WORKERS = 6;
const PAUSE_AFTER_FAILURE_MS = 20;

const succeeded = ({ reply }: Outcome): boolean =>
  reply !== null && reply.status >= 200 && reply.status < 300;

/** `[method, path, body]` */
export type Request = readonly [method: string, path: string, body?: object];

/** Clients that create, read, change and read users without pause, over kept-alive connections. */
export class Load {
  /** users whose creation was acknowledged, with their possible current names */
  readonly acknowledged = new Map<string, Set<string>>();
  private readonly outcomes: Outcome[] = [];
  private readonly workers: Promise<void>[];
  private longestMs = 0;
  private stopped = false;

  /**
   * @param more what else is sent for each user
   * @param prefix of the names of users
   * @param authorization of all requests, until it is changed
   */
  constructor(
    private readonly url: string,
    private readonly more: (username: string) => readonly Request[] = () => [],
    private readonly prefix = 'load',
    public authorization = SECRET,
  ) {
    this.workers = Array.from({ length: WORKERS }, (_, worker) => this.work(worker));
  }

  static get width(): number {
    return WORKERS;
  }

  get total(): number {
    return this.outcomes.length;
  }

  /** Everything not answered with 2xx. */
  get failures(): readonly Outcome[] {
    return this.outcomes.filter((outcome) => !succeeded(outcome));
  }

  /** For people who read the log of a run. */
  get summary(): string {
    const longest = Math.round(this.longestMs);
    return `${this.total} requests, ${this.failures.length} failed, the longest took ${longest} ms`;
  }

  /**
   * Waits for this many further successes, to be sure that the clients have seen the current state.
   */
  async progress(successes = 60): Promise<void> {
    const from = this.total;
    const enough = () => this.outcomes.slice(from).filter(succeeded).length >= successes;
    await until(`${successes} requests more have succeeded`, enough).catch((error: Error) => {
      throw new Error(`${error.message}; ${inspect(this.failures.at(-1))}`);
    });
  }

  /** Waits for requests in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.workers);
  }

  /** @param stored names of all users by username @returns users whose acknowledged state is missing there */
  lost(stored: ReadonlyMap<string, string>): readonly string[] {
    return [...this.acknowledged]
      .filter(([username, allowed]) => !allowed.has(stored.get(username) ?? 'absent'))
      .map(([username]) => username);
  }

  private async work(worker: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !this.stopped; turn++)
      await this.life(`${this.prefix}-${worker}-${turn}`, agent);
    agent.destroy();
  }

  private async life(username: string, agent: Agent): Promise<void> {
    const user = { username, password: 'secret-of-load', name: 'first' };
    if (!(await this.send('POST', '/users', agent, user))) return;
    const names = new Set(['first']);
    this.acknowledged.set(username, names);
    await this.send('GET', `/users/${username}`, agent);
    // without a response it may have happened or not
    names.add('second');
    if (await this.send('PUT', `/users/${username}`, agent, { username, name: 'second' })) {
      names.delete('first');
    }
    await this.send('GET', `/users/${username}`, agent);
    for (const [method, path, more] of this.more(username)) {
      await this.send(method, path, agent, more);
    }
  }

  private async send(method: string, path: string, agent: Agent, body?: object): Promise<boolean> {
    const what = `${method} ${path}`;
    const sent = performance.now();
    const { authorization } = this;
    const outcome: Outcome = await call(this.url, method, path, {
      ...{ agent, authorization },
      ...(body && { body }),
    }).then(
      (reply) => ({ what, reply, error: null }),
      (error: Error) => ({ what, reply: null, error }),
    );
    this.outcomes.push(outcome);
    this.longestMs = Math.max(this.longestMs, performance.now() - sent);
    if (!succeeded(outcome)) await delay(PAUSE_AFTER_FAILURE_MS);
    return succeeded(outcome);
  }
}
