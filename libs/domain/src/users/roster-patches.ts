import type { GroupRepository } from '../groups/group-repository.js';
import { namesOf } from '../shared/audit-facts.js';
import { InvalidArgument } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import { shownValue } from '../shared/shown-value.js';
import type { Transactions } from '../shared/transactions.js';
import { SharedGroup } from './errors.js';
import { ONE_SIDE } from './roster-changes.js';
import type { RosterChanges } from './roster-changes.js';
import { mergedItems } from './roster-draft.js';
import type { MergedItem, RosterDraft } from './roster-draft.js';
import type { RosterRepository } from './roster-repository.js';
import { broughtBy, forbiddenBySharedGroups } from './roster.js';
import type { RosterEntry, RosterItem } from './roster.js';
import type { UserRepository } from './user-repository.js';

/** How many contacts were added and changed. */
export interface PatchedRoster {
  readonly inserts: number;
  readonly updates: number;
}

/** Many contacts at once, in as many statements as one takes. Contract: core 5.1, PATCH */
export class RosterPatches {
  constructor(
    private readonly users: UserRepository,
    private readonly rosters: RosterRepository,
    private readonly groups: GroupRepository,
    private readonly transactions: Transactions,
    private readonly lists: RosterChanges,
  ) {}

  /** @throws UserNotFound, InvalidArgument, SharedGroup */
  async patch(
    ownerName: string,
    drafts: readonly RosterDraft[] | null,
    { mutual } = ONE_SIDE,
  ): Promise<PatchedRoster> {
    const { owner, sent } = await this.lists.read(ownerName, () => {
      if (drafts === null) {
        const detail = 'the body is empty';
        throw new InvalidArgument('roster-item-missing', { resource: ownerName, detail });
      }
      return mergedItems(drafts);
    });
    const jids = [...sent.keys()];
    let result: PatchedRoster = { inserts: 0, updates: 0 };
    await this.lists.run(ownerName, owner, mutual ? jids : [], async () => {
      // who is renamed meanwhile would take along what was read
      const locals = this.lists.counterparts.among(owner, jids);
      if (!mutual && locals.length > 0) await this.users.lockExisting(locals);
      const { added, changed, all } = await this.merged(owner, [...sent.values()]);
      const items = [...added, ...changed];
      if (items.length > 0) await this.rosters.putMany(items.map((item) => ({ ...item, owner })));
      if (added.length > 0) this.transactions.note({ added: namesOf(added, ({ jid }) => jid) });
      result = { inserts: added.length, updates: changed.length };
      const others = mutual ? await this.lists.counterparts.follow(owner, all) : [];
      return items.length > 0 ? [owner, ...others] : others;
    });
    return result;
  }

  private async merged(owner: Localpart, sent: readonly MergedItem[]) {
    const found = await this.rosters.findMany(
      owner,
      sent.map(({ jid }) => jid),
    );
    const entries = new Map(found.map((entry) => [entry.jid, entry]));
    const named = new Set(sent.flatMap(({ groups }) => groups ?? []));
    const shared = new Set(await this.groups.sharedAmong([...named]));
    const all = sent.map((item) => afterwards(item, entries.get(item.jid), shared));
    const differing = all.filter((item) => !isSame(item, entries.get(item.jid)));
    const isStored = ({ jid }: RosterItem) => entries.get(jid)?.stored === true;
    return {
      all,
      added: differing.filter((item) => !isStored(item)),
      changed: differing.filter(isStored),
    };
  }
}

/** @throws SharedGroup */
function afterwards(
  { jid, asked, nickname, groups }: MergedItem,
  entry: RosterEntry | undefined,
  shared: ReadonlySet<string>,
): RosterItem {
  if (entry === undefined) {
    const sharing = groups?.find((name) => shared.has(name));
    if (sharing !== undefined) {
      throw new SharedGroup(
        'creation',
        jid,
        `a shared group brings its people itself: ${shownValue(sharing)}`,
      );
    }
    return { jid, nickname: nickname ?? null, subscription: asked ?? 0, groups: groups ?? [] };
  }
  if (forbiddenBySharedGroups(entry, groups, asked)) {
    throw new SharedGroup('update', jid, broughtBy(entry));
  }
  return {
    jid,
    nickname: nickname === undefined ? entry.nickname : nickname,
    subscription: asked ?? entry.subscription,
    groups: groups?.filter((name) => !shared.has(name)) ?? entry.groups,
  };
}

function isSame(item: RosterItem, entry: RosterEntry | undefined): boolean {
  return (
    entry !== undefined &&
    item.nickname === entry.nickname &&
    item.subscription === entry.subscription &&
    item.groups.length === entry.groups.length &&
    item.groups.every((name, index) => name === entry.groups[index])
  );
}
