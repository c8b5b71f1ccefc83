import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { RosterRepository } from '@chat-admin/domain/users/roster-repository';
import type { RosterEntry, RosterItem } from '@chat-admin/domain/users/roster';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const COLUMNS = 'jid, nickname, subscription, groups, stored, shared_groups as "sharedGroups"';

const list: Statement = {
  name: 'roster-list',
  text: `select ${COLUMNS} from roster_entry($1) order by jid collate "C"`,
};

const find: Statement = {
  name: 'roster-find',
  text: `select ${COLUMNS} from roster_entry($1, $2)`,
};

const VALUES = `insert into roster_item (owner, jid, nickname, subscription, groups)
  values ($1, $2, $3, $4, $5) on conflict on constraint roster_item_pk`;

const add: Statement = { name: 'roster-add', text: `${VALUES} do nothing` };

const put: Statement = {
  name: 'roster-put',
  text: `${VALUES} do update set
    nickname = excluded.nickname, subscription = excluded.subscription, groups = excluded.groups`,
};

const replace: Statement = {
  name: 'roster-replace',
  text: `update roster_item set nickname = $3, subscription = $4, groups = $5
    where owner = $1 and jid = $2`,
};

const remove: Statement = {
  name: 'roster-remove',
  text: `delete from roster_item where owner = $1 and jid = $2`,
};

/** Stored items in `roster_item`; `roster_entry()` merges in the contacts of shared groups. */
export class PostgresRosterRepository extends RosterRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(owner: Localpart): Promise<readonly RosterEntry[]> {
    return (await this.db.run<RosterEntry>(list, [owner])).rows;
  }

  async find(owner: Localpart, jid: BareJid): Promise<RosterEntry | null> {
    return (await this.db.run<RosterEntry>(find, [owner, jid])).rows[0] ?? null;
  }

  async add(owner: Localpart, item: RosterItem): Promise<boolean> {
    return (await this.db.run(add, values(owner, item))).count > 0;
  }

  async replace(owner: Localpart, item: RosterItem): Promise<boolean> {
    return (await this.db.run(replace, values(owner, item))).count > 0;
  }

  async put(owner: Localpart, item: RosterItem): Promise<void> {
    await this.db.run(put, values(owner, item));
  }

  async remove(owner: Localpart, jid: BareJid): Promise<boolean> {
    return (await this.db.run(remove, [owner, jid])).count > 0;
  }
}

function values(owner: Localpart, item: RosterItem): readonly unknown[] {
  return [owner, item.jid, item.nickname, item.subscription, item.groups];
}
