import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { replaceAdministrator } from '@chat-admin/domain/system/administrators';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { JidReferences } from '@chat-admin/domain/users/jid-references';
import type { TouchedReferences } from '@chat-admin/domain/users/jid-references';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { Outpaced, translate } from '../database/database-error.js';
import { giveOwnerWhereNoneIsLeft, roomRefs } from './rooms-without-owner.js';
import type { TouchedRoomRow } from './rooms-without-owner.js';
import { SystemPropertyTable } from '../system/system-property.table.js';
import type { SystemPropertyRow } from '../system/system-property.table.js';
import * as sql from './jid-reference-statements.js';

/** Set-based changes of everything that refers to a JID. Only inside a transaction. */
export class PostgresJidReferences extends JidReferences {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  rename(from: BareJid, to: BareJid): Promise<TouchedReferences> {
    const again = () => new Outpaced();
    return this.renameAll(from, to).catch(
      translate({ roster_item_pk: again, group_member_pk: again, room_affiliation_pk: again }),
    );
  }

  private async renameAll(from: BareJid, to: BareJid): Promise<TouchedReferences> {
    const names = [from, to];
    await this.db.run(sql.lockAll, [names]);
    await this.db.run(sql.clearRosterItems, names);
    const rosterOwners = await this.column<Localpart>(sql.renameRosterItems, 'owner', names);
    await this.db.run(sql.clearMemberships, names);
    const groups = await this.column<string>(sql.renameMemberships, 'group_name', names);
    const cleared = await this.db.run<TouchedRoomRow>(sql.clearAffiliations, names);
    const renamed = await this.db.run<TouchedRoomRow>(sql.renameAffiliations, names);
    // if the replaced entry was the only owner, the renamed user becomes owner
    await giveOwnerWhereNoneIsLeft(this.db, cleared.rows, to);
    await this.replaceAdministrator(from, to);
    return { rosterOwners, groups, rooms: roomRefs(renamed.rows) };
  }

  async remove(jid: BareJid, heir: BareJid): Promise<TouchedReferences> {
    const { rows } = await this.db.run<TouchedReferences>(sql.remove, [jid, heir]);
    await this.replaceAdministrator(jid, null);
    return rows[0]!;
  }

  private async column<T>(
    statement: Statement,
    name: string,
    values: readonly unknown[],
  ): Promise<readonly T[]> {
    const { rows } = await this.db.run<Record<string, T>>(statement, values);
    return rows.map((row) => row[name] as T);
  }

  /** The row is locked only if it contains the JID, so that other renames do not queue for it. */
  private async replaceAdministrator(from: BareJid, to: BareJid | null): Promise<void> {
    const properties = this.db.table(SystemPropertyTable);
    const where = { key: systemProperty.administrators.key };
    const names = (row: SystemPropertyRow | undefined): row is SystemPropertyRow =>
      row !== undefined &&
      replaceAdministrator(row.value, from, to) !== replaceAdministrator(row.value, from, from);
    const [stored] = await properties.findBy(where);
    if (!names(stored)) return;
    const [locked] = await properties.find({ where, lock: { mode: 'for_no_key_update' } });
    if (!names(locked)) return;
    await properties.update(where, { value: replaceAdministrator(locked.value, from, to) });
  }
}
