import type { RoomRef } from '../chat-server/chat-server.js';
import type { BareJid } from '../shared/jid.js';
import type { Group, GroupSummary } from './group.js';

export abstract class GroupRepository {
  /** All groups by name, in batches, read while they are consumed. */
  abstract list(): AsyncIterable<readonly GroupSummary[]>;
  abstract find(name: string): Promise<Group | null>;
  /** As {@link find}, and keeps others from changing the group until the transaction ends. */
  abstract lock(name: string): Promise<Group | null>;
  /** @returns false when a group of that name exists; nothing is stored then */
  abstract add(group: Group): Promise<boolean>;
  /** Makes description, flag and both sets equal to `group`, which must exist. */
  abstract replace(group: Group): Promise<void>;
  /**
   * Removes the group with its memberships and room affiliations.
   * @param heir becomes owner of rooms that are left without owner entry
   * @returns the rooms that named the group
   */
  abstract remove(name: string, heir: BareJid): Promise<readonly RoomRef[]>;
  /** Rooms in which the group holds an affiliation. */
  abstract rooms(name: string): Promise<readonly RoomRef[]>;

  /** Names of the groups in which `jid` is member or admin, ascending. */
  abstract namesOf(jid: BareJid): Promise<readonly string[]>;
  /** Which of these groups exist, kept from removal until the transaction ends. */
  abstract lockExisting(names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these names are names of shared groups. */
  abstract sharedAmong(names: readonly string[]): Promise<readonly string[]>;
  /** Creates groups (not shared, nobody in them); names that exist are left alone. */
  abstract addMissing(names: readonly string[], description: string | null): Promise<void>;
  /** Adds a member; who is member or admin already stays what it is. @returns groups really changed */
  abstract join(names: readonly string[], jid: BareJid): Promise<readonly string[]>;
  /** Removes member or admin. @returns groups really changed */
  abstract leave(names: readonly string[], jid: BareJid): Promise<readonly string[]>;
}
