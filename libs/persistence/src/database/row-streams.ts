import type { Rereadable } from '@chat-admin/domain/shared/long-list';
import { ListTooSlow } from '@chat-admin/domain/shared/paging';
import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseObserver } from './database-observer.js';
import { databaseError } from './database-error.js';
import { Cursor } from './pg-cursor.js';
import { poolOf, poolSizeOf } from './pool.js';
import type { Callers } from './callers.js';
import { ListPlaces } from './list-places.js';

/** Longer lists are streamed; what is shorter costs less as one row of JSON. */
export const MOST_AT_ONCE = 2_000;
/** Short enough not to delay other requests. */
const BATCH_ROWS = 250;
/** The first batch is smaller, so that the first bytes are sent early. */
const FIRST_BATCH_SHARE = 1 / 5;
const TIMEOUT_MS = 60_000;
const PLACE_TIMEOUT_MS = 2_000;
const PAGE_TIMEOUT_MS = 10_000;

/** PostgreSQL counts the reader's pauses towards the statement timeout. */
const begin = (timeoutMs: number) => `
  begin transaction isolation level repeatable read read only;
  set local statement_timeout = ${timeoutMs}`;

/** By the statement timeout, or waiting for a lock. */
const ENDED = ['57014', '55P03'];

/** What a list throws whose statement has failed. */
export const tooSlow = (error: unknown): unknown =>
  ENDED.includes(databaseError(error).code ?? '') ? new ListTooSlow() : error;

/** Told to the observer as a list. */
const listed = (text: string, values: readonly unknown[]) => ({
  text,
  values: [...values],
  kind: 'list',
});

export interface StreamedQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The consumer of a list has paused for too long; its cursor is closed. */
export class ListAbandoned extends Error {
  constructor() {
    super('The list was not read in time');
  }
}

/**
 * Lists of any length in constant memory. Each holds a connection until it is exhausted, abandoned,
 * or paused for `timeoutMs`. Together they hold at most half of the pool, those of one caller half
 * of that; further ones wait briefly. A list is a consistent snapshot.
 */
export class RowStreams {
  private readonly places: ListPlaces;

  constructor(
    private readonly dataSource: DataSource,
    private readonly callers: Callers,
    readonly pageTimeoutMs = PAGE_TIMEOUT_MS,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    const places = Math.max(1, Math.floor(poolSizeOf(dataSource) / 2));
    this.places = new ListPlaces(places, PLACE_TIMEOUT_MS);
  }

  /**
   * No empty batches. Nothing is held before the first batch is requested.
   * @param batchRows fewer for long rows
   * @throws TooManyLists
   */
  async *read<Row>(
    text: string,
    values: readonly unknown[],
    batchRows = BATCH_ROWS,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    yield* this.readEach<Row>([{ text, values }], batchRows);
  }

  /**
   * All rows of a short list. @throws TooManyLists; ListTooSlow if it takes longer than an operator allows
   */
  async readPage<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const leave = await this.places.enter(this.callers.current);
    const connection = await LentConnection.take(this.dataSource, leave);
    try {
      await connection.client.query(begin(this.pageTimeoutMs));
      const { rows } = await connection.client.query<Row>(listed(text, values));
      await connection.client.query('commit');
      connection.giveBack(false);
      return rows;
    } catch (error) {
      await connection.client.query('rollback').then(
        () => connection.giveBack(false),
        () => connection.giveBack(true),
      );
      throw tooSlow(error);
    }
  }

  /** Several queries on one snapshot, one after the other; each batch is of one of them. */
  async *readEach<Row>(
    queries: readonly StreamedQuery[],
    batchRows = BATCH_ROWS,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    yield* this.snapshot<Row>(queries, batchRows);
  }

  /** As {@link readEach}, as often as needed. */
  snapshot<Row>(queries: readonly StreamedQuery[], batchRows = BATCH_ROWS): SnapshotRows<Row> {
    const open = async () => {
      const leave = await this.places.enter(this.callers.current);
      return OpenStream.open(this.dataSource, leave, this.timeoutMs);
    };
    return new SnapshotRows(open, queries, batchRows);
  }
}

