import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type {
  DataSource,
  EntityManager,
  EntitySchema,
  ObjectLiteral,
  QueryRunner,
  Repository,
} from 'typeorm';
import { poolOf } from './pool.js';

/** A named (prepared) statement; each connection prepares it once. One text per name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Rows<Row> {
  readonly rows: Row[];
  /** number of rows changed or returned */
  readonly count: number;
}

interface Running {
  readonly runner: QueryRunner;
  readonly client: PoolClient;
  ended: boolean;
}

/**
 * Where repositories send their statements: the transaction of the calling code, else any
 * connection of the pool. Code that outlives its transaction is refused.
 */
export class CurrentTransaction {
  private readonly running = new AsyncLocalStorage<Running>();

  constructor(readonly dataSource: DataSource) {}

  get active(): boolean {
    return this.running.getStore() !== undefined;
  }

  async run<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    return send(this.current()?.client ?? poolOf(this.dataSource), statement, values);
  }

  /** Like {@link run}, but outside any transaction (auto-commit). */
  runAlone<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    return send(poolOf(this.dataSource), statement, values);
  }

  /** TypeORM's repository, for statements that need no name. */
  table<T extends ObjectLiteral>(table: EntitySchema<T>): Repository<T> {
    const manager: EntityManager = this.current()?.runner.manager ?? this.dataSource.manager;
    return manager.getRepository(table);
  }

  /** Runs `work` and everything it awaits inside the transaction begun on `runner`. */
  async within<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
    const running = { runner, client: (await runner.connect()) as PoolClient, ended: false };
    try {
      return await this.running.run(running, work);
    } finally {
      running.ended = true;
    }
  }

  /** Until then each promise of the process carries its context. */
  close(): void {
    this.running.disable();
  }

  protected current(): Running | undefined {
    const running = this.running.getStore();
    if (running?.ended) throw new Error('The transaction of this code has ended already');
    return running;
  }
}

function send<Row extends QueryResultRow>(
  target: Pool | PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<Rows<Row>> {
  return target
    .query<Row>({ name, text, values: values as unknown[] })
    .then(({ rows, rowCount }) => ({ rows, count: rowCount ?? 0 }));
}
