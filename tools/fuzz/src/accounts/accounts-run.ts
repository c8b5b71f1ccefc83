import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { prepareDatabase } from '@chat-admin/persistence/schema/prepare-database';
import pg from 'pg';
import { Database } from '../services.js';
import { usageOf } from '../soak/watch.js';
import { TABLE_NAMES, WriterBeside } from './beside.js';
import { fillAsFormerRelease } from './former-database.js';
import type { Size } from './former-database.js';

export interface AccountsOptions extends Size {
  readonly writers: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

/** No statement beside may wait as long. */
const MOST_WAIT_MS = 5_000;

/**
 * Upgrades a large database of the former release while others write into it. Prints how long that
 * takes and how long they wait. @returns what is wrong
 */
export async function accounts(options: AccountsOptions): Promise<readonly string[]> {
  const database = await Database.start();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    return await new AccountsRun(database, client, options).run();
  } finally {
    await client.end();
    await database.stop();
  }
}

class AccountsRun {
  private readonly faults: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly client: pg.Client,
    private readonly options: AccountsOptions,
  ) {}

  async run(): Promise<readonly string[]> {
    const { print, writers: count, seed } = this.options;
    const filling = performance.now();
    await fillAsFormerRelease(this.database, this.options);
    const before = await this.counts();
    print(`Filled in ${seconds(performance.now() - filling)} s; ${await this.sizes()}`);
    const writers = Array.from(
      { length: count },
      (_, index) => new WriterBeside(this.database.url, index, count, this.options, seed),
    );
    const over = new AbortController();
    const writing = Promise.all(writers.map((writer) => writer.run(over.signal)));
    const begin = performance.now();
    await this.upgrade().finally(() => over.abort());
    const took = performance.now() - begin;
    await writing;
    this.tell(writers, took, before);
    const memory = Math.round((await usageOf(process.pid))?.memory ?? 0);
    print(`${await this.sizes()}; this process ${memory} MiB`);
    await this.expectWhole(writers, before);
    return this.faults;
  }

  private async upgrade(): Promise<void> {
    const dataSource = createDataSource({ url: this.database.url, poolSize: 1 });
    await prepareDatabase(dataSource, {
      ...{ domain: 'chat.example', configuredDomain: true, secret: 'secret', administrator: null },
    }).finally(() => dataSource.destroy());
  }

  private tell(writers: readonly WriterBeside[], took: number, before: Counts): void {
    const waits = writers.flatMap((writer) => writer.waits).sort((a, b) => a - b);
    const longest = waits.at(-1) ?? 0;
    const rows = Object.values(before).reduce((all, { rows: some }) => all + some, 0);
    this.options.print(
      `Upgraded in ${seconds(took)} s, ${Math.round(rows / (took / 1000))} rows a second; ` +
        `${waits.length} writes beside, half within ${ms(waits[waits.length >> 1] ?? 0)} ms, ` +
        `99 % within ${ms(waits[Math.floor(waits.length * 0.99)] ?? 0)} ms, the longest ${ms(longest)} ms`,
    );
    if (longest >= MOST_WAIT_MS) this.faults.push(`a writer waited for ${ms(longest)} ms`);
    for (const refusal of writers.flatMap(({ refused }) => refused)) this.faults.push(refusal);
  }

  private async expectWhole(writers: readonly WriterBeside[], before: Counts): Promise<void> {
    const after = await this.counts();
    for (const table of TABLE_NAMES) {
      const grown = writers.reduce((sum, writer) => sum + writer.growth(table), 0);
      const expected = before[table].rows + grown;
      const { rows, ids } = after[table];
      this.options.print(`${table}: ${rows} rows (${grown} by writers), ${ids} ids`);
      if (rows !== expected) this.faults.push(`${table} has ${rows} rows instead of ${expected}`);
      if (ids !== rows) this.faults.push(`${table} has ${ids} ids for ${rows} rows`);
    }
    for (const writer of writers) {
      for (const key of await writer.lost(this.client))
        this.faults.push(`${key} is not as written`);
    }
  }

  private async counts(): Promise<Counts> {
    const counts = await Promise.all(
      TABLE_NAMES.map(async (table) => {
        // a column that the former release lacks
        const { rows } = await this.client.query<Count>(
          `select count(*)::integer as rows, count(distinct to_jsonb(t) -> 'id')::integer as ids from ${table} t`,
        );
        return [table, rows[0]!] as const;
      }),
    );
    return Object.fromEntries(counts) as Counts;
  }

  private async sizes(): Promise<string> {
    const sizes = await Promise.all(
      TABLE_NAMES.map(async (table) => {
        const { rows } = await this.client.query<{ size: string }>(
          'select pg_size_pretty(pg_total_relation_size($1)) as size',
          [table],
        );
        return `${table} ${rows[0]!.size}`;
      }),
    );
    return sizes.join(', ');
  }
}

interface Count {
  readonly rows: number;
  readonly ids: number;
}
type Counts = Readonly<Record<(typeof TABLE_NAMES)[number], Count>>;

const seconds = (took: number): string => (took / 1000).toFixed(1);
const ms = (took: number): string => took.toFixed(1);
