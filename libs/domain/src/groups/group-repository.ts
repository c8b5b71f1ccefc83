import type { RoomRef } from '../chat-server/chat-server.js';
import type { BareJid } from '../shared/jid.js';
import type { LongList } from '../shared/long-list.js';
import type { Group, GroupMember, GroupRole, GroupSummary, LongGroup } from './group.js';

/** What {@link GroupRepository.putMember} has done. */
export interface PutMember {
  readonly outcome: 'added' | 'changed' | 'unchanged';
  /** `null` when nothing has changed */
  readonly role: GroupRole | null;
}

export interface GroupSource {
  readonly managedBy: string | null;
  readonly externalId: string | null;
}

export abstract class GroupRepository {
  /** All groups by name, in batches fetched while they are consumed. */
  abstract list(): AsyncIterable<readonly GroupSummary[]>;
  abstract find(name: string): Promise<Group | null>;

  /** By what the group is managed; nulls for a local one. Contract: extensions E13.1 */
  abstract sourceOf(name: string): Promise<GroupSource>;

  /** As {@link find}, in batches if it has many people. */
  abstract read(name: string): Promise<Group | LongGroup | null>;
  /** As {@link find}, and locks the group until the transaction ends. */
  abstract lock(name: string): Promise<Group | null>;
  /** @returns false, storing nothing, if a group of that name exists */
  abstract add(group: Group): Promise<boolean>;
  /**
   * Overwrites description and flag of a group that must exist, and who has one of the roles.
   * @param roles of the others nothing is written: an account that is deleted meanwhile would come back
   */
  abstract replace(group: Group, roles?: readonly GroupRole[]): Promise<void>;
  /**
   * Gives a group that must exist another name, also where rooms and other groups name it.
   * @returns the rooms that affiliate the group
   * @throws GroupAlreadyExists
   */
  abstract rename(from: string, to: string): Promise<readonly RoomRef[]>;
  /**
   * Removes the group with its memberships and room affiliations.
   * @param heir becomes owner of rooms left without an owner
   * @returns the rooms that affiliated the group
   */
  abstract remove(name: string, heir: BareJid): Promise<readonly RoomRef[]>;
  /** Rooms in which the group holds an affiliation. */
  abstract rooms(name: string): Promise<readonly RoomRef[]>;

  /** Names of all groups, ascending. */
  abstract names(): Promise<LongList<string>>;

  /** Names of the groups that have `jid` as member or admin, ascending. */
  abstract namesOf(jid: BareJid): Promise<LongList<string>>;
  /** Which of these groups exist; they are locked against removal until the transaction ends. */
  abstract lockExisting(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these are names of shared groups, or their labels in rosters. */
  abstract sharedAmong(names: readonly string[]): Promise<readonly string[]>;
  /** Creates the groups that are missing, with an empty description and without people. */
  abstract addMissing(names: readonly string[], shared: boolean): Promise<void>;
  /**
   * Adds a member; existing members and admins stay as they are. @returns the groups that changed
   */
  abstract join(names: readonly string[], jid: BareJid): Promise<readonly string[]>;
  /** Removes a member or admin. @returns the groups that changed */
  abstract leave(names: readonly string[], jid: BareJid): Promise<readonly string[]>;

  /** Members and admins by JID; `null` if there is no such group. */
  abstract members(name: string): Promise<AsyncIterable<readonly GroupMember[]> | null>;
  /** The role of `jid`, who is locked until the transaction ends; `null` for nobody. */
  abstract lockMember(name: string, jid: BareJid): Promise<GroupRole | null>;
  /**
   * Adds `jid` to a group that must exist, or gives another role.
   * @param role `null`: a new one is member, a present one stays
   */
  abstract putMember(name: string, jid: BareJid, role: GroupRole | null): Promise<PutMember>;
  /** @returns the role that was lost; `null` if nobody was there */
  abstract removeMember(name: string, jid: BareJid): Promise<GroupRole | null>;
}
