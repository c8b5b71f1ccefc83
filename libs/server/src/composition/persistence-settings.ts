import type { DatabaseObserver } from '@chat-admin/persistence/database/database-observer';

export interface ConnectionSettings {
  /** shown in pg_stat_activity */
  readonly applicationName: string;
  readonly databaseUrl: string;
  /** the server itself, where `databaseUrl` leads through a pooler */
  readonly databaseDirectUrl?: string | null;
  /** `auto` unless given; `off`: statements are sent unnamed */
  readonly databaseNamedStatements?: string;
  readonly databasePoolSize: number;
  /** how long a page of a list may take, 10 seconds unless given */
  readonly listTimeoutMs?: number;
  readonly databaseObserver?: DatabaseObserver;
  /** `null`: that of the database, or `localhost` if it is fresh */
  readonly xmppDomain: string | null;
}

export interface PersistenceSettings extends ConnectionSettings {
  /** `run` unless given; `check`: waits until somebody else has prepared the database */
  readonly databaseMigrations?: string;
  /** address of the database as its owner, who prepares it; `null`: `databaseDirectUrl`, else `databaseUrl` */
  readonly databaseMigrationUrl?: string | null;
  /** initial shared secret; `null`: generated */
  readonly initialSecret: string | null;
  /** password of the account `admin` in a fresh database; `null`: no account */
  readonly initialAdminPassword: string | null;
}
