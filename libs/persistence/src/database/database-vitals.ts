import type { DataSource } from 'typeorm';
import { poolOf } from './pool.js';
import type { CurrentTransaction, Statement } from './current-transaction.js';
import type { WriteFault, WriteWatch } from './write-watch.js';

const ping: Statement = { name: 'vitals-ping', text: 'select 1' };

const count: Statement = {
  name: 'vitals-count',
  text: `
    select (select count(*) from account) as users,
           (select count(*) from lockout
            where starts_at <= now() and (ends_at is null or ends_at > now())) as lockouts,
           (select count(*) from user_group) as groups,
           (select count(*) from room) as rooms,
           (select reltuples::bigint from pg_class where oid = 'audit_entry'::regclass) as "auditEntries",
           (select count(*) from account_credential where sha256_stored_key is null) as "sha1Only"`,
};

/** For metrics; the number of audit entries is the planner's estimate, 0 without statistics. */
export interface ObjectCounts {
  readonly users: number;
  readonly lockouts: number;
  readonly groups: number;
  readonly rooms: number;
  readonly auditEntries: number;
}

interface Counts {
  readonly objects: ObjectCounts;
  readonly sha1Only: number;
}

/**
 * Needs no rights but those that everybody has, leaves nothing, and needs more space than tables have
 * left in the pages that exist.
 */
const write = `
  create temporary table chat_admin_write_probe on commit drop as
  select n from generate_series(1, 2000) as n`;

const COUNTS_LIFETIME_MS = 30_000;
/** Whoever asks later asks anew, since a connection may hang that others would replace. */
const PING_SHARED_MS = 500;

/** The state of the database, for probes and metrics. */
export class DatabaseVitals {
  private pinged: { readonly at: number; readonly answer: Promise<void> } | null = null;
  private counted: { readonly at: number; readonly counts: Counts } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly db: CurrentTransaction,
    private readonly writes: WriteWatch,
  ) {}

  /** Why the database takes no writes, `null` when it does. */
  get writeFault(): WriteFault | null {
    return this.writes.fault;
  }

  /** Looks once whether the database takes writes, and from then on whenever it has refused one. */
  watchWrites(): Promise<void> {
    return this.writes.start(() => poolOf(this.dataSource).query(write));
  }

  /**
   * While others have all connections, what they are answered tells that the database answers.
   * @throws when it does not
   */
  ping(): Promise<void> {
    const now = performance.now();
    if (this.pinged === null || now - this.pinged.at > PING_SHARED_MS) {
      const begun = { at: now, answer: this.answer() };
      const over = () => {
        if (this.pinged === begun) this.pinged = null;
      };
      begun.answer.then(over, over);
      this.pinged = begun;
    }
    return this.pinged.answer;
  }

  private answer(): Promise<void> {
    const pool = poolOf(this.dataSource);
    return new Promise((resolve, reject) => {
      const heard = (fault: unknown) => {
        if (!fault) end(resolve);
      };
      const end = (tell: () => void) => {
        pool.off('release', heard);
        tell();
      };
      pool.on('release', heard);
      this.db.runAlone(ping).then(
        () => end(resolve),
        (error: unknown) => end(() => reject(error as Error)),
      );
    });
  }

  connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = poolOf(this.dataSource);
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** Counted at most every 30 seconds. @throws if the database does not answer */
  async counts(): Promise<ObjectCounts> {
    return (await this.count()).objects;
  }

  /** Accounts without keys of SCRAM-SHA-256. As {@link counts} */
  async sha1Only(): Promise<number> {
    return (await this.count()).sha1Only;
  }

  private async count(): Promise<Counts> {
    if (this.counted && performance.now() - this.counted.at < COUNTS_LIFETIME_MS) {
      return this.counted.counts;
    }
    type Row = ObjectCounts & Pick<Counts, 'sha1Only'> & Record<string, unknown>;
    const { rows } = await this.db.runAlone<Row>(count);
    const { users, lockouts, groups, rooms, auditEntries, sha1Only } = rows[0]!;
    const objects = { users, lockouts, groups, rooms, auditEntries: Math.max(0, auditEntries) };
    const counts = { objects, sha1Only };
    this.counted = { at: performance.now(), counts };
    return counts;
  }
}
