import type pg from 'pg';
import { Random } from '../random.js';
import type { Takeover } from '../takeover/takeover.js';
import type { FuzzRequest } from './api-requests.js';
import { judge } from './answers.js';
import { auditFaults, entriesOwed } from './audit-check.js';
import { generate, type Generated } from './generators.js';
import { type Operation, operationsOf } from './grammar.js';
import { Sender } from './send.js';
import { SlowBodies } from './slow-bodies.js';
import { Slowness } from './slowness.js';

export interface FuzzTargets {
  /** of instances of the API and of the user service, without path */
  readonly api: readonly string[];
  readonly userservice: readonly string[];
  readonly secret: string;
  readonly database: pg.Pool;
  readonly takeover: Takeover;
  /** brings back people, groups and rooms that requests have taken away; called before each batch */
  readonly furnish: () => Promise<void>;
}

export interface FuzzOptions {
  readonly seed: number;
  readonly requests: number;
  /** requests that are under way at a time; default 6 */
  readonly workers?: number;
  /** after which a request counts as one that hangs; default 60 s */
  readonly timeoutMs?: number;
  /** stops after this many faults; default 20 */
  readonly maxFaults?: number;
  readonly progress?: (done: number) => void;
}

export interface FuzzReport {
  readonly requests: number;
  /** how often each status was answered */
  readonly statuses: ReadonlyMap<number, number>;
  /** what was wrong, with the request that repeats it */
  readonly faults: readonly string[];
  /** how often each status was answered to bodies that stall or are slow */
  readonly slowBodies: ReadonlyMap<string, number>;
  /** how long the requests of each generator took */
  readonly slowness: readonly string[];
  /** routes that were never answered with success, `GET /path` */
  readonly unreached: readonly string[];
}

const BATCH = 500;
/** so that all slow bodies end before the others, but for those of a small run */
const REQUESTS_PER_SLOW_BODY = 10_000;

/** Asks, in batches, whatever comes to mind, and judges the answers and the audit log. */
export async function fuzz(targets: FuzzTargets, options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, workers = 6, timeoutMs = 60_000, maxFaults = 20, progress } = options;
  const senders = {
    api: targets.api.map((url) => new Sender(url, timeoutMs)),
    userservice: targets.userservice.map((url) => new Sender(url, timeoutMs)),
  };
  try {
    const operations = await readOperations(senders.api[0]!, targets.secret);
    const run = new Run(targets, senders, operations, seed);
    const slow = new SlowBodies(
      { api: targets.api[0]!, userservice: targets.userservice[0]!, secret: targets.secret },
      Math.ceil(requests / REQUESTS_PER_SLOW_BODY),
    );
    for (let done = 0; done < requests && run.faults.length < maxFaults; done += BATCH) {
      await targets.furnish();
      await targets.takeover.furnish();
      await run.batch(done, Math.min(done + BATCH, requests), workers);
      progress?.(Math.min(done + BATCH, requests));
    }
    run.faults.push(...(await slow.end()));
    return { ...run.report(), slowBodies: slow.statuses };
  } finally {
    for (const sender of [...senders.api, ...senders.userservice]) sender.close();
  }
}

async function readOperations(sender: Sender, secret: string): Promise<readonly Operation[]> {
  const target = '/plugins/restapi/v1/openapi.json';
  const headers = { authorization: secret };
  const { bytes } = await sender.send({ method: 'GET', target, headers, body: null }, 'openapi');
  return operationsOf(bytes.toString(), target);
}

class Run {
  readonly faults: string[] = [];
  private readonly statuses = new Map<number, number>();
  private readonly reached = new Set<string>();
  private readonly slowness = new Slowness();
  private sent = 0;

  constructor(
    private readonly targets: FuzzTargets,
    private readonly senders: Readonly<Record<FuzzRequest['app'], readonly Sender[]>>,
    private readonly operations: readonly Operation[],
    private readonly seed: number,
  ) {}

  async batch(from: number, to: number, workers: number): Promise<void> {
    this.slowness.measureLoop();
    const owed = new Map<string, number>();
    const unknown = new Set<string>();
    const lines = new Map<string, string>();
    let next = from;
    const work = async () => {
      while (next < to) {
        const index = next++;
        const id = `fuzz-${this.seed}-${index}`;
        const generated = this.requestAt(index);
        lines.set(id, shown(generated.request));
        const count = await this.ask(generated, id, index);
        if (count === null) unknown.add(id);
        else owed.set(id, count);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    this.faults.push(...(await this.targets.takeover.judge()));
    const ours = (id: string) => lines.has(id) && !unknown.has(id);
    for (const fault of await auditFaults(this.targets.database, owed, ours)) {
      this.faults.push(`${fault}\n  ${lines.get(fault.slice(0, fault.indexOf(':'))) ?? ''}`);
    }
  }

  report(): Omit<FuzzReport, 'slowBodies'> {
    const routes = this.operations.map(({ method, pattern }) => `${method} ${pattern}`);
    return {
      requests: this.sent,
      statuses: this.statuses,
      faults: this.faults,
      slowness: this.slowness.lines(),
      unreached: routes.filter((route) => !this.reached.has(route)),
    };
  }

  /** The same for a seed, whatever was done before. */
  private requestAt(index: number): Generated {
    const { secret, userservice, takeover } = this.targets;
    const { operations } = this;
    const hasUserservice = userservice.length > 0;
    return generate(
      { operations, secret, hasUserservice, takeover },
      Random.part(this.seed, index),
    );
  }

  /** @returns the audit entries that it owes; null: that cannot be known */
  private async ask(
    { generator, request }: Generated,
    id: string,
    index: number,
  ): Promise<number | null> {
    const senders = this.senders[request.app];
    this.sent += 1;
    const begin = performance.now();
    try {
      const answer = await senders[index % senders.length]!.send(request, id);
      this.slowness.note(generator, performance.now() - begin);
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 300) this.note(request);
      const { fault, error } = judge(request, answer);
      if (fault)
        this.faults.push(
          `${id}: ${fault}\n  ${shown(request)}\n  ${answer.bytes.toString().slice(0, 500)}`,
        );
      return entriesOwed(request, answer, error);
    } catch (error) {
      this.faults.push(`${id}: no answer (${(error as Error).message})\n  ${shown(request)}`);
      return null;
    }
  }

  private note({ app, method, target }: FuzzRequest): void {
    if (app !== 'api') return;
    const path = target.split('?')[0]!.split('/');
    const fits = ({ pattern }: Operation) => {
      const parts = pattern.split('/');
      return (
        parts.length === path.length &&
        parts.every((part, at) => part.startsWith('{') || part === path[at])
      );
    };
    for (const operation of this.operations) {
      if (operation.method === method && fits(operation))
        this.reached.add(`${method} ${operation.pattern}`);
    }
  }
}

function shown({ app, method, target, headers, body }: FuzzRequest): string {
  const { authorization: _secret, ...rest } = headers;
  const sent = body ? ` ${JSON.stringify(body.toString('latin1').slice(0, 1_000))}` : '';
  return `${app} ${method} ${target.slice(0, 500)} ${JSON.stringify(rest)}${sent}`;
}
