import pg from 'pg';
import { Random } from '../random.js';
import type { Size } from './former-database.js';

/** What a writer has made of a table, to be found afterwards. */
interface Written {
  /** by key */
  readonly values: Map<string, string>;
  readonly deleted: Set<string>;
}

interface Table {
  readonly first: string;
  readonly insert: string;
  readonly update: string;
  readonly remove: string;
  readonly rows: string;
}

const TABLES = {
  account: {
    first: 'u',
    insert: 'insert into account (username, name) values ($1, $2)',
    update: 'update account set name = $2 where username = $1',
    remove: 'delete from account where username = $1',
    rows: 'select username as key, name as value from account where username = any($1)',
  },
  user_group: {
    first: 'g',
    insert: 'insert into user_group (name, description, shared) values ($1, $2, false)',
    update: 'update user_group set description = $2 where name = $1',
    remove: 'delete from user_group where name = $1',
    rows: 'select name as key, description as value from user_group where name = any($1)',
  },
} as const satisfies Record<string, Table>;
export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** A connection that changes one row after the other by the statements of the former release. */
export class WriterBeside {
  readonly waits: number[] = [];
  readonly refused: string[] = [];
  private readonly written: Readonly<Record<TableName, Written>> = {
    account: { values: new Map(), deleted: new Set() },
    user_group: { values: new Map(), deleted: new Set() },
  };
  private readonly random: Random;
  private added = 0;

  /** @param writers how many there are; each has its own rows of `size` */
  constructor(
    private readonly url: string,
    private readonly index: number,
    private readonly writers: number,
    private readonly size: Size,
    seed: number,
  ) {
    this.random = Random.part(seed, index);
  }

  async run(until: AbortSignal): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      while (!until.aborted) await this.change(client, this.random.pick(TABLE_NAMES));
    } finally {
      await client.end();
    }
  }

  /** How many more rows of the table there are. */
  growth(table: TableName): number {
    const { values, deleted } = this.written[table];
    const made = [...values.keys()].filter((key) => key.startsWith('new')).length;
    return made - [...deleted].filter((key) => !key.startsWith('new')).length;
  }

  /** @returns keys of rows that are not as they were written */
  async lost(client: pg.Client): Promise<readonly string[]> {
    const lost: string[] = [];
    for (const table of TABLE_NAMES) {
      const { values, deleted } = this.written[table];
      const { rows } = await client.query<{ key: string; value: string }>(TABLES[table].rows, [
        [...values.keys(), ...deleted],
      ]);
      const found = new Map(rows.map(({ key, value }) => [key, value]));
      lost.push(
        ...[...values].filter(([key, value]) => found.get(key) !== value).map(([key]) => key),
      );
      lost.push(...[...deleted].filter((key) => found.has(key)));
    }
    return lost;
  }

  private async change(client: pg.Client, table: TableName): Promise<void> {
    const { values, deleted } = this.written[table];
    const value = `value ${this.random.uint32()}`;
    if (this.random.oneIn(3)) {
      const key = `new${this.index}-${++this.added}`;
      if (await this.do(client, TABLES[table].insert, [key, value])) values.set(key, value);
      return;
    }
    const key = this.own(table);
    if (deleted.has(key)) return;
    if (this.random.oneIn(4)) {
      if (!(await this.do(client, TABLES[table].remove, [key]))) return;
      values.delete(key);
      deleted.add(key);
    } else if (await this.do(client, TABLES[table].update, [key, value])) {
      values.set(key, value);
    }
  }

  /** The key of a row that was there from the start and that no other writer touches. */
  private own(table: TableName): string {
    const rows = table === 'account' ? this.size.accounts : this.size.groups;
    const turn = this.random.below(Math.floor(rows / this.writers));
    return `${TABLES[table].first}${turn * this.writers + this.index + 1}`;
  }

  /** @returns whether it was done */
  private async do(client: pg.Client, text: string, values: readonly unknown[]): Promise<boolean> {
    const begin = performance.now();
    try {
      await client.query(text, [...values]);
      return true;
    } catch (error) {
      this.refused.push(`${text}: ${(error as Error).message}`);
      return false;
    } finally {
      this.waits.push(performance.now() - begin);
    }
  }
}
