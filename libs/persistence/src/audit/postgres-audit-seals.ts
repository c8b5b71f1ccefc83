import { AuditSeals } from '@chat-admin/domain/audit/seals';
import type { AuditAnchor, SealedState, SealMark } from '@chat-admin/domain/audit/seals';
import { objectPath } from '@chat-admin/domain/events/event-outbox';
import { markText } from '@chat-admin/domain/audit/seals';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import type { AuditExport } from './audit-export.js';

/** The hashes of more at once would delay others. */
const MOST_ENTRIES = 10_000;
const COUNTED = 100_000;

const seal: Statement = { name: 'audit-seal', text: 'select seal_audit($1, $2) as entries' };

const end: Statement = {
  name: 'audit-end',
  text: 'select number, last_id as last from audit_end()',
};

const state: Statement = {
  name: 'audit-seal-state',
  text: `
    select newest.number, newest.hash, newest.last_id as last,
      (select sealed_at from audit_seal where number = newest.number) as sealed,
      (select number from audit_base) as removed,
      (select count(*) from (
        select from audit_entry where log_id between newest.last_id + 1 and (select max(log_id) from audit_entry)
        limit ${COUNTED}) waiting) as unsealed,
      coalesce((
        select greatest(extract(epoch from clock_timestamp() - occurred_at), 0)
        from audit_entry where log_id > newest.last_id order by log_id limit 1), 0)::float8 as "unsealedSeconds"
    from audit_end() as newest`,
};

/** The newest seal, unless it is an anchor, or there was one a moment ago. */
const due: Statement = {
  name: 'audit-anchor-due',
  text: `
    select number, hash from (select number, hash, anchored_at from audit_seal order by number desc limit 1) newest
    where anchored_at is null and not exists (
      select from audit_seal
      where anchored_at > clock_timestamp() - make_interval(secs => $1::float8) and anchored_at is not null)`,
};

const anchor: Statement = {
  name: 'audit-anchor',
  text: `
    with anchored as (
      update audit_seal set anchored_at = date_trunc('milliseconds', clock_timestamp()), signature = $2
      where number = $1 and anchored_at is null returning number)
    select put_event('audit.anchored', $3, origin => '{"actor": "service", "source": "service"}') from anchored`,
};

const anchors: Statement = {
  name: 'audit-anchors',
  text: `
    select number, hash, anchored_at as anchored, signature from audit_seal
    where anchored_at is not null order by number desc limit $1`,
};

/** Seals the audit log, and says which seals are anchors. Contract: extensions E22 */
export class PostgresAuditSeals extends AuditSeals {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly settled: Pick<AuditExport, 'newest'>,
  ) {
    super();
  }

  async state(): Promise<SealedState> {
    return (await this.db.runAlone<SealedState & Record<string, unknown>>(state)).rows[0]!;
  }

  async anchors(limit: number): Promise<readonly AuditAnchor[]> {
    return (await this.db.runAlone<AuditAnchor>(anchors, [limit])).rows;
  }

  /**
   * Seals the entries that there are once nobody can add one between them; less when `stop` is aborted, or another
   * instance does it.
   */
  async seal(stop: AbortSignal): Promise<void> {
    const { rows } = await this.db.runAlone<{ readonly last: number }>(end);
    const newest = await this.settled.newest(rows[0]!.last, stop);
    if (newest === null) return;
    let entries: number;
    do {
      const sealed = await this.db.runAlone<{ entries: number }>(seal, [newest, MOST_ENTRIES]);
      ({ entries } = sealed.rows[0]!);
    } while (entries === MOST_ENTRIES && !stop.aborted);
  }

  /**
   * Makes the newest seal an anchor, unless there was one within `seconds`, and writes the event that carries it out.
   * @param sign base64, of {@link markText}; `null`: there is no key
   * @returns the anchor, if this call has made it
   */
  async anchor(seconds: number, sign: (text: string) => string | null): Promise<SealMark | null> {
    const mark = (await this.db.runAlone<SealMark & Record<string, unknown>>(due, [seconds]))
      .rows[0];
    if (mark === undefined) return null;
    const text = markText(mark);
    const object = objectPath('logs', 'security', 'anchors', text);
    const { count } = await this.db.runAlone(anchor, [mark.number, sign(text), object]);
    return count > 0 ? mark : null;
  }
}
