import { hostname } from 'node:os';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { LockoutRepository } from '@chat-admin/domain/users/lockout';
import type {
  HeldLockout,
  Lockout,
  LockoutSelection,
  LockoutTerms,
} from '@chat-admin/domain/users/lockout';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { orderedList } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import { WholeChanges } from '../database/whole-changes.js';
import { LOCKOUT_COLUMNS, LOCKOUT_SOURCE, selectedLockouts } from './lockout-source.js';

const lock: Statement = {
  name: 'lockout-lock',
  text: `select lock_user($1, $4, $3, $2) as existed`,
};
const unlock: Statement = {
  name: 'lockout-unlock',
  text: `select unlock_user($1, $3, $2) as existed`,
};

const find: Statement = {
  name: 'lockout-find',
  text: `select ${LOCKOUT_COLUMNS} from lockout where username = $1`,
};

const end: Statement = { name: 'lockout-end', text: `select end_lockout($1, $2) as existed` };

const held: Statement = {
  name: 'lockout-held',
  text: `
    select date_trunc('milliseconds', clock_timestamp()) as now, ${LOCKOUT_COLUMNS}
    from (select) as nothing left join lockout on username = $1`,
};

const put: Statement = {
  name: 'lockout-put',
  text: `
    insert into lockout (username, reason, author, starts_at, ends_at, began, locked_at)
    values ($1, $2, $3, $4, $5, $4 <= clock_timestamp(),
            least($4, date_trunc('milliseconds', clock_timestamp())))
    on conflict on constraint lockout_pk do update
      set reason = excluded.reason, author = excluded.author,
          starts_at = excluded.starts_at, ends_at = excluded.ends_at, began = excluded.began`,
};

const beginDue: Statement = {
  name: 'lockout-begin-due',
  text: `select begin_lockouts($1) as usernames`,
};
const endDue: Statement = {
  name: 'lockout-end-due',
  text: `select end_lockouts($1, $2) as usernames`,
};

const NODE = hostname();

export class PostgresLockoutRepository extends LockoutRepository {
  private readonly changes: WholeChanges;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly streams: RowStreams,
    private readonly logins: LoginChanges,
    audit: AuditTrail,
  ) {
    super();
    this.changes = new WholeChanges(db, audit);
  }

  lock(username: Localpart, author: string): Promise<boolean> {
    return this.change(lock, username, author);
  }

  unlock(username: Localpart): Promise<boolean> {
    return this.change(unlock, username);
  }

  async find(username: Localpart): Promise<Lockout | null> {
    return (await this.db.run<Lockout & Record<string, unknown>>(find, [username])).rows[0] ?? null;
  }

  select(selection: LockoutSelection): OrderedList<Lockout> {
    const conditions = selectedLockouts(selection);
    return orderedList<Lockout & Record<string, unknown>, Lockout>(
      this.streams,
      LOCKOUT_SOURCE,
      conditions,
      (row) => row,
    );
  }

  async hold(username: Localpart): Promise<HeldLockout | null> {
    const { existed } = (await this.db.run<{ existed: boolean }>(end, [username, NODE])).rows[0]!;
    if (!existed) return null;
    type Row = { readonly now: Date } & (Lockout | { readonly username: null });
    const { now, ...row } = (await this.db.run<Row>(held, [username])).rows[0]!;
    return { now, lockout: row.username === null ? null : (row as Lockout) };
  }

  async put(username: Localpart, terms: LockoutTerms, author: string): Promise<void> {
    const { reason, from, until } = terms;
    await this.db.run(put, [username, reason, author, from, until]);
    await this.changed(username);
  }

  begin(limit: number): Promise<readonly Localpart[]> {
    return this.due(beginDue, [limit]);
  }

  end(limit: number): Promise<readonly Localpart[]> {
    return this.due(endDue, [limit, NODE]);
  }

  private async due(statement: Statement, values: readonly unknown[]) {
    type Row = { readonly usernames: readonly Localpart[] };
    const { usernames } = (await this.db.runAlone<Row>(statement, values)).rows[0]!;
    for (const username of usernames) this.logins.changed(username);
    return usernames;
  }

  private async change(
    statement: Statement,
    username: Localpart,
    ...values: readonly string[]
  ): Promise<boolean> {
    type Row = { readonly existed: boolean };
    const all = [username, NODE, ...values];
    const row = await this.changes.run<Row>(statement, all, ({ existed }) => existed);
    const { existed } = row!;
    if (existed) await this.changed(username);
    return existed;
  }

  private changed(username: Localpart): Promise<void> {
    return this.transactions.afterCommit(async () => this.logins.changed(username));
  }
}
