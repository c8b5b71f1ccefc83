import type { Group } from '../groups/group.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { compareCodePoints } from '../shared/order.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { RosterRepository } from '../users/roster-repository.js';
import type { Counterpart, OwnedItem, RosterEntry, RosterItem } from '../users/roster.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { Rows } from './rows.js';

export class InMemoryRosterRepository extends RosterRepository {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly domain: ServiceDomain,
  ) {
    super();
  }

  async list(owner: Localpart): Promise<readonly RosterEntry[] | null> {
    const { rows } = this.database;
    const stored = rows.accounts.get(owner)?.roster;
    if (!stored) return null;
    const brought = this.broughtTo(owner, rows);
    return [...new Set([...stored.keys(), ...brought.keys()])]
      .map((jid) => this.entry(jid, stored.get(jid), brought.get(jid) ?? [], rows))
      .sort((a, b) => compareCodePoints(a.jid, b.jid));
  }

  async find(owner: Localpart, jid: BareJid): Promise<RosterEntry | null> {
    return (await this.list(owner))?.find((entry) => entry.jid === jid) ?? null;
  }

  async findMany(owner: Localpart, jids: readonly BareJid[]): Promise<readonly RosterEntry[]> {
    const wanted = new Set(jids);
    return ((await this.list(owner)) ?? []).filter(({ jid }) => wanted.has(jid));
  }

  async counterparts(
    owner: Localpart,
    contacts: readonly Localpart[],
  ): Promise<readonly Counterpart[]> {
    const { rows } = this.database;
    const brought = this.broughtTo(owner, rows);
    const own = this.domain.jidOf(owner);
    const none = { jid: own, nickname: null, subscription: 0, groups: [] } as const;
    return Promise.resolve(
      contacts.flatMap((contact) => {
        const account = rows.accounts.get(contact);
        if (!account || brought.has(this.domain.jidOf(contact))) return [];
        const item = account.roster.get(own);
        return [{ ...(item ?? none), owner: contact, stored: item !== undefined }];
      }),
    );
  }

  async putMany(items: readonly OwnedItem[]): Promise<void> {
    for (const { owner, ...item } of items) await this.put(owner, item);
  }

  add(owner: Localpart, item: RosterItem): Promise<boolean> {
    return this.change(owner, (roster) => {
      if (roster.has(item.jid)) return false;
      roster.set(item.jid, item);
      return true;
    });
  }

  replace(owner: Localpart, item: RosterItem): Promise<boolean> {
    return this.change(owner, (roster) => {
      if (!roster.has(item.jid)) return false;
      roster.set(item.jid, item);
      return true;
    });
  }

  async put(owner: Localpart, item: RosterItem): Promise<void> {
    await this.change(owner, (roster) => roster.set(item.jid, item));
  }

  /** Changes are not remembered here. */
  async forget(_contact: BareJid): Promise<void> {
    await Promise.resolve();
  }

  remove(owner: Localpart, jid: BareJid): Promise<boolean> {
    return this.change(owner, (roster) => roster.delete(jid));
  }

  /** @throws if there is no such account, like a foreign key */
  private change<T>(owner: Localpart, work: (roster: Map<BareJid, RosterItem>) => T): Promise<T> {
    return this.database.change(({ accounts }) => {
      const row = accounts.get(owner);
      if (!row) throw new Error(`There is no account ${owner}`);
      const roster = new Map(row.roster);
      const result = work(roster);
      accounts.set(owner, { ...row, roster });
      return result;
    });
  }

  /**
   * Names of the shared groups that contribute each contact; only existing users are contributed.
   */
  private broughtTo(owner: Localpart, { groups, accounts }: Rows) {
    const own = this.domain.jidOf(owner);
    const brought = new Map<BareJid, string[]>();
    for (const group of groups.values()) {
      const people = peopleOf(group);
      if (!group.shared || !people.includes(own)) continue;
      for (const jid of people) {
        const local = this.domain.usernameOf(jid);
        if (jid === own || (local !== null && !accounts.has(local))) continue;
        brought.set(jid, [...(brought.get(jid) ?? []), group.name]);
      }
    }
    return brought;
  }

  private entry(
    jid: BareJid,
    stored: RosterItem | undefined,
    sharedGroups: readonly string[],
    rows: Rows,
  ): RosterEntry {
    return {
      jid,
      nickname: stored ? stored.nickname : this.nameOf(jid, rows),
      subscription: sharedGroups.length > 0 ? 3 : stored!.subscription,
      groups: stored?.groups ?? [],
      stored: stored !== undefined,
      sharedGroups: [...sharedGroups].sort(compareCodePoints),
    };
  }

  /** The name of a user, or else the text of the JID. */
  private nameOf(jid: BareJid, { accounts }: Rows): string {
    const local = this.domain.usernameOf(jid);
    if (local === null) return jid;
    return accounts.get(local)?.user.name || local;
  }
}

function peopleOf({ admins, members }: Group): readonly BareJid[] {
  return [...admins, ...members];
}
