import type { ChatServer } from '../chat-server/chat-server.js';
import { isDifferent, namesOf } from '../shared/audit-facts.js';
import type { Changes } from '../shared/audit-facts.js';
import type { BareJid } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { requireWord } from '../shared/words.js';
import { GroupMemberNotFound, GroupNotFound } from './errors.js';
import { GROUP_ROLES, memberRefused } from './group.js';
import type { GroupMember, GroupRole } from './group.js';
import type { GroupRepository } from './group-repository.js';

/** A member of a group as received from a client; its JID is in the path. */
export interface GroupMemberDraft {
  readonly role?: string | undefined;
}

/** Members and admins of a group, one by one. Contract: extensions E1.3 */
export class GroupMemberManagement {
  constructor(
    private readonly groups: GroupRepository,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  /** Members and admins by JID. @throws GroupNotFound */
  async list(name: string): Promise<AsyncIterable<readonly GroupMember[]>> {
    const members = await this.groups.members(name);
    if (members === null) throw new GroupNotFound(name);
    return members;
  }

  /**
   * Adds somebody, or changes the role.
   * @param text a JID, or a local user name
   * @returns whom, and what that has changed
   * @throws InvalidArgument, GroupNotFound
   */
  async put(
    name: string,
    text: string,
    draft: GroupMemberDraft | null,
  ): Promise<{ readonly jid: BareJid; readonly changes: Changes }> {
    const wanted = readRole(draft?.role);
    const { jid, changes } = await this.transactions.run(async () => {
      await this.lockGroup(name);
      const jid = await this.readMember(name, text);
      const { outcome, role } = await this.groups.putMember(name, jid, wanted);
      const changes = {
        isNew: outcome === 'added',
        added: factOf(jid, role),
        removed: factOf(jid, outcome === 'changed' ? otherThan(role!) : null),
      };
      this.transactions.note(changes);
      return { jid, changes };
    });
    if (isDifferent(changes)) await this.announce(name);
    return { jid, changes };
  }

  /** @throws GroupNotFound, InvalidArgument, GroupMemberNotFound */
  async remove(name: string, text: string): Promise<void> {
    await this.transactions.run(async () => {
      await this.lockGroup(name);
      const jid = this.domain.parseMember(text, 'query');
      if (jid === null) throw memberRefused('member', text, name);
      const role = await this.groups.removeMember(name, jid);
      if (role === null) throw new GroupMemberNotFound(text);
      this.transactions.note({ removed: factOf(jid, role) });
    });
    await this.announce(name);
  }

  private async lockGroup(name: string): Promise<void> {
    if (!(await this.groups.lockExisting([name])).has(name)) throw new GroupNotFound(name);
  }

  /** Who is in the group under a name that older rules allowed may stay. */
  private async readMember(name: string, text: string): Promise<BareJid> {
    const jid = this.domain.parseMember(text, 'stored');
    if (jid !== null) return jid;
    const known = this.domain.parseMember(text, 'query');
    const held = known && (await this.groups.lockMember(name, known));
    if (held === null) throw memberRefused('member', text, name);
    return known!;
  }

  private announce(name: string): Promise<void> {
    return this.transactions.afterCommit(() => this.chatServer.groupsChanged([name]));
  }
}

/** @throws InvalidArgument */
function readRole(text: string | undefined): GroupRole | null {
  return text === undefined ? null : requireWord(GROUP_ROLES, text, 'role');
}

const otherThan = (role: GroupRole): GroupRole => (role === 'admin' ? 'member' : 'admin');

const factOf = (jid: BareJid, role: GroupRole | null) =>
  namesOf(role === null ? [] : [`${role}:${jid}`], (one) => one);
