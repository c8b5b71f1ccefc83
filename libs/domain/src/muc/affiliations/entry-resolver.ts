import type { GroupRepository } from '../../groups/group-repository.js';
import type { Use } from '../../shared/stringprep.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { UserRepository } from '../../users/user-repository.js';
import type { GroupJids } from './group-jids.js';
import { askedFor, parseReference } from './references.js';
import type { Existing, Reference } from './references.js';

/** Resolves references to people and groups. Contract: muc-and-legacy 1.3 */
export class EntryResolver {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
    private readonly domain: ServiceDomain,
    private readonly jids: GroupJids,
  ) {}

  reference(text: string, use: Use): Reference {
    return parseReference(text, this.domain, this.jids, use);
  }

  /** The name from a group JID; any other text is itself the name. */
  groupName(text: string): string {
    return this.jids.groupOf(text) ?? text;
  }

  groupJid(name: string): string {
    return this.jids.jidOf(name);
  }

  /**
   * Which of the referenced users and groups exist; the groups are locked against removal until the
   * transaction ends.
   */
  async existing(references: readonly Reference[]): Promise<Existing> {
    const { users, groups } = askedFor(references);
    return {
      users: users.length === 0 ? new Set() : await this.users.existing(users),
      groups: await this.existingGroups(groups),
    };
  }

  async existingGroups(names: readonly string[]): Promise<ReadonlySet<string>> {
    return names.length === 0 ? new Set() : this.groups.lockExisting(names);
  }
}
