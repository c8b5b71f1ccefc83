import type {
  Client,
  QueryArrayConfig,
  QueryArrayResult,
  QueryResult,
  QueryResultRow,
  Submittable,
} from 'pg';

/** A connection of several cursors and streams: who asks waits until all that were asked before have been answered. */
export class SharedConnection {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {}

  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>> {
    return this.inTurn(() => this.client.query<Row>(text, values));
  }

  cells<Cells extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Cells>> {
    return this.inTurn(() => this.client.query<Cells>(query));
  }

  /** Others wait until `end` is called. */
  async stream<T extends Submittable>(query: T): Promise<{ readonly stream: T; end(): void }> {
    const end = await new Promise<() => void>((begun) => {
      void this.inTurn(() => new Promise<void>(begun));
    });
    return { stream: this.client.query(query), end };
  }

  readonly quoted = (name: string): string => this.client.escapeIdentifier(name);

  readonly literal = (value: string): string => this.client.escapeLiteral(value);

  close(): Promise<void> {
    return this.client.end();
  }

  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.last.then(ask);
    this.last = answer.catch(() => undefined);
    return answer;
  }
}
