import type { Localpart } from '@chat-admin/domain/shared/jid';
import { ManagedObjects } from '@chat-admin/domain/users/managed-objects';
import type { Managed, ManagedUser, Released } from '@chat-admin/domain/users/managed-objects';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const BY = `source, external_id as "externalId"`;

const any: Statement = {
  name: 'managed-any',
  text: `
    select exists (select from managed_account) or exists (select from managed_group) as found`,
};

const user: Statement = {
  name: 'managed-user',
  text: `select ${BY}, fields, properties from managed_account where username = $1`,
};

const groups: Statement = {
  name: 'managed-groups',
  text: `select group_name as name, ${BY} from managed_group where group_name = any ($1)`,
};

const putUser: Statement = {
  name: 'managed-user-put',
  text: `
    insert into managed_account (username, source, external_id, fields, properties)
    values ($1, $2, $3, $4, $5)
    on conflict on constraint managed_account_pk do update
    set (source, external_id, fields, properties) =
      (excluded.source, excluded.external_id, excluded.fields, excluded.properties)`,
};

const putGroup: Statement = {
  name: 'managed-group-put',
  text: `
    insert into managed_group (group_name, source, external_id) values ($1, $2, $3)
    on conflict on constraint managed_group_pk do update
    set (source, external_id) = (excluded.source, excluded.external_id)`,
};

/** Whoever reads the users is told by an event of each. */
const releaseUsers: Statement = {
  name: 'managed-users-release',
  text: `
    with released as (
      delete from managed_account where source = $1 and username = coalesce($2, username)
      returning username, 'password' = any (fields) as asked
    ), locked_out as (
      update lockout set author = $3 from released where lockout.username = released.username and author = $1
    )
    select username, asked, put_event('user.updated', '/users/' || path_segment(username), '{managed_by,external_id}'),
      (select notify_logins(array(select username from released where asked)))
    from released order by username`,
};

const releaseGroups: Statement = {
  name: 'managed-groups-release',
  text: `
    with released as (delete from managed_group where source = $1 returning group_name as name)
    select name, put_event('group.updated', '/groups/' || path_segment(name), '{managed_by,external_id}')
    from released order by name`,
};

const FIELDS = ['name', 'email', 'password'] as const;

interface UserRow extends Managed {
  readonly fields: readonly string[];
  readonly properties: readonly string[];
}

/** Tells when something becomes managed, by whatever instance. */
export interface ManagedChanges {
  /** whether it does now */
  readonly reliable: boolean;
  onManaged(listener: () => void): void;
}

/**
 * What is managed, in `managed_account` and `managed_group`. Most installations have nothing of that: as long as it is known, the rule
 * for the many costs no statement. Inside a transaction the tables are always read.
 */
export class PostgresManagedObjects extends ManagedObjects {
  private isNothing = false;
  private changes = 0;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly feed: ManagedChanges,
  ) {
    super();
    feed.onManaged(() => this.changed());
  }

  async user(username: Localpart): Promise<ManagedUser | null> {
    if (await this.hasNothing()) return null;
    const [row] = (await this.db.run<UserRow>(user, [username])).rows;
    if (row === undefined) return null;
    const { fields, properties, ...by } = row;
    const [name, email, password] = FIELDS.map((field) => fields.includes(field)) as [
      ...[boolean, boolean, boolean],
    ];
    return { ...by, fields: { name, email, password, properties } };
  }

  async group(name: string): Promise<Managed | null> {
    return (await this.groups([name])).get(name) ?? null;
  }

  async groups(names: readonly string[]): Promise<ReadonlyMap<string, Managed>> {
    if (names.length === 0 || (await this.hasNothing())) return new Map();
    type Row = Managed & { readonly name: string };
    const { rows } = await this.db.run<Row>(groups, [names]);
    return new Map(rows.map(({ name, ...by }) => [name, by]));
  }

  async putUser(
    username: Localpart,
    { source, externalId, fields: { properties, ...fields } }: ManagedUser,
  ): Promise<void> {
    const names = FIELDS.filter((field) => fields[field]);
    this.changed();
    await this.db.run(putUser, [username, source, externalId, names, properties]);
  }

  async putGroup(name: string, { source, externalId }: Managed): Promise<void> {
    this.changed();
    await this.db.run(putGroup, [name, source, externalId]);
  }

  async release(source: string, username: Localpart | null, author: string): Promise<Released> {
    type UserRow = { readonly username: Localpart; readonly asked: boolean };
    type GroupRow = { readonly name: string };
    const { rows } = await this.db.run<UserRow>(releaseUsers, [source, username, author]);
    const groups =
      username === null ? (await this.db.run<GroupRow>(releaseGroups, [source])).rows : [];
    return {
      users: rows.map((row) => row.username),
      withoutPassword: rows.flatMap((row) => (row.asked ? [row.username] : [])),
      groups: groups.map(({ name }) => name),
    };
  }

  private changed(): void {
    this.isNothing = false;
    this.changes += 1;
  }

  private async hasNothing(): Promise<boolean> {
    if (this.db.active || !this.feed.reliable) return false;
    if (this.isNothing) return true;
    const { changes } = this;
    const [row] = (await this.db.run<{ readonly found: boolean }>(any, [])).rows;
    this.isNothing = !row!.found && changes === this.changes;
    return !row!.found;
  }
}
