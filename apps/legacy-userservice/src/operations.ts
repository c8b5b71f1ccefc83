import { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import { GroupManagement } from '@chat-admin/domain/groups/group-management';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { wholeList } from '@chat-admin/domain/shared/long-list';
import type { LongList } from '@chat-admin/domain/shared/long-list';
import { Transactions } from '@chat-admin/domain/shared/transactions';
import { RosterItemNotFound } from '@chat-admin/domain/users/errors';
import { LockoutManagement } from '@chat-admin/domain/users/lockout-management';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { UserGroupManagement } from '@chat-admin/domain/users/user-group-management';
import { UserManagement } from '@chat-admin/domain/users/user-management';
import { UserRemoval } from '@chat-admin/domain/users/user-removal';
import { sharesNewGroups } from '@chat-admin/server/edge/userservice-address';
import { Injectable } from '@nestjs/common';
import {
  account,
  contact,
  decoded,
  newAccount,
  nothing,
  withFewGroups,
} from './operation-parameters.js';
import type { Parameters } from './userservice.query.js';
import { Refused } from './userservice.reply.js';
import type { Outcome } from './userservice.reply.js';

/** The use cases behind the types, the same as those of the API. */
@Injectable()
export class UseCases {
  constructor(
    readonly users: UserManagement,
    readonly removal: UserRemoval,
    readonly lockouts: LockoutManagement,
    readonly rosters: RosterManagement,
    readonly userGroups: UserGroupManagement,
    readonly groups: GroupManagement,
    readonly protection: AdministratorProtection,
    readonly transactions: Transactions,
  ) {}
}

export interface Call {
  /** as received */
  readonly path: string;
  /** name of who calls */
  readonly caller: string;
}

export interface Operation {
  /** whether each call owes an audit entry */
  readonly changes: boolean;
  /** Checks 5 to 8. @throws Refused, DomainError */
  run(useCases: UseCases, sent: Parameters, call: Call): Promise<Outcome>;
}

/** One entry per type, each in one transaction. Contract: muc-and-legacy 11.5 */
export const OPERATIONS = {
  add: changing(withFewGroups(newAccount), (useCases, { groups, ...draft }, { path }) =>
    withGroups(useCases, draft.username, groups, path, () => {
      requireNoReader(useCases, draft.username);
      return useCases.users.create(draft);
    }),
  ),
  update: changing(withFewGroups(account), (useCases, { username, groups, ...draft }, { path }) =>
    withGroups(useCases, username, groups, path, () => {
      if (draft.password) requireNoReader(useCases, username);
      return useCases.users.update(username, draft);
    }),
  ),
  delete: changing(account, ({ protection, removal }, { username }) =>
    protection.losing(username, { mayEndLast: true }, () => removal.remove(username)),
  ),
  disable: changing(account, ({ protection, lockouts }, { username }, { caller }) =>
    protection.losing(username, { mayEndLast: true }, () => lockouts.lock(username, caller)),
  ),
  enable: changing(account, ({ lockouts }, { username }) => lockouts.unlock(username)),
  add_roster: changing(withFewGroups(contact), ({ rosters }, { username, item }) =>
    rosters.add(username, item),
  ),
  update_roster: changing(withFewGroups(contact), ({ rosters }, { username, item }) =>
    rosters.update(username, item.jid, item),
  ),
  delete_roster: changing(contact, ({ rosters }, { username, item }) =>
    rosters.remove(username, item.jid).catch(unlessGone),
  ),
  grouplist: listing(nothing, ({ groups }) => groups.names()),
  usergrouplist: listing(account, ({ userGroups }, { username }) => userGroups.list(username)),
};
export type OperationType = keyof typeof OPERATIONS;
export const TYPES = Object.keys(OPERATIONS) as readonly OperationType[];

/** `null` if there is no such type. */
export function operationType(text: string | null | undefined): OperationType | null {
  return TYPES.find((type) => type === text) ?? null;
}

/** A type that replies with plain success. @param read returns its validated parameters */
function changing<P>(
  read: (sent: Parameters) => P,
  change: (useCases: UseCases, parameters: P, call: Call) => Promise<void>,
): Operation {
  return {
    changes: true,
    run: async (useCases, sent, call) => {
      await change(useCases, read(decoded(sent)), call);
      return null;
    },
  };
}

/** A type that replies with names. */
function listing<P>(
  read: (sent: Parameters) => P,
  list: (useCases: UseCases, parameters: P) => Promise<LongList<string>>,
): Operation {
  return {
    changes: false,
    run: async (useCases, sent) => wholeList(await list(useCases, read(decoded(sent)))),
  };
}

/** Its secret brings no right to read conversations, so it gives nobody who has it a password. Contract: extensions E5.2 */
function requireNoReader({ users }: UseCases, username: Localpart): void {
  if (users.isReader(username)) throw new Refused('RequestNotAuthorised');
}

/** All or nothing. Missing groups are created, shared or not as at the address of the call. */
function withGroups(
  { transactions, userGroups }: UseCases,
  username: Localpart,
  groups: readonly string[] = [],
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  if (groups.length === 0) return work();
  return transactions.run(async () => {
    await work();
    await userGroups.join(username, groups, { shared: sharesNewGroups(path) });
  });
}

/** Removing a missing contact is a success. */
function unlessGone(error: unknown): void {
  if (!(error instanceof RosterItemNotFound)) throw error;
}
