import type { ConsoleSessions } from '@chat-admin/domain/access/console-session';
import type { IssuerSubjects } from '@chat-admin/domain/access/issuer-subjects';
import type { UsedOnce } from '@chat-admin/domain/access/used-once';
import type { DirectoryRuns } from '@chat-admin/domain/directories/directory-runs';
import type { ManagedObjects } from '@chat-admin/domain/users/managed-objects';
import type { RoleRepository } from '@chat-admin/domain/users/role-repository';
import { PostgresConsoleSessions } from '@chat-admin/persistence/access/postgres-console-sessions';
import { PostgresIssuerSubjects } from '@chat-admin/persistence/access/postgres-issuer-subjects';
import { PostgresUsedOnce } from '@chat-admin/persistence/access/postgres-used-once';
import type { ChangeFeed } from '@chat-admin/persistence/database/change-feed';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import type { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { PostgresDirectoryRuns } from '@chat-admin/persistence/directories/postgres-directory-runs';
import { PostgresManagedObjects } from '@chat-admin/persistence/users/postgres-managed-objects';
import { PostgresRoleRepository } from '@chat-admin/persistence/users/postgres-role-repository';

/** What is stored of ways in that end by themselves, of roles, and of what sources manage. Contract: extensions E5.4, E5.5, E13.1, E24 */
export interface AccessParts {
  readonly consoleSessions: ConsoleSessions;
  readonly issuerSubjects: IssuerSubjects;
  readonly usedOnce: UsedOnce;
  readonly roles: RoleRepository;
  readonly managed: ManagedObjects;
  readonly directoryRuns: DirectoryRuns;
}

export const openAccess = (
  db: CurrentTransaction,
  feed: ChangeFeed,
  streams: RowStreams,
): AccessParts => ({
  consoleSessions: new PostgresConsoleSessions(db),
  issuerSubjects: new PostgresIssuerSubjects(db),
  usedOnce: new PostgresUsedOnce(db),
  roles: new PostgresRoleRepository(db),
  managed: new PostgresManagedObjects(db, feed),
  directoryRuns: new PostgresDirectoryRuns(db, streams),
});
