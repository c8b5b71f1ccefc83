import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database/pool.js';

/** Long messages among them: a few at once. */
const BATCH_ROWS = 100;

const BEGIN = `
  begin transaction isolation level repeatable read read only;
  set local timezone = 'UTC'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** What is kept of people at one moment, however long it is read. Holds a connection until it is closed. */
export class PersonSnapshot {
  private cursors = 0;
  private isLost = false;

  private constructor(private readonly client: PoolClient) {}

  static async open(dataSource: DataSource): Promise<PersonSnapshot> {
    const snapshot = new PersonSnapshot(await poolOf(dataSource).connect());
    snapshot.client.on('error', snapshot.onLoss);
    try {
      await snapshot.client.query(BEGIN);
      return snapshot;
    } catch (error) {
      snapshot.giveBack(true);
      throw error;
    }
  }

  /** In batches, none of them empty; several queries may be read alternately. */
  async *rows<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): AsyncGenerator<Row[], void, undefined> {
    const cursor = `person_${++this.cursors}`;
    await this.client.query(`declare ${cursor} no scroll cursor for ${text}`, [...values]);
    for (;;) {
      const { rows } = await this.client.query<Row>(`fetch ${BATCH_ROWS} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) break;
    }
  }

  async close(): Promise<void> {
    await this.client.query('rollback').then(
      () => this.giveBack(this.isLost),
      () => this.giveBack(true),
    );
  }

  private giveBack(destroy: boolean): void {
    this.client.off('error', this.onLoss);
    this.client.release(destroy);
  }

  /** The statement that needs the connection says it. */
  private readonly onLoss = (): void => {
    this.isLost = true;
  };
}
