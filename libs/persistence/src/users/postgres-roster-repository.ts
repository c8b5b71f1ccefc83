import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import type { RereadableList } from '@chat-admin/domain/shared/long-list';
import { RosterRepository } from '@chat-admin/domain/users/roster-repository';
import type { RosterEntry, RosterItem } from '@chat-admin/domain/users/roster';
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
