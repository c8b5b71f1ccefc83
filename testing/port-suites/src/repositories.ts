import type { LoggedMessage } from '@chat-admin/domain/muc/history/room-history';
import type { ArchiveRow } from '@chat-admin/domain/testing/rows';
import type { RoomAddress } from '@chat-admin/domain/muc/rooms/room-directory';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import type { LoginChangesSpy } from '@chat-admin/domain/testing/login-changes-spy';
import type { Ports } from '@chat-admin/domain/use-cases';

/** All repositories on the same rows, initially those of a fresh database of example.org. */
export type Repositories = Pick<
  Ports,
  | 'transactions'
  | 'users'
  | 'userList'
  | 'userChanges'
  | 'lockouts'
  | 'roles'
  | 'managed'
  | 'rosters'
  | 'vcards'
  | 'groups'
  | 'groupList'
  | 'chatServices'
  | 'rooms'
  | 'roomList'
  | 'roomHistory'
  | 'archive'
  | 'propertyStore'
  | 'keys'
  | 'auditReader'
> & {
  readonly audit: AuditedRequests;
  readonly logins: LoginChangesSpy;
  /** Adds a message to a room. */
  /** @returns the id of the message */
  say(room: RoomAddress, message: Omit<LoggedMessage, 'id'>): Promise<string>;
  /** The chat server keeps a message of an account. */
  archiveMessage(username: Localpart, message: ArchiveRow['messages'][number]): Promise<void>;
  logOut(username: Localpart, at: Date): Promise<void>;
  /** Removes all users, groups, rooms and audit entries and keys, and who administers. */
  startOver(): Promise<void>;
};

export type Open = () => Repositories;
