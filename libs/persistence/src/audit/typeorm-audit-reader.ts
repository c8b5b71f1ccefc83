import { AuditReader } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter, LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import type { CurrentTransaction } from '../database/current-transaction.js';
import type { RowStreams } from '../database/row-streams.js';
import { AuditEntryTable } from './audit-entry.table.js';

/**
 * Reads the audit log. An offset is skipped in the index alone; only the rows returned are looked
 * up, in index order.
 */
export class TypeormAuditReader extends AuditReader {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  async *search(filter: AuditFilter): AsyncGenerator<readonly LoggedEntry[], void, undefined> {
    if (filter.limit <= 0) return;
    const shown = this.shown(filter);
    const [text, values] = this.entries('entry')
      .select('entry.logId', 'logId')
      .addSelect('entry.username', 'username')
      .addSelect('entry.occurredAt', 'timestamp')
      .addSelect('entry.summary', 'summary')
      .addSelect('entry.node', 'node')
      .addSelect('entry.details', 'details')
      .innerJoin(`(${shown.getQuery()})`, 'shown', 'shown.log_id = entry.logId')
      .orderBy('shown.occurred_at', 'DESC')
      .addOrderBy('shown.log_id', 'DESC')
      .setParameters(shown.getParameters())
      .getQueryAndParameters();
    yield* this.streams.read<LoggedEntry>(text, values);
  }

  async forget(days: number, limit: number): Promise<number> {
    const old = this.entries('entry')
      .select('entry.logId')
      .where('entry.occurredAt < now() - make_interval(days => :days)', { days })
      .orderBy('entry.occurredAt')
      .addOrderBy('entry.logId')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked');
    const { affected } = await this.entries()
      .delete()
      .where(`log_id in (${old.getQuery()})`, old.getParameters())
      .execute();
    return affected!;
  }

  private shown({ username, from, to, offset, limit }: AuditFilter) {
    const shown = this.entries('found')
      .select('found.logId', 'log_id')
      .addSelect('found.occurredAt', 'occurred_at')
      .orderBy('found.occurredAt', 'DESC')
      .addOrderBy('found.logId', 'DESC')
      .offset(offset)
      .limit(limit);
    if (username !== null) shown.andWhere('found.username = :username', { username });
    if (from !== null) shown.andWhere('found.occurredAt >= to_timestamp(:from)', { from });
    if (to !== null) shown.andWhere('found.occurredAt <= to_timestamp(:to)', { to });
    return shown;
  }

  private entries(alias?: string) {
    return this.db.table(AuditEntryTable).createQueryBuilder(alias);
  }
}