/** Rows of one snapshot, which is taken with the first reading. */
export class SnapshotRows<Row> implements Rereadable<Row> {
  private stream: Promise<OpenStream> | null = null;
  private isKept = false;

  constructor(
    private readonly open: () => Promise<OpenStream>,
    private readonly queries: readonly StreamedQuery[],
    private readonly batchRows: number,
  ) {}

  keep(): void {
    this.isKept = true;
  }

  async release(): Promise<void> {
    await (await this.stream)?.close();
  }

  /** The rows of a short query, before all others. */
  async readFirst<First>(query: StreamedQuery): Promise<readonly First[]> {
    const stream = await this.opened();
    stream.begin(query);
    const rows = await stream.next<First>(this.batchRows);
    stream.rest();
    return rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Row[], void, undefined> {
    const stream = await this.opened();
    try {
      let size = Math.ceil(this.batchRows * FIRST_BATCH_SHARE);
      for (const query of this.queries) {
        stream.begin(query);
        for (let rows = await stream.next<Row>(size); ; rows = await stream.next<Row>(size)) {
          const isLast = rows.length < size;
          size = this.batchRows;
          if (rows.length > 0) yield* stream.lend(rows);
          if (isLast) break;
        }
      }
    } finally {
      if (this.isKept) stream.rest();
      else await stream.close();
    }
  }

  private opened(): Promise<OpenStream> {
    return (this.stream ??= this.open());
  }
}

/**
 * Cursors, one after the other, in a read-only transaction on its own connection. Every exit ends in
 * `close`.
 */
class OpenStream {
  private closing: Promise<void> | null = null;
  private cursor: Cursor<unknown> | null = null;
  private reclaiming: NodeJS.Timeout | undefined;

  private constructor(
    private readonly connection: LentConnection,
    private readonly timeoutMs: number,
  ) {}

  static async open(
    dataSource: DataSource,
    leave: () => void,
    timeoutMs: number,
  ): Promise<OpenStream> {
    const connection = await LentConnection.take(dataSource, leave);
    try {
      await connection.client.query(begin(0));
      return new OpenStream(connection, timeoutMs);
    } catch (error) {
      connection.giveBack(true);
      throw error;
    }
  }

  /** Once the query before it has no rows any more. */
  begin({ text, values }: StreamedQuery): void {
    clearTimeout(this.reclaiming);
    if (this.closing !== null) throw new ListAbandoned();
    this.cursor = this.connection.client.query(new Cursor<unknown>(text, values));
  }

  async next<Row>(size: number): Promise<readonly Row[]> {
    try {
      return (await this.connection.timed(() => this.cursor!.read(size))) as Row[];
    } catch (error) {
      this.connection.giveBack(true);
      throw error;
    }
  }

  /** Reclaims the connection from a consumer that does not return. */
  rest(): void {
    clearTimeout(this.reclaiming);
    this.reclaiming = setTimeout(() => void this.close(), this.timeoutMs);
    this.reclaiming.unref();
  }

  /** Yields the batch. */
  async *lend<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
    this.rest();
    try {
      yield rows;
    } finally {
      clearTimeout(this.reclaiming);
    }
    if (this.closing !== null) throw new ListAbandoned();
  }

  /** Idempotent. Never fails: a connection in an unknown state is discarded. */
  close(): Promise<void> {
    clearTimeout(this.reclaiming);
    return (this.closing ??= this.end());
  }

  private async end(): Promise<void> {
    if (this.connection.givenBack) return;
    try {
      await Promise.race([this.cursor?.close(), this.connection.lost]);
      await this.connection.client.query('commit');
      this.connection.giveBack(false);
    } catch {
      this.connection.giveBack(true);
    }
  }
}

/** A pool connection together with its slot of {@link RowStreams}; both are returned at once. */
class LentConnection {
  givenBack = false;
  /** never fulfilled; rejects when the connection ends, which a cursor does not notice */
  readonly lost: Promise<never>;
  private reportLoss: (error: Error) => void = () => undefined;

  private constructor(
    readonly client: PoolClient,
    private readonly observer: DatabaseObserver | undefined,
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
      const pool = poolOf(dataSource);
      return new LentConnection(await pool.connect(), pool.observer, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Tells the observer how long a part of a list took. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const end = this.observer?.asked('list', undefined);
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      end?.(failed);
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
