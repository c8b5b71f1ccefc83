import type { ChatServer } from '../chat-server/chat-server.js';
import type { GroupRepository } from '../groups/group-repository.js';
import { InvalidArgument } from '../shared/domain-error.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { wholeList } from '../shared/long-list.js';
import type { RereadableList } from '../shared/long-list.js';
import { orderedArray } from '../shared/ordered-array.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import {
  RosterItemAlreadyExists,
  RosterItemNotFound,
  RosterItemToUpdateNotFound,
  SharedGroup,
  UserNotFound,
} from './errors.js';
import {
  addedItem,
  rosterGroups,
  rosterJid,
  rosterNickname,
  rosterSubscription,
} from './roster-draft.js';
import type { RosterDraft } from './roster-draft.js';
import type { RosterRepository } from './roster-repository.js';
import type { RosterEntry, RosterSelection } from './roster.js';
import { username } from './user.js';
import type { AddedItem, UserChanges } from './user-changes.js';
import type { UserRepository } from './user-repository.js';

/** Rosters as their owners see them, shared groups included. Contract: core 5.1 */
export class RosterManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly rosters: RosterRepository,
    private readonly groups: GroupRepository,
    private readonly changes: UserChanges,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws UserNotFound */
  async list(ownerName: string): Promise<RereadableList<RosterEntry>> {
    const owner = username(ownerName);
    const entries = owner === null ? null : await this.rosters.list(owner);
    if (entries === null) throw new UserNotFound(ownerName);
    return entries;
  }

  /** As {@link list}, in any order and by page. @throws UserNotFound */
  async select(
    ownerName: string,
    { subscription, text }: RosterSelection,
  ): Promise<OrderedList<RosterEntry>> {
    const isFiltered = subscription !== null || text !== null;
    const found = (await wholeList(await this.list(ownerName))).filter(
      (entry) =>
        (subscription === null || entry.subscription === subscription) &&
        (text === null || entry.jid.startsWith(text)),
    );
    return orderedArray(
      () => found,
      ({ jid }) => [jid, jid],
      { isFiltered },
    );
  }

  /** @throws UserNotFound, InvalidArgument, RosterItemAlreadyExists, SharedGroup */
  async add(ownerName: string, draft: RosterDraft | null): Promise<void> {
    const owner = username(ownerName);
    if (owner === null) throw new UserNotFound(ownerName);
    const item = await this.described(owner, ownerName, draft);
    const outcome = await this.changes.addRosterItem(owner, item);
    if (outcome === 'no owner') throw new UserNotFound(ownerName);
    if (outcome === 'exists') throw new RosterItemAlreadyExists();
    if (outcome === 'shared group') throw new SharedGroup('creation', '');
    await this.announce(owner);
  }

  /** What is wrong with an item is told only to those who name an owner. */
  private async described(
    owner: Localpart,
    ownerName: string,
    draft: RosterDraft | null,
  ): Promise<AddedItem> {
    try {
      return addedItem(draft);
    } catch (refusal) {
      if (!(await this.users.find(owner))) throw new UserNotFound(ownerName);
      throw refusal;
    }
  }

  /** @throws UserNotFound, InvalidArgument, RosterItemToUpdateNotFound, SharedGroup */
  update(ownerName: string, path: string, draft: RosterDraft | null): Promise<void> {
    return this.change(ownerName, async (owner) => {
      const jid = rosterJid(path);
      if (draft === null) throw new InvalidArgument('roster-item-missing', { resource: path });
      const asked =
        draft.subscription === undefined ? undefined : rosterSubscription(draft.subscription);
      const nickname = draft.nickname === undefined ? undefined : rosterNickname(draft.nickname);
      const groups = draft.groups === undefined ? undefined : rosterGroups(draft.groups);
      return this.withEntry(owner, jid, async (entry) => {
        if (entry === null) throw new RosterItemToUpdateNotFound(path);
        if (forbiddenBySharedGroups(entry, groups, asked)) throw new SharedGroup('update', path);
        const item = {
          jid,
          nickname: nickname === undefined ? entry.nickname : nickname,
          subscription: asked === 'remove' ? entry.subscription : (asked ?? entry.subscription),
          groups: groups === undefined ? entry.groups : await this.withoutShared(groups),
        };
        if (!entry.stored) {
          if (!(await this.stays(jid))) throw new RosterItemToUpdateNotFound(path);
          await this.rosters.put(owner, item);
          return true;
        }
        return asked === 'remove'
          ? this.rosters.remove(owner, jid)
          : this.rosters.replace(owner, item);
      });
    });
  }

  /** @throws UserNotFound, InvalidArgument, RosterItemNotFound, SharedGroup */
  remove(ownerName: string, path: string): Promise<void> {
    return this.change(ownerName, async (owner) => {
      const jid = rosterJid(path);
      return this.withEntry(owner, jid, async (entry) => {
        if (entry === null) throw new RosterItemNotFound(jid);
        if (entry.sharedGroups.length > 0) throw new SharedGroup('removal', path);
        return this.rosters.remove(owner, jid);
      });
    });
  }

  /**
   * Until `work` has found what it was given: a contact who is renamed meanwhile takes the stored item along, or brings
   * another one with this JID.
   */
  private async withEntry(
    owner: Localpart,
    jid: BareJid,
    work: (entry: RosterEntry | null) => Promise<boolean>,
  ): Promise<void> {
    while (!(await work(await this.rosters.find(owner, jid))));
  }

  /** A contact that shared groups alone bring goes with its account, or gets another name. */
  private async stays(contact: BareJid): Promise<boolean> {
    const local = this.domain.usernameOf(contact);
    return local === null || (await this.users.lockExisting([local])).has(local);
  }

  private async withoutShared(groups: readonly string[]): Promise<readonly string[]> {
    const shared = new Set(await this.groups.sharedAmong(groups));
    return groups.filter((name) => !shared.has(name));
  }

  private async change(
    ownerName: string,
    work: (owner: Localpart) => Promise<void>,
  ): Promise<void> {
    const owner = await this.transactions.run(async () => {
      const prepared = username(ownerName);
      if (prepared === null || !(await this.users.lock(prepared)))
        throw new UserNotFound(ownerName);
      await work(prepared);
      return prepared;
    });
    await this.announce(owner);
  }

  private announce(owner: Localpart): Promise<void> {
    return this.transactions.afterCommit(() => this.chatServer.rostersChanged([owner]));
  }
}

/**
 * A contact from shared groups stays in all of them and cannot be removed. Contract: core 5.1, PUT
 * check 5
 */
function forbiddenBySharedGroups(
  entry: RosterEntry,
  groups: readonly string[] | undefined,
  asked: unknown,
): boolean {
  if (entry.sharedGroups.length === 0) return false;
  if (asked === 'remove') return true;
  return groups !== undefined && entry.sharedGroups.some((name) => !groups.includes(name));
}
