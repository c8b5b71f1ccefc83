import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat-admin/debian-programs/until';
import pg from 'pg';
import { SECRET, type Service } from '../services.js';
import { withServices } from '../with-services.js';
import { Resident } from './resident.js';
import { OtherCalls } from './other-calls.js';

export interface LinesOptions {
  readonly lines: number;
  /** seconds in which others are asked alone, before and after */
  readonly idle: number;
  /** how many are done before the kill */
  readonly killAt: number;
  /** after which the job is cancelled */
  readonly minutes: number;
  readonly print: (line: string) => void;
}

const SAMPLE_EVERY_MS = 1_000;
const TELL_EVERY_MS = 30_000;
/** A lease lasts 30 s, a look for jobs comes every two. */
const MOST_TAKEOVER_MS = 60_000;
/** What cancelling may take. */
const MOST_END_MS = 5_000;
/** Other calls may wait as much longer. */
const MOST_DELAY = 2;
/** What the memory of an instance may have in addition; a million lines are more than 50 MB, and objects more. */
const MOST_GROWTH_MIB = 160;

/**
 * A table of users, done by two instances of which the working one is killed on the way, while others
 * ask both. Prints memory and latencies. @returns what is wrong
 */
export function lines(options: LinesOptions): Promise<readonly string[]> {
  return withServices(2, async ({ api, database }) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return await new LinesRun(api, client, options).run();
    } finally {
      await client.end();
    }
  });
}

class LinesRun {
  private readonly others: readonly OtherCalls[];
  private readonly resident: Resident;
  private readonly faults: string[] = [];

  constructor(
    private readonly api: readonly Service[],
    private readonly database: pg.Client,
    private readonly options: LinesOptions,
  ) {
    this.others = api.map(({ url }) => new OtherCalls(url));
    this.resident = new Resident(api);
  }

  async run(): Promise<readonly string[]> {
    await this.others[0]!.prepare();
    const idle = await this.idle('Before');
    const before = await this.resident.now();
    for (const other of this.others) other.start();
    const stopSampling = this.resident.keepSampling(SAMPLE_EVERY_MS);
    await this.upload();
    await this.carryOut();
    await stopSampling();
    for (const other of this.others) await other.stop();
    const busy = this.others.map((other) => other.take());
    for (const [at, { p99Ms }] of busy.entries()) {
      const was = Math.max(idle[at]!, 1);
      this.tell(`API ${at}: p99 ${(p99Ms / was).toFixed(2)} times idle`);
      if (p99Ms > MOST_DELAY * was) this.faults.push(`other calls of API ${at} waited too long`);
    }
    await this.idle('Afterwards');
    const after = await this.resident.now();
    for (const [at, { name }] of this.api.entries()) {
      const most = this.resident.most(name);
      this.tell(`${name}: ${before[at]} MiB before, ${most} at most, ${after[at]} afterwards`);
      if (most > before[at]! + MOST_GROWTH_MIB) this.faults.push(`${name} has grown`);
    }
    await this.expectWhole();
    return this.faults;
  }

  /** @returns p99 of each instance */
  private async idle(when: string): Promise<readonly number[]> {
    for (const other of this.others) other.start();
    await delay(this.options.idle * 1000);
    for (const other of this.others) await other.stop();
    return this.others.map((other, at) => {
      const { calls, p50Ms, p99Ms } = other.take();
      this.tell(`${when}, API ${at}: ${calls} calls, p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}`);
      return p99Ms;
    });
  }

