import type { GroupRepository } from '../groups/group-repository.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { wholeList } from '../shared/long-list.js';
import type { RereadableList } from '../shared/long-list.js';
import { orderedArray } from '../shared/ordered-array.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import {
  RosterItemAlreadyExists,
  RosterItemNotFound,
  RosterItemToUpdateNotFound,
  SharedGroup,
  UserNotFound,
} from './errors.js';
import { ONE_SIDE } from './roster-changes.js';
import type { RosterChanges } from './roster-changes.js';
import { addedItem, changedItem, rosterJid } from './roster-draft.js';
import type { ChangedItem, RosterDraft } from './roster-draft.js';
import type { RosterRepository } from './roster-repository.js';
import { BROUGHT, broughtBy, forbiddenBySharedGroups } from './roster.js';
import type { RosterEntry, RosterSelection, Subscription } from './roster.js';
import { username } from './user.js';
import type { UserChanges } from './user-changes.js';
import type { UserRepository } from './user-repository.js';

/** Rosters as their owners see them, shared groups included. Contract: core 5.1 */
export class RosterManagement {
  constructor(
    private readonly users: UserRepository,
    private readonly rosters: RosterRepository,
    private readonly groups: GroupRepository,
    private readonly changes: UserChanges,
    private readonly domain: ServiceDomain,
    private readonly lists: RosterChanges,
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
  async add(ownerName: string, draft: RosterDraft | null, { mutual } = ONE_SIDE): Promise<void> {
    const { owner, sent: item } = await this.lists.read(ownerName, () => addedItem(draft));
    const { jid, subscription } = item;
    const add = async () => {
      const outcome = await this.changes.addRosterItem(owner, item);
      if (outcome === 'no owner') throw new UserNotFound(ownerName);
      if (outcome === 'exists') throw new RosterItemAlreadyExists(draft!.jid!);
      if (outcome === 'shared group') throw new SharedGroup('creation', '', BROUGHT);
    };
    if (!mutual || subscription === null) {
      await add();
      return this.lists.announce([owner]);
    }
    return this.lists.run(ownerName, owner, [jid], async () => {
      await add();
      return [owner, ...(await this.lists.counterparts.follow(owner, [{ jid, subscription }]))];
    });
  }

  /** @throws UserNotFound, InvalidArgument, RosterItemToUpdateNotFound, SharedGroup */
  async update(
    ownerName: string,
    path: string,
    draft: RosterDraft | null,
    { mutual } = ONE_SIDE,
  ): Promise<void> {
    const read = () => changedItem(path, draft);
    const { owner, sent } = await this.lists.read(ownerName, read);
    const { jid } = sent;
    const { counterparts } = this.lists;
    return this.lists.run(ownerName, owner, mutual ? [jid] : [], async () => {
      const subscription = await this.change(owner, path, sent);
      if (!mutual) return [owner];
      const others =
        subscription === null
          ? await counterparts.leave(owner, jid)
          : await counterparts.follow(owner, [{ jid, subscription }]);
      return [owner, ...others];
    });
  }

  /** @throws UserNotFound, InvalidArgument, RosterItemNotFound, SharedGroup */
  async remove(ownerName: string, path: string, { mutual } = ONE_SIDE): Promise<void> {
    const { owner, sent: jid } = await this.lists.read(ownerName, () => rosterJid(path));
    return this.lists.run(ownerName, owner, mutual ? [jid] : [], async () => {
      await this.withEntry(owner, jid, async (entry) => {
        if (entry === null) throw new RosterItemNotFound(jid);
        if (entry.sharedGroups.length > 0) {
          throw new SharedGroup('removal', path, broughtBy(entry));
        }
        return this.rosters.remove(owner, jid);
      });
      return [owner, ...(mutual ? await this.lists.counterparts.leave(owner, jid) : [])];
    });
  }

  /** @returns the subscription afterwards; `null` if the contact was removed */
  private async change(
    owner: Localpart,
    path: string,
    { jid, asked, nickname, groups }: ChangedItem,
  ): Promise<Subscription | null> {
    let after: Subscription | null = null;
    await this.withEntry(owner, jid, async (entry) => {
      if (entry === null) throw new RosterItemToUpdateNotFound(path);
      if (forbiddenBySharedGroups(entry, groups, asked)) {
        throw new SharedGroup('update', path, broughtBy(entry));
      }
      const isRemoved = asked === 'remove';
      const item = {
        jid,
        nickname: nickname === undefined ? entry.nickname : nickname,
        subscription: isRemoved ? entry.subscription : (asked ?? entry.subscription),
        groups: groups === undefined ? entry.groups : await this.withoutShared(groups),
      };
      after = isRemoved ? null : item.subscription;
      if (!entry.stored) {
        if (!(await this.stays(jid))) throw new RosterItemToUpdateNotFound(path);
        await this.rosters.put(owner, item);
        return true;
      }
      return isRemoved ? this.rosters.remove(owner, jid) : this.rosters.replace(owner, item);
    });
    return after;
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
}
