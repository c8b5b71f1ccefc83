import type { ConsoleSessions } from '@chat-admin/domain/access/console-session';
import type { IssuerSubjects } from '@chat-admin/domain/access/issuer-subjects';
import { PostgresConsoleSessions } from '@chat-admin/persistence/access/postgres-console-sessions';
import { PostgresIssuerSubjects } from '@chat-admin/persistence/access/postgres-issuer-subjects';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';

/** What is stored of ways in that end by themselves. Contract: extensions E5.4, E5.5 */
export interface AccessParts {
  readonly consoleSessions: ConsoleSessions;
  readonly issuerSubjects: IssuerSubjects;
}

export const openAccess = (db: CurrentTransaction): AccessParts => ({
  consoleSessions: new PostgresConsoleSessions(db),
  issuerSubjects: new PostgresIssuerSubjects(db),
});
