import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import type { AuditSeal } from '@chat-admin/domain/audit/seals';
import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

const PAGE_ROWS = 5_000;

const BEGIN = `
  begin transaction isolation level repeatable read read only;
  set local idle_in_transaction_session_timeout = 0`;

const SEALS = `
  select number, first_id as first, last_id as last, entries, sealed_at as sealed, digest, hash, signature
  from audit_seal where number > $1 order by number limit ${PAGE_ROWS}`;

const ENTRIES = `
  select log_id as "logId", username, occurred_at as timestamp, summary, node, details
  from audit_entry where log_id > $1 and log_id <= $2 order by log_id limit ${PAGE_ROWS}`;

/** As the database holds it. */
export interface SealedRow extends AuditSeal {
  /** base64, of an anchor that was made with a key */
  readonly signature: string | null;
}

export interface AuditBase {
  readonly number: number;
  readonly last: number;
  readonly hash: string;
}

/** Seals and entries of one moment, as plain rows: nothing that the database computes. */
export class SealedRows {
  private constructor(private readonly client: PoolClient) {}

  /** Holds a connection while `work` runs. */
  static async read<T>(dataSource: DataSource, work: (rows: SealedRows) => Promise<T>): Promise<T> {
    const client = await poolOf(dataSource).connect();
    let isBroken = true;
    try {
      await client.query(BEGIN);
      const result = await work(new SealedRows(client));
      await client.query('commit');
      isBroken = false;
      return result;
    } finally {
      client.release(isBroken);
    }
  }

  async base(): Promise<AuditBase> {
    const text = 'select number, last_id as last, hash from audit_base';
    return (await this.client.query<AuditBase & QueryResultRow>(text)).rows[0]!;
  }

  async *seals(after: number): AsyncGenerator<SealedRow, void, undefined> {
    for (let last = after, isWhole = true; isWhole;) {
      const { rows } = await this.client.query<SealedRow>(SEALS, [last]);
      yield* rows;
      last = rows.at(-1)?.number ?? last;
      isWhole = rows.length === PAGE_ROWS;
    }
  }

  async *entries(
    after: number,
    upto: number,
  ): AsyncGenerator<readonly LoggedEntry[], void, undefined> {
    for (let last = after, isWhole = true; isWhole;) {
      const { rows } = await this.client.query<LoggedEntry>(ENTRIES, [last, upto]);
      if (rows.length > 0) yield rows;
      last = rows.at(-1)?.logId ?? last;
      isWhole = rows.length === PAGE_ROWS;
    }
  }
}
