import type { LoggedMessage } from '@chat-admin/domain/muc/history/room-history';
import type { RoomAddress } from '@chat-admin/domain/muc/rooms/room-directory';
import type { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import type { LoginChangesSpy } from '@chat-admin/domain/testing/login-changes-spy';
import type { Ports } from '@chat-admin/domain/use-cases';

/** All on the same rows, which are those of a fresh database of example.org at first. */
export type Repositories = Pick<
  Ports,
  | 'transactions'
  | 'users'
  | 'references'
  | 'lockouts'
  | 'rosters'
  | 'vcards'
  | 'groups'
  | 'chatServices'
  | 'rooms'
  | 'roomHistory'
  | 'propertyStore'
  | 'auditReader'
> & {
  readonly audit: AuditedRequests;
  readonly logins: LoginChangesSpy;
  /** Somebody says something in a room. */
  say(room: RoomAddress, message: LoggedMessage): Promise<void>;
  /** Removes all users, groups, rooms and audit entries, and who administers. */
  startOver(): Promise<void>;
};

export type Open = () => Repositories;
