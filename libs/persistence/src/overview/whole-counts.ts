import { ListTooSlow } from '@chat-admin/domain/shared/paging';
import { Conditions, wholeCountQuery } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';

const KEPT_MS = 60_000;

/** How many rows a large table has: counted at most once a minute, whoever asks. */
export class WholeCounts {
  private readonly kept = new Map<
    string,
    { readonly since: number; readonly count: Promise<number | null> }
  >();

  constructor(
    private readonly streams: RowStreams,
    private readonly now: () => number = Date.now,
  ) {}

  /** @returns up to a minute old; `null`: counting takes longer than an operator allows */
  of(table: string): Promise<number | null> {
    const kept = this.kept.get(table);
    if (kept !== undefined && this.now() - kept.since < KEPT_MS) return kept.count;
    const count = this.count(table);
    this.kept.set(table, { since: this.now(), count });
    count.catch(() => this.kept.delete(table));
    return count;
  }

  private async count(table: string): Promise<number | null> {
    try {
      const text = wholeCountQuery(table, new Conditions());
      const [row] = await this.streams.readPage<{ count: number }>(text, []);
      return row!.count;
    } catch (error) {
      if (error instanceof ListTooSlow) return null;
      throw error;
    }
  }
}
