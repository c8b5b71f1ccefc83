import { AuditReader } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter, LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import type { RowStreams } from '../database/row-streams.js';

const forget: Statement = {
  name: 'audit-forget',
  text: `
    delete from audit_entry where log_id in (
      select log_id from audit_entry where occurred_at < now() - make_interval(days => $1)
      order by occurred_at, log_id limit $2 for update skip locked)`,
};

/**
 * Reads the audit log. What an offset skips is counted in the index alone; rows are looked up only
 * for what is shown, in the order of the index.
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
    const { text, values } = listEntries(filter);
    yield* this.streams.read<LoggedEntry>(text, values);
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.run(forget, [days, limit])).count;
  }
}

function listEntries({ username, from, to, offset, limit }: AuditFilter): {
  readonly text: string;
  readonly values: readonly unknown[];
} {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const conditions: string[] = [];
  if (username !== null) conditions.push(`username = ${given(username)}`);
  if (from !== null) conditions.push(`occurred_at >= to_timestamp(${given(from)})`);
  if (to !== null) conditions.push(`occurred_at <= to_timestamp(${given(to)})`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const text = `
    select entry.log_id as "logId", entry.username, entry.occurred_at as "timestamp",
           entry.summary, entry.node, entry.details
    from (
      select log_id, occurred_at from audit_entry ${where}
      order by occurred_at desc, log_id desc
      offset ${given(offset)} limit ${given(limit)}
    ) as shown
    join audit_entry as entry using (log_id)
    order by shown.occurred_at desc, shown.log_id desc`;
  return { text, values };
}
