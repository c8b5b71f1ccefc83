import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat-admin/debian-programs/until';
import pg from 'pg';
import type { Service } from '../services.js';
import { Watch } from '../soak/watch.js';
import { withServices } from '../with-services.js';
import { Reader, type Told } from './reader.js';
import { isWritten, Receiver } from './receiver.js';
import { delays, faultsOf, untold } from './verdict.js';
import { Writer } from './writer.js';

export interface EventsOptions {
  readonly minutes: number;
  readonly instances: number;
  readonly writers: number;
  /** milliseconds for which a writer waits before each change */
  readonly pause: number;
  /** a killed instance keeps one waiting for half a minute: the lease */
  readonly webhooks: number;
  /** seconds from the return of an instance to the next kill */
  readonly killEvery: number;
  /** how many kills there are at least; default 0 */
  readonly kills?: number;
  readonly print: (line: string) => void;
}

const SAMPLE_EVERY_MS = 5_000;
/** in which somebody has to be told of something more, as long as not everybody has been told of all */
const TIMEOUT_MS = 60_000;
/** In less time what instances start with is most of what they use. */
const LONG_ENOUGH_MINUTES = 5;

/**
 * Writers at all instances, two readers of the stream of each, and receivers of webhooks, while one instance after the
 * other is killed: each acknowledged change has to be told to each of them, in one order.
 * @returns what is wrong
 */
export function events(options: EventsOptions): Promise<readonly string[]> {
  return withServices(
    options.instances,
    async ({ api, database }) => {
      const pool = new pg.Pool({ connectionString: database.url, max: 2 });
      const run = new EventsRun(api, pool, options);
      try {
        return await run.run();
      } finally {
        await run.close();
        await pool.end();
      }
    },
    { API_WEBHOOK_NETWORKS: '127.0.0.1' },
  );
}

class EventsRun {
  private readonly writers: readonly Writer[];
  private readonly readers: readonly Reader[];
  private readonly receivers: readonly Receiver[];
  private readonly watch: Watch;
  private over = false;

  constructor(
    private readonly api: readonly Service[],
    private readonly pool: pg.Pool,
    private readonly options: EventsOptions,
  ) {
    const urls = api.map(({ url }) => url);
    this.writers = Array.from(
      { length: options.writers },
      (_, at) => new Writer(`w${at}`, [...urls.slice(at % urls.length), ...urls], options.pause),
    );
    // two of each instance, which have to agree
    this.readers = [...urls, ...urls].map((url, at) => new Reader(`reader ${at}`, url));
    this.receivers = Array.from(
      { length: options.webhooks },
      (_, at) => new Receiver(`webhook ${at}`),
    );
    this.watch = new Watch(
      Object.fromEntries(api.map((one) => [one.name, async () => one.pid] as const)),
    );
  }

  async run(): Promise<readonly string[]> {
    const { minutes, print } = this.options;
    for (const receiver of this.receivers) await receiver.start(this.api[0]!.url);
    const begin = await this.lastId();
    print(`${this.api.length} instances, events from ${begin} on`);
    for (const reader of this.readers) reader.start(String(begin));
    for (const writer of this.writers) writer.start();
    const sampling = this.keepSampling();
    const kills = await this.killUntil(performance.now() + minutes * 60_000);
    await Promise.all(this.writers.map((writer) => writer.stop()));
    this.over = true;
    await sampling;
    const changes = this.writers.flatMap(({ acknowledged }) => acknowledged);
    const kept = await this.allKept(begin);
    const faults = [...untold(changes, kept), ...(await this.faultsOfTold(kept))];
    const undecided = this.writers.reduce((sum, writer) => sum + writer.undecided, 0);
    print(`${kills} kills; ${changes.length} changes acknowledged, ${undecided} undecided`);
    print(
      `${kept.length} events, told to ${this.readers.length} readers and ${this.receivers.length} webhooks`,
    );
    for (const { name, told } of [...this.readers, ...this.receivers]) {
      const sorted = delays(changes, told);
      const at = (share: number) =>
        `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)}`;
      print(`${name}: told after ${at(0.5)} ms (p50), ${at(0.99)} ms (p99)`);
    }
    for (const { name, repeated } of this.receivers) print(`${name}: ${repeated} came again`);
    for (const line of this.watch.lines()) print(`By quarter of the time: ${line}`);
    return [...faults, ...(minutes < LONG_ENOUGH_MINUTES ? [] : this.watch.growth())];
  }

  async close(): Promise<void> {
    for (const receiver of this.receivers) await receiver.stop();
  }

  /** @returns how often */
  private async killUntil(endMs: number): Promise<number> {
    const { kills = 0, killEvery } = this.options;
    let turn = 0;
    for (; turn < kills || performance.now() < endMs; turn++) {
      await delay(killEvery * 1000);
      const victim = this.api[turn % this.api.length]!;
      await victim.kill();
      await victim.start();
      this.tellProgress(victim.name);
    }
    return turn;
  }

  private tellProgress(victim: string): void {
    const written = this.writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
    const told = [...this.readers, ...this.receivers].map((one) => one.told.length);
    this.options.print(`${victim} is back; ${written} changes, told: ${told.join(', ')}`);
  }

  private async faultsOfTold(kept: readonly Told[]): Promise<readonly string[]> {
    const last = kept.at(-1)?.id ?? 0;
    const written = kept.filter(isWritten);
    const lastWritten = written.at(-1)?.id ?? 0;
    await this.untilNothingComes(
      () =>
        this.readers.every((reader) => reader.failure !== null || reader.last >= last) &&
        this.receivers.every((receiver) => receiver.last >= lastWritten),
    );
    await Promise.all(this.readers.map((reader) => reader.stop()));
    return [
      ...this.readers.flatMap((reader) => [
        ...(reader.failure === null ? [] : [`${reader.name}: ${reader.failure.message}`]),
        ...faultsOf(reader.name, reader.told, kept),
      ]),
      ...this.receivers.flatMap(({ name, told }) => faultsOf(name, told, written)),
    ];
  }

  /** Or until all is told. A webhook whose instance was killed waits for the end of its lease. */
  private async untilNothingComes(isAllTold: () => boolean): Promise<void> {
    const count = () =>
      [...this.readers, ...this.receivers].reduce((sum, { told }) => sum + told.length, 0);
    for (let told = -1; !isAllTold() && count() > told;) {
      told = count();
      await until('more is told', () => isAllTold() || count() > told, TIMEOUT_MS).catch(
        () => undefined,
      );
    }
  }

  /** Once nothing waits to be published. */
  private async allKept(after: number): Promise<readonly Told[]> {
    await until(
      'all events have ids',
      async () => {
        const { rows } = await this.pool.query('select from event_outbox limit 1');
        return rows.length === 0;
      },
      TIMEOUT_MS,
    );
    const { rows } = await this.pool.query<{ id: string; type: string; object: string }>(
      'select id, type, object from event where id > $1 order by id',
      [after],
    );
    return rows.map(({ id, type, object }) => ({ id: Number(id), type, object, atMs: 0 }));
  }

  private async lastId(): Promise<number> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select coalesce(max(id), 0) as id from event',
    );
    return Number(rows[0]!.id);
  }

  private async keepSampling(): Promise<void> {
    while (!this.over) {
      await this.watch.sample(performance.now());
      await delay(SAMPLE_EVERY_MS);
    }
  }
}
