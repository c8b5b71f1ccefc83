import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { Cursor } from './pg-cursor.js';
import { poolOf, poolSizeOf } from './pool.js';
import type { Callers } from './callers.js';
import { ListPlaces } from './list-places.js';

/** None so long that others wait for it. */
const BATCH_ROWS = 250;
/** The first batch is small, so that the first bytes leave soon. */
const FIRST_BATCH_SHARE = 1 / 5;
const PATIENCE_MS = 60_000;
const PLACE_PATIENCE_MS = 2_000;

/** The consumer of a list has taken nothing for too long; its cursor is gone. */
export class ListAbandoned extends Error {
  constructor() {
    super('The list was not read on in time');
  }
}

/**
 * Lists of any length with flat memory. Each holds a connection until it is read to its end, left
 * early, or not read on for `patienceMs`; together they hold at most half of the pool, those of one
 * caller half of that, and further ones wait for a moment. A list shows the state of one moment.
 */
export class RowStreams {
  private readonly places: ListPlaces;

  constructor(
    private readonly dataSource: DataSource,
    private readonly callers: Callers,
    private readonly patienceMs = PATIENCE_MS,
  ) {
    const places = Math.max(1, Math.floor(poolSizeOf(dataSource) / 2));
    this.places = new ListPlaces(places, PLACE_PATIENCE_MS);
  }

  /**
   * No empty batches. Nothing is held before the first batch is asked for.
   * @param batchRows fewer for long rows
   * @throws TooManyLists
   */
  async *read<Row>(
    text: string,
    values: readonly unknown[],
    batchRows = BATCH_ROWS,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    const leave = await this.places.enter(this.callers.current);
    const stream = await OpenStream.open<Row>(this.dataSource, leave, text, values);
    try {
      for (let size = Math.ceil(batchRows * FIRST_BATCH_SHARE); ; size = batchRows) {
        const rows = await stream.next(size);
        if (rows.length > 0) yield* stream.lend(rows, this.patienceMs);
        if (rows.length < size) return;
      }
    } finally {
      await stream.close();
    }
  }
}

/** A cursor in a read-only transaction on a connection of its own. Every way out ends in `close`. */
class OpenStream<Row> {
  private closing: Promise<void> | null = null;

  private constructor(
    private readonly connection: LentConnection,
    private readonly cursor: Cursor<Row>,
  ) {}

  static async open<Row>(
    dataSource: DataSource,
    leave: () => void,
    text: string,
    values: readonly unknown[],
  ): Promise<OpenStream<Row>> {
    const connection = await LentConnection.take(dataSource, leave);
    try {
      // PostgreSQL counts the pauses of the reader into the time of the statement.
      await connection.client.query('begin transaction read only; set local statement_timeout = 0');
      return new OpenStream(connection, connection.client.query(new Cursor<Row>(text, values)));
    } catch (error) {
      connection.giveBack(true);
      throw error;
    }
  }

  async next(size: number): Promise<readonly Row[]> {
    try {
      return await this.cursor.read(size);
    } catch (error) {
      this.connection.giveBack(true);
      throw error;
    }
  }

  /** Hands the batch out and takes the connection away from a consumer that does not come back. */
  async *lend(rows: readonly Row[], patienceMs: number): AsyncGenerator<readonly Row[]> {
    const timer = setTimeout(() => void this.close(), patienceMs);
    timer.unref();
    try {
      yield rows;
    } finally {
      clearTimeout(timer);
    }
    if (this.closing !== null) throw new ListAbandoned();
  }

  /** May be called more than once. Never fails: a connection in doubt is thrown away. */
  close(): Promise<void> {
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    if (this.connection.givenBack) return;
    try {
      await Promise.race([this.cursor.close(), this.connection.lost]);
      await this.connection.client.query('commit');
      this.connection.giveBack(false);
    } catch {
      this.connection.giveBack(true);
    }
  }
}

/** A pool connection together with its place in the line of list streams; both go back at once. */
class LentConnection {
  givenBack = false;
  /** never fulfilled; rejected when the connection ends, which a cursor does not notice */
  readonly lost: Promise<never>;
  private reportLoss: (error: Error) => void = () => undefined;

  private constructor(
    readonly client: PoolClient,
    private readonly leave: () => void,
  ) {
    this.lost = new Promise((_, reject) => {
      this.reportLoss = reject;
    });
    this.lost.catch(() => undefined);
    client.on('error', this.reportLoss);
    client.on('end', this.onEnd);
  }

  static async take(dataSource: DataSource, leave: () => void): Promise<LentConnection> {
    try {
      return new LentConnection(await poolOf(dataSource).connect(), leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  giveBack(destroy: boolean): void {
    if (this.givenBack) return;
    this.givenBack = true;
    this.client.off('error', this.reportLoss);
    this.client.off('end', this.onEnd);
    this.client.release(destroy);
    this.leave();
  }

  private readonly onEnd = (): void => this.reportLoss(new Error('Connection terminated'));
}