  private async upload(): Promise<void> {
    const begin = performance.now();
    const reply = await fetch(`${this.api[0]!.url}/plugins/restapi/v1/jobs?type=users`, {
      method: 'POST',
      headers: { authorization: SECRET, accept: 'application/json', 'content-type': 'text/csv' },
      body: Readable.toWeb(Readable.from(table(this.options.lines))) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    if (reply.status !== 202) throw new Error(`${reply.status} ${await reply.text()}`);
    await reply.text();
    this.tell(`${this.options.lines} lines stored in ${seconds(begin)}`);
  }

  private async carryOut(): Promise<void> {
    const begin = performance.now();
    const end = begin + this.options.minutes * 60_000;
    let isKilled = false;
    let told = begin;
    await until(
      'the job is done',
      async () => {
        const { status, processed } = await this.job();
        if (performance.now() - told > TELL_EVERY_MS) {
          told = performance.now();
          this.tell(`${processed} lines after ${seconds(begin)}; ${await this.memory()}`);
        }
        if (!isKilled && processed >= this.options.killAt) {
          isKilled = true;
          await this.killWorking();
        }
        return isOver(status) || performance.now() > end;
      },
      2 * this.options.minutes * 60_000,
    );
    if (!isOver((await this.job()).status)) await this.cancel();
    this.tell(`Over after ${seconds(begin)}; ${await this.memory()}`);
  }

  private async cancel(): Promise<void> {
    const begin = performance.now();
    const reply = await fetch(`${this.api[0]!.url}/plugins/restapi/v1/jobs/1/cancel`, {
      method: 'POST',
      headers: { authorization: SECRET, accept: 'application/json' },
    });
    this.tell(`Cancelled in ${seconds(begin)}: ${await reply.text()}`);
    if (performance.now() - begin > 2 * MOST_END_MS) this.faults.push('cancelling took too long');
    await until('the job has ended', async () => isOver((await this.job()).status));
  }

  private async killWorking(): Promise<void> {
    const counts = await Promise.all(this.api.map((instance) => instance.jobLines()));
    const working = this.api[counts[0]! >= counts[1]! ? 0 : 1]!;
    await working.kill();
    const begin = performance.now();
    const { processed } = await this.job();
    await until(
      'another instance goes on',
      async () => (await this.job()).processed > processed,
      MOST_TAKEOVER_MS,
    );
    this.tell(`kill -9 of ${working.name} at ${processed}: taken over after ${seconds(begin)}`);
    await working.start();
  }

  private async expectWhole(): Promise<void> {
    const wanted = (await this.job()).processed;
    const { rows } = await this.database.query<Record<string, number>>(`
      select (select count(*) from account where username like 'line%')::int as users,
             count(*)::int as results, count(distinct line)::int as lines, max(line) as last,
             count(*) filter (where outcome = 'created')::int as created,
             (select count(*) from job_batch)::int as batches,
             (select count(*) from audit_entry where summary like 'JOB users %')::int as entries
      from job_result`);
    this.tell(JSON.stringify(rows[0]));
    const expected = {
      ...{ users: wanted, results: wanted, lines: wanted, last: wanted, created: wanted },
      ...{ batches: 0, entries: Math.ceil(wanted / 100) },
    };
    for (const [name, count] of Object.entries(expected)) {
      if (rows[0]![name] !== count) this.faults.push(`${name}: ${rows[0]![name]} for ${count}`);
    }
  }

  private async job(): Promise<{ readonly status: string; readonly processed: number }> {
    const { rows } = await this.database.query('select status, processed from job');
    return rows[0] as { status: string; processed: number };
  }

  private async memory(): Promise<string> {
    return `${(await this.resident.now()).join(', ')} MiB`;
  }

  private tell(line: string): void {
    this.options.print(line);
  }
}

/** In pieces, since a million lines are some 40 MB. */
function* table(count: number): Generator<string> {
  const size = 1_000;
  yield 'username,password,name,email\n';
  for (let start = 0; start < count; start += size) {
    const numbers = Array.from({ length: Math.min(size, count - start) }, (_, at) => start + at);
    yield numbers
      .map((n) => `line${n},p1-secret-${n},"Line, ${n}",line${n}@example.org\n`)
      .join('');
  }
}

const isOver = (status: string) => status !== 'running' && status !== 'queued';
const ms = (value: number) => `${value.toFixed(1)} ms`;
const seconds = (begin: number) => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
