import { StoredOverview } from '@chat-admin/domain/overview/overview';
import type { OverviewPart, StoredPartName } from '@chat-admin/domain/overview/overview';
import { totalOf } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import { COUNTED, overviewQuery } from './overview-statement.js';

/** In one statement, with the patience that lists have. */
export class PostgresOverview extends StoredOverview {
  constructor(private readonly streams: RowStreams) {
    super();
  }

  async read(names: readonly StoredPartName[]): Promise<readonly OverviewPart[]> {
    if (names.length === 0) return [];
    type Row = Readonly<Record<StoredPartName, number>> &
      Readonly<Record<`${StoredPartName}Examples`, readonly string[] | undefined>>;
    const [row] = await this.streams.readPage<Row>(overviewQuery(names), []);
    return names.map((name) => ({
      name,
      ...totalOf(row![name], COUNTED[name].conditions),
      examples: row![`${name}Examples`] ?? null,
    }));
  }
}
