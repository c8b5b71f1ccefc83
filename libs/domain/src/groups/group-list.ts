import type { BareJid } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { GroupMember, GroupRole, GroupSummary } from './group.js';

/** Which groups a list shows; what is `null` does not matter. Contract: extensions E1.2 */
export interface GroupSelection {
  /** in name or description, ignoring case; short texts at the beginning of the name */
  readonly text: string | null;
  readonly shared: boolean | null;
  /** who has to be member or admin; empty text is nobody */
  readonly member: BareJid | '' | null;
  /** the source that manages the group; empty text: none does */
  readonly managedBy: string | null;
}

/** What groups are read with, which costs with their people. */
export interface GroupDetails {
  readonly people: boolean;
  readonly count: boolean;
}

export interface GroupEntry extends GroupSummary {
  readonly members?: readonly BareJid[];
  readonly admins?: readonly BareJid[];
  /** of members and admins */
  readonly memberCount?: number;
  /** `null`: it is a local one */
  readonly managedBy: string | null;
  readonly externalId: string | null;
}

/** Which people of a group a list shows; what is `null` does not matter. */
export interface MemberSelection {
  readonly role: GroupRole | null;
  /** how the JID begins, ignoring case */
  readonly text: string | null;
}

/** Groups and their people by page. Sorted by `key`, the name or JID, or by `name`, in lower case. */
export abstract class GroupList {
  abstract select(
    selection: GroupSelection,
    details: GroupDetails,
  ): Promise<OrderedList<GroupEntry>>;
  /** `null` if there is no such group */
  abstract people(
    group: string,
    selection: MemberSelection,
  ): Promise<OrderedList<GroupMember> | null>;
  /** The names of the groups that have `jid` as member or admin. */
  abstract namesOf(jid: BareJid): OrderedList<string>;
}
