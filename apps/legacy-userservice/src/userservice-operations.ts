import { GroupManagement } from '@chat-admin/domain/groups/group-management';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { Transactions } from '@chat-admin/domain/shared/transactions';
import { RosterItemNotFound } from '@chat-admin/domain/users/errors';
import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { UserGroupManagement } from '@chat-admin/domain/users/user-group-management';
import { UserManagement } from '@chat-admin/domain/users/user-management';
import { UserRemoval } from '@chat-admin/domain/users/user-removal';
import { Injectable } from '@nestjs/common';
import type { Outcome } from './userservice.reply.js';

export const TYPES = [
  'add',
  'update',
  'delete',
  'disable',
  'enable',
  'add_roster',
  'update_roster',
  'delete_roster',
  'grouplist',
  'usergrouplist',
] as const;
export type OperationType = (typeof TYPES)[number];

/** Absent parameters are `undefined`; group names are split, trimmed and not empty. */
export interface Operation {
  readonly type: OperationType;
  readonly username: Localpart | null;
  readonly password: string | undefined;
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly itemJid: string;
  readonly subscription: number | undefined;
}

@Injectable()
/** The ten types, each one transaction, on the same use cases as the API. Contract: muc-and-legacy 11.5 */
export class UserserviceOperations {
  constructor(
    private readonly users: UserManagement,
    private readonly removal: UserRemoval,
    private readonly lockouts: LockoutManagement,
    private readonly rosters: RosterManagement,
    private readonly userGroups: UserGroupManagement,
    private readonly groups: GroupManagement,
    private readonly transactions: Transactions,
  ) {}

  /** @throws DomainError */
  async run(operation: Operation): Promise<Outcome> {
    if (operation.type === 'grouplist') return this.groupNames();
    const username = operation.username!;
    if (operation.type === 'usergrouplist') return this.userGroups.list(username);
    await this.change(operation, username);
    return null;
  }

  private change(operation: Operation, username: Localpart): Promise<void> {
    const { password, name, email, groups, itemJid, subscription } = operation;
    switch (operation.type) {
      case 'add':
        return this.withGroups(username, groups, () =>
          this.users.create({ username, password, name, email }),
        );
      case 'update':
        return this.withGroups(username, groups, () =>
          this.users.update(username, { password, name, email }, 'kept'),
        );
      case 'delete':
        return this.removal.remove(username);
      case 'disable':
        return this.lockouts.lock(username);
      case 'enable':
        return this.lockouts.unlock(username);
      case 'add_roster':
        return this.rosters.add(username, { jid: itemJid, nickname: name, subscription, groups });
      case 'update_roster':
        return this.rosters.update(username, itemJid, { nickname: name, subscription, groups });
      default:
        return this.removeRosterItem(username, itemJid);
    }
  }

  /** Both or neither. Groups that are missing are created without description. */
  private withGroups(
    username: Localpart,
    groups: readonly string[] = [],
    work: () => Promise<void>,
  ): Promise<void> {
    if (groups.length === 0) return work();
    return this.transactions.run(async () => {
      await work();
      await this.userGroups.join(username, groups, null);
    });
  }

  /** An item that is not there is gone already. */
  private async removeRosterItem(username: Localpart, itemJid: string): Promise<void> {
    try {
      await this.rosters.remove(username, itemJid);
    } catch (error) {
      if (!(error instanceof RosterItemNotFound)) throw error;
    }
  }

  private async groupNames(): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const batch of this.groups.list()) names.push(...batch.map(({ name }) => name));
    return names;
  }
}
