import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { Credentials } from '@chat-admin/domain/users/credentials';
import { UserAlreadyExists } from '@chat-admin/domain/users/errors';
import type { TouchedReferences } from '@chat-admin/domain/users/touched-references';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { UserChange } from '@chat-admin/domain/users/user';
import { UserChanges } from '@chat-admin/domain/users/user-changes';
import type { AddedItem } from '@chat-admin/domain/users/user-changes';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { Outpaced } from '../database/database-error.js';
import { WholeChanges } from '../database/whole-changes.js';
import { credentialsDocument } from './credential-columns.js';
import { userChange } from './user-columns.js';
import * as sql from './user-change-statements.js';

type Touched = { readonly [Name in keyof TouchedReferences]: TouchedReferences[Name] | null };

/** Each change is one statement, an SQL function where it takes several steps. */
export class PostgresUserChanges extends UserChanges {
  private readonly changes: WholeChanges;

  constructor(
    db: CurrentTransaction,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly logins: LoginChanges,
    audit: AuditTrail,
  ) {
    super();
    this.changes = new WholeChanges(db, audit);
  }

  async update(
    user: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<boolean> {
    const values = [user, userChange(change), credentialsDocument(credentials)];
    const done = await this.changes.run<object>(sql.update, values, () => true);
    if (done !== null && credentials !== null) await this.loginChanged(user);
    return done !== null;
  }

  async rename(
    from: Localpart,
    to: Localpart,
    change: UserChange,
    credentials: Credentials | null,
  ): Promise<TouchedReferences | null> {
    const again = () => new Outpaced();
    const values = [from, to, userChange(change), credentialsDocument(credentials)];
    const row = await this.changes.run<Touched>(sql.rename, values, isThere, {
      account_pk: () => new UserAlreadyExists(to),
      roster_item_pk: again,
      group_member_pk: again,
      room_affiliation_pk: again,
    });
    return this.touched(from, row!);
  }

  async remove(user: Localpart, heir: BareJid): Promise<TouchedReferences | null> {
    const row = await this.changes.run<Touched>(sql.remove, [user, heir], isThere);
    return this.touched(user, row!);
  }

  async addRosterItem(owner: Localpart, item: AddedItem) {
    type Row = { readonly outcome: 'no owner' | 'exists' | 'shared group' | 'added' };
    const { jid, nickname, subscription, groups } = item;
    const values = [owner, jid, nickname, subscription, groups];
    const isDone = ({ outcome }: Row) => outcome === 'added';
    return (await this.changes.run(sql.addRosterItem, values, isDone))!.outcome;
  }

  async joinGroups(
    user: Localpart,
    names: readonly string[],
    shared: boolean,
    mayCreate: (name: string) => boolean,
  ) {
    type Row = Joined & { readonly refused: string | null };
    const values = [user, this.domain.jidOf(user), names, names.filter(mayCreate), shared];
    const row = await this.changes.run<Row>(sql.joinGroups, values, hasChanged);
    const { existed, refused, changed } = row!;
    if (!existed) return null;
    return refused === null ? changed! : { refused };
  }

  async leaveGroups(user: Localpart, names: readonly string[]) {
    type Row = Joined & { readonly missing: string | null };
    const values = [user, this.domain.jidOf(user), names];
    const { existed, missing, changed } = (await this.changes.run<Row>(
      sql.leaveGroups,
      values,
      hasChanged,
    ))!;
    if (!existed) return null;
    return missing === null ? changed! : { missing };
  }

  async leaveOtherGroups(user: Localpart, kept: readonly string[]) {
    const values = [user, this.domain.jidOf(user), kept];
    const row = await this.changes.run<Joined>(sql.leaveOtherGroups, values, hasChanged);
    return row!.changed;
  }

  private async touched(user: Localpart, row: Touched): Promise<TouchedReferences | null> {
    if (!isThere(row)) return null;
    await this.loginChanged(user);
    return row;
  }

  private loginChanged(user: Localpart): Promise<void> {
    return this.transactions.afterCommit(async () => this.logins.changed(user));
  }
}

interface Joined {
  readonly existed: boolean;
  readonly changed: readonly string[] | null;
}

function hasChanged({ changed }: Joined): boolean {
  return changed !== null;
}

function isThere(row: Touched): row is TouchedReferences {
  return row.rosterOwners !== null;
}
