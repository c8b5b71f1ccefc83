import { hostname } from 'node:os';
import { AuditReader, SEARCHED_DETAILS } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter, AuditPage, LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import type { RowStreams, StreamedQuery } from '../database/row-streams.js';
import { AuditEntryTable } from './audit-entry.table.js';
import { entriesAbout, IS_CHANGE, wholeEntriesAbout } from './entries-about.js';

const CONCERNS_PIECE = 50_000;

/** Entries up to it go with their seals. */
const LAST_SEALED = '(select last_id from audit_end())';

/** Seals that go at once, with as many entries, unless one has more. */
const SEALED_PIECE = 10_000;

const expirable: Statement = {
  name: 'audit-expirable',
  text: 'select upto, last_entry as "lastEntry" from expirable_audit($1, $2)',
};

const forgetSealedConcerns: Statement = {
  name: 'audit-concern-expire',
  text: `
    delete from audit_concern where ctid = any (array(
      select ctid from audit_concern where log_id <= $1 limit ${CONCERNS_PIECE}))`,
};

const expire: Statement = { name: 'audit-expire', text: 'select expire_audit($1, $2) as gone' };

/** Of the entries that are forgotten next: with them, one statement would delete up to 10,000 times as many rows. */
const forgetConcerns: Statement = {
  name: 'audit-concern-forget',
  text: `
    delete from audit_concern where ctid = any (array(
      select concern.ctid
      from (
        select log_id from audit_entry
        where occurred_at < now() - make_interval(days => $1) and log_id > ${LAST_SEALED}
        order by occurred_at, log_id limit $2
      ) as old join audit_concern as concern using (log_id)
      limit ${CONCERNS_PIECE}))`,
};

const forgetRenames: Statement = {
  name: 'account-rename-forget',
  text: `
    delete from account_rename where id = any (array(
      select id from account_rename where renamed_at < now() - make_interval(days => $1)
      order by renamed_at limit $2 for update skip locked))`,
};

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
    const { text, values } = this.entriesOf(filter);
    yield* this.streams.read<LoggedEntry>(text, values);
  }

  async page(filter: AuditFilter): Promise<AuditPage> {
    if (filter.limit <= 0) return { batches: this.search(filter), next: null };
    const batches = this.streams.snapshot<LoggedEntry>([this.entriesOf(filter)]);
    const last = { ...filter, offset: filter.offset + filter.limit - 1, limit: 2 };
    const { text, values } =
      filter.concerns === null ? this.shownOf(last) : entriesAbout(filter.concerns, last);
    type Row = { readonly log_id: number; readonly occurred_at: Date };
    const [end, further] = await batches.readFirst<Row>({ text, values });
    if (!end || !further) return { batches, next: null };
    const seconds = Math.floor(end.occurred_at.getTime() / 1000);
    return { batches, next: { value: String(seconds), key: String(end.log_id) } };
  }

  private shownOf(filter: AuditFilter): StreamedQuery {
    const [text, values] = this.shown(filter).getQueryAndParameters();
    return { text, values };
  }

  private entriesOf(filter: AuditFilter): StreamedQuery {
    if (filter.concerns !== null) return wholeEntriesAbout(filter.concerns, filter);
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
    return { text, values };
  }

  /** Whole seals, then what has none. */
  async forget(days: number, limit: number): Promise<number> {
    let gone = 0;
    while (gone < limit) {
      const expired = await this.forgetSeals(days);
      if (expired === 0) return gone + (await this.forgetUnsealed(days, limit - gone));
      gone += expired;
    }
    return gone;
  }

  /** @returns how many entries went; 0 too if another instance does it */
  private async forgetSeals(days: number): Promise<number> {
    type Expirable = { readonly upto: number | null; readonly lastEntry: number };
    const { rows } = await this.db.run<Expirable>(expirable, [days, SEALED_PIECE]);
    const { upto, lastEntry } = rows[0]!;
    if (upto === null) return 0;
    await this.forgetAll(forgetSealedConcerns, [lastEntry]);
    return (await this.db.run<{ gone: number }>(expire, [upto, hostname()])).rows[0]!.gone;
  }

  private async forgetAll(concerns: Statement, values: readonly unknown[]): Promise<void> {
    for (let gone: number | null = CONCERNS_PIECE; gone === CONCERNS_PIECE;) {
      ({ count: gone } = await this.db.run(concerns, values));
    }
  }

  private async forgetUnsealed(days: number, limit: number): Promise<number> {
    await this.forgetAll(forgetConcerns, [days, limit]);
    const old = this.entries('entry')
      .select('entry.logId')
      .where('entry.occurredAt < now() - make_interval(days => :days)', { days })
      .andWhere(`entry.logId > ${LAST_SEALED}`)
      .orderBy('entry.occurredAt')
      .addOrderBy('entry.logId')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked');
    const { affected } = await this.entries()
      .delete()
      .where(`log_id = any (array(${old.getQuery()}))`, old.getParameters())
      .execute();
    if (affected! < limit) await this.db.run(forgetRenames, [days, limit - affected!]);
    return affected!;
  }

  private shown({ username, changes, from, to, offset, limit, details, after }: AuditFilter) {
    const shown = this.entries('found')
      .select('found.logId', 'log_id')
      .addSelect('found.occurredAt', 'occurred_at')
      .orderBy('found.occurredAt', 'DESC')
      .addOrderBy('found.logId', 'DESC')
      .offset(offset)
      .limit(limit);
    if (username !== null) shown.andWhere('found.username = :username', { username });
    if (changes !== null) shown.andWhere(`${IS_CHANGE} = ${changes}`);
    if (from !== null) shown.andWhere('found.occurredAt >= to_timestamp(:from)', { from });
    if (to !== null) shown.andWhere('found.occurredAt <= to_timestamp(:to)', { to });
    for (const name of SEARCHED_DETAILS) {
      const value = details[name];
      if (value === null) continue;
      const detail = { [name]: `; ${name}=${value};` };
      shown.andWhere(`strpos('; ' || found.details || ';', :${name}) > 0`, detail);
    }
    if (after !== null) {
      shown.andWhere(
        '(found.occurredAt, found.logId) < (to_timestamp(:second::bigint), :id::bigint)',
        { second: after.value, id: after.key },
      );
    }
    return shown;
  }

  private entries(alias?: string) {
    return this.db.table(AuditEntryTable).createQueryBuilder(alias);
  }
}
