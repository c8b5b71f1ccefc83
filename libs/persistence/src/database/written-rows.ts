import type { TextForm, WrittenList } from '@chat-admin/domain/shared/written-list';
import type { RowStreams, StreamedQuery } from './row-streams.js';

/** Selects texts of entries as `text`. */
export interface WrittenQuery extends StreamedQuery {
  /** fewer for long texts */
  readonly batchRows?: number;
}

/** A list that PostgreSQL can write as the texts of its entries. */
export class WrittenRows<Row, T> implements WrittenList<T> {
  /**
   * @param read makes a row an entry
   */
  constructor(
    private readonly streams: RowStreams,
    private readonly rows: WrittenQuery,
    private readonly read: (row: Row) => T,
    private readonly written: (form: TextForm) => WrittenQuery,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly T[]> {
    const { text, values, batchRows } = this.rows;
    for await (const rows of this.streams.read<Row>(text, values, batchRows)) {
      yield rows.map(this.read);
    }
  }

  async *texts(form: TextForm): AsyncGenerator<readonly string[]> {
    const query = this.written(form);
    type Written = { readonly text: string | null };
    for await (const rows of this.streams.readEach<Written>([query], query.batchRows)) {
      // an empty list has an empty first text
      yield rows.flatMap((row) => row.text ?? []);
    }
  }
}
