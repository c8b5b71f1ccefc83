import type { QueryResultRow } from 'pg';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import type { Rows, Statement } from '../src/database/current-transaction.js';
import { poolOf } from '../src/database/pool.js';

const fetched: Statement = {
  name: 'test-pages-fetched',
  text: `
    select sum(pg_stat_get_xact_blocks_fetched(oid))::float8 as pages
    from pg_class where relnamespace = 'public'::regnamespace`,
};

/** Counts the pages of tables and indexes that each statement asks for, with its functions and triggers. */
export class MeteredTransaction extends CurrentTransaction {
  /** the most that a statement of this name has asked for */
  readonly pages = new Map<string, number>();

  override async run<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    if (!this.active) return this.runAlone(statement, values);
    const before = await super.run<{ pages: number }>(fetched);
    const rows = await super.run<Row>(statement, values);
    const after = await super.run<{ pages: number }>(fetched);
    this.note(statement, after.rows[0]!.pages - before.rows[0]!.pages);
    return rows;
  }

  override async runAlone<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    const client = await poolOf(this.dataSource).connect();
    try {
      await client.query('begin');
      const before = await client.query<{ pages: number }>(fetched);
      const result = await client.query<Row>({ ...statement, values: [...values] });
      const after = await client.query<{ pages: number }>(fetched);
      await client.query('commit');
      this.note(statement, after.rows[0]!.pages - before.rows[0]!.pages);
      return { rows: result.rows, count: result.rowCount ?? 0 };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  private note({ name }: Statement, pages: number): void {
    this.pages.set(name, Math.max(this.pages.get(name) ?? 0, pages));
  }
}
