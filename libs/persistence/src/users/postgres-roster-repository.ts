import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import type { RereadableList } from '@chat-admin/domain/shared/long-list';
import { RosterRepository } from '@chat-admin/domain/users/roster-repository';
import type {
  Counterpart,
  OwnedItem,
  RosterEntry,
  RosterItem,
} from '@chat-admin/domain/users/roster';
import { CoalescedReads } from '../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { MOST_AT_ONCE } from '../database/row-streams.js';
import type { RowStreams } from '../database/row-streams.js';

/** What {@link RosterEntry} has, in its order. The last two are left out where no group is shared. */
type EntryValues = readonly [
  RosterEntry['jid'],
  RosterEntry['nickname'],
  RosterEntry['subscription'],
  RosterEntry['groups'],
  RosterEntry['stored']?,
  RosterEntry['sharedGroups']?,
];

interface RosterRow {
  readonly username: Localpart;
  readonly entries: readonly EntryValues[];
}

const COLUMNS = 'jid, nickname, subscription, groups, stored, shared_groups as "sharedGroups"';

const ENTRIES = `roster_list(username, ${MOST_AT_ONCE + 1}) as entries`;

const list: Statement = {
  name: 'roster-list',
  text: `select username, ${ENTRIES} from account where username = $1`,
};

const listMany: Statement = {
  name: 'roster-list-many',
  text: `select username, ${ENTRIES} from account where username = any ($1)`,
};

const LONG_LIST = `select ${COLUMNS} from roster_entry($1) order by jid collate "C"`;

const listWhole: Statement = { name: 'roster-list-whole', text: LONG_LIST };

const find: Statement = {
  name: 'roster-find',
  text: `select ${COLUMNS} from roster_entry($1, $2)`,
};

const findMany: Statement = {
  name: 'roster-find-many',
  text: `select ${COLUMNS} from roster_entries($1, $2)`,
};

const findCounterparts: Statement = {
  name: 'roster-find-counterparts',
  text: `
    select username as owner, own.jid, nickname,
      coalesce(subscription, 0::smallint) as subscription, coalesce(groups, '{}') as groups,
      roster_item.jid is not null as stored
    from (select $1 || '@' || service_domain() as jid) own
    cross join account
    left join roster_item on roster_item.owner = username and roster_item.jid = own.jid
    where username = any ($2)
      and username not in (
        select local_username(shared.jid, service_domain())
        from shared_contacts(
          $1, array(select contact || '@' || service_domain() from unnest($2::text[]) as contact)
        ) as shared)`,
};

const VALUES = `insert into roster_item (owner, jid, nickname, subscription, groups)
  values ($1, $2, $3, $4, $5) on conflict on constraint roster_item_pk`;

const add: Statement = { name: 'roster-add', text: `${VALUES} do nothing` };

const put: Statement = {
  name: 'roster-put',
  text: `${VALUES} do update set
    nickname = excluded.nickname, subscription = excluded.subscription, groups = excluded.groups`,
};

const putMany: Statement = {
  name: 'roster-put-many',
  text: `
    insert into roster_item (owner, jid, nickname, subscription, groups)
    select owner, jid, nickname, subscription, array(select jsonb_array_elements_text(groups))
    from jsonb_to_recordset($1)
      as item (owner text, jid text, nickname text, subscription smallint, groups jsonb)
    order by owner, jid
    on conflict on constraint roster_item_pk do update set
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

const forget: Statement = { name: 'roster-forget', text: `select forget_contact($1)` };

/** Stored items in `roster_item`; `roster_entry()` merges in the contacts of shared groups. */
export class PostgresRosterRepository extends RosterRepository {
  private readonly reads: CoalescedReads<Localpart, readonly EntryValues[]>;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
    this.reads = new CoalescedReads({
      one: async (owner) => (await db.runAlone<RosterRow>(list, [owner])).rows[0]?.entries ?? null,
      many: async (owners) => {
        const { rows } = await db.runAlone<RosterRow>(listMany, [owners]);
        return new Map(rows.map(({ username, entries }) => [username, entries]));
      },
    });
  }

  /** Whole inside a transaction, in batches outside of one if it is long. */
  async list(owner: Localpart): Promise<RereadableList<RosterEntry> | null> {
    if (this.db.active) return (await this.db.run<RosterEntry>(listWhole, [owner])).rows;
    const entries = await this.reads.get(owner);
    if (entries === null || entries.length <= MOST_AT_ONCE) return entries?.map(entry) ?? null;
    return this.streams.snapshot<RosterEntry>([{ text: LONG_LIST, values: [owner] }]);
  }

  async find(owner: Localpart, jid: BareJid): Promise<RosterEntry | null> {
    return (await this.db.run<RosterEntry>(find, [owner, jid])).rows[0] ?? null;
  }

  async findMany(owner: Localpart, jids: readonly BareJid[]): Promise<readonly RosterEntry[]> {
    return (await this.db.run<RosterEntry>(findMany, [owner, jids])).rows;
  }

  async counterparts(
    owner: Localpart,
    contacts: readonly Localpart[],
  ): Promise<readonly Counterpart[]> {
    return (await this.db.run<Counterpart>(findCounterparts, [owner, contacts])).rows;
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

  async putMany(items: readonly OwnedItem[]): Promise<void> {
    await this.db.run(putMany, [JSON.stringify(items)]);
  }

  async remove(owner: Localpart, jid: BareJid): Promise<boolean> {
    return (await this.db.run(remove, [owner, jid])).count > 0;
  }

  async forget(contact: BareJid): Promise<void> {
    await this.db.run(forget, [contact]);
  }
}

function entry(values: EntryValues): RosterEntry {
  const [jid, nickname, subscription, groups, stored = true, sharedGroups = []] = values;
  return { jid, nickname, subscription, groups, stored, sharedGroups };
}

function values(owner: Localpart, item: RosterItem): readonly unknown[] {
  return [owner, item.jid, item.nickname, item.subscription, item.groups];
}
