import { StoredOverview } from '@chat-admin/domain/overview/overview';
import type { OverviewPart, StoredPartName } from '@chat-admin/domain/overview/overview';
import type { Total } from '@chat-admin/domain/shared/paging';
import { limitedTotal } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import { COUNTED, overviewQuery } from './overview-statement.js';
import { WholeCounts } from './whole-counts.js';

/** In one statement, with the timeout that lists have; whole counts are kept for a minute. */
export class PostgresOverview extends StoredOverview {
  private readonly wholeCounts: WholeCounts;

  constructor(
    private readonly streams: RowStreams,
    now?: () => number,
  ) {
    super();
    this.wholeCounts = new WholeCounts(streams, now);
  }

  async read(names: readonly StoredPartName[]): Promise<readonly OverviewPart[]> {
    if (names.length === 0) return [];
    type Row = Readonly<Record<StoredPartName, number>> &
      Readonly<Record<`${StoredPartName}Examples`, readonly string[] | undefined>>;
    const [row] = await this.streams.readPage<Row>(overviewQuery(names), []);
    return Promise.all(
      names.map(async (name) => ({
        name,
        ...(await this.total(name, limitedTotal(row![name]))),
        examples: row![`${name}Examples`] ?? null,
      })),
    );
  }

  private async total(name: StoredPartName, counted: Total): Promise<Total> {
    const { from, isCountedWhole } = COUNTED[name];
    if (!counted.isLimited || !isCountedWhole) return counted;
    const count = await this.wholeCounts.of(from);
    return count === null ? counted : { count, isLimited: false };
  }
}
