import pg from 'pg';
import { DataSource } from 'typeorm';
import { ApiKeyTable } from '../access/api-key.table.js';
import {
  JobBatchTable,
  JobFilePieceTable,
  JobFileTable,
  JobPasswordTable,
  JobResultTable,
  JobTable,
} from '../jobs/job.table.js';
import { WebhookDeliveryTable, WebhookTable } from '../webhooks/webhook.table.js';
import { ConsoleSessionTable } from '../access/console-session.table.js';
import { IdempotencyKeyTable } from '../access/idempotency-key.table.js';
import { IssuerSubjectTable } from '../access/issuer-subject.table.js';
import { UsedOnceTable } from '../access/used-once.table.js';
import { ArchivedMessageTable, MessageArchiveTable } from '../archive/message-archive.table.js';
import {
  AccountRenameTable,
  AuditConcernTable,
  AuditEntryTable,
} from '../audit/audit-entry.table.js';
import { AuditBaseTable, AuditSealTable } from '../audit/audit-seal.table.js';
import type { DatabaseObserver } from '../database/database-observer.js';
import { DatabaseServers } from '../database/database-servers.js';
import { DEFAULT_POOL_SIZE } from '../database/pool.js';
import { ServerPool } from '../database/server-client.js';
import { POOL_LIMITS } from '../database/session-settings.js';
import {
  DirectoryResultTable,
  DirectoryRunTable,
  DirectoryStageTable,
  DirectoryStateTable,
} from '../directories/directory.table.js';
import { EventOutboxTable, EventStateTable, EventTable } from '../events/event.table.js';
import {
  GroupMemberTable,
  GroupTable,
  ManagedGroupTable,
  SharedGroupTable,
} from '../groups/group.table.js';
import { migrations } from './migrations/migrations.js';
import { RetractedMessageTable, RoomMessageTable } from '../muc/history/room-message.table.js';
import {
  ChatServiceTable,
  RoomAffiliationTable,
  RoomGroupAffiliationTable,
  RoomTable,
} from '../muc/rooms/room.table.js';
import { ReportMessageTable, ReportTable } from '../reports/report.table.js';
import { HeldMessageTable, HoldNameTable, HoldTable } from '../holds/hold.table.js';
import { RetentionRuleTable } from '../retention/retention-rule.table.js';
import { SessionSampleTable } from '../sessions/session-sample.table.js';
import { EngineNodeTable } from '../system/engine-node.table.js';
import { SystemPropertyTable } from '../system/system-property.table.js';
import {
  AccountCredentialTable,
  AccountRoleTable,
  AccountTable,
  LockoutTable,
  ManagedAccountTable,
  VcardTable,
} from '../users/account.table.js';
import { RosterItemTable, RosterRequestTable, RosterTable } from '../users/roster.table.js';

export interface DatabaseOptions {
  /** `postgresql://user:password@host:port/database` */
  readonly url: string;
  /** those of `url` unless given */
  readonly servers?: DatabaseServers;
  /** connections of this process, 10 unless given; half of them may be held by lists */
  readonly poolSize?: number;
  /** shown in pg_stat_activity */
  readonly applicationName?: string;
  /** how long a request waits for a free connection, default 5 seconds */
  readonly connectTimeoutMs?: number;
  /** an idle connection has failed; the pool replaces it */
  readonly onIdleError?: (error: Error) => void;
  readonly observer?: DatabaseObserver;
}

/** A new backend has empty caches and no statements, for which whoever calls now and then would pay each time. */
const KEPT_CONNECTIONS = 3;
const IDLE_CONNECTION_MS = 30_000;
const INT8 = 20;

/** int8 as number: ids and versions of this schema stay far below 2^53. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Not yet connected: call `prepareDatabase` or `initialize()`. */
export function createDataSource(options: DatabaseOptions): DataSource {
  const servers = options.servers ?? new DatabaseServers(options.url);
  return new DataSource({
    type: 'postgres',
    driver: { ...pg, Pool: ServerPool },
    url: servers.url,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    applicationName: options.applicationName ?? 'chat-admin',
    connectTimeoutMS: options.connectTimeoutMs ?? 5_000,
    poolErrorHandler: options.onIdleError ?? (() => undefined),
    installExtensions: false,
    // gen_random_uuid(), which PostgreSQL has of its own
    uuidExtension: 'pgcrypto',
    synchronize: false,
    logging: false,
    migrationsTableName: 'schema_migration',
    migrations,
    entities: [
      AccountTable,
      AccountCredentialTable,
      AccountRoleTable,
      ManagedAccountTable,
      ManagedGroupTable,
      LockoutTable,
      VcardTable,
      RosterItemTable,
      RosterTable,
      RosterRequestTable,
      GroupTable,
      GroupMemberTable,
      SharedGroupTable,
      ChatServiceTable,
      RoomTable,
      RoomAffiliationTable,
      RoomGroupAffiliationTable,
      RoomMessageTable,
      RetractedMessageTable,
      MessageArchiveTable,
      ArchivedMessageTable,
      SystemPropertyTable,
      EngineNodeTable,
      AuditEntryTable,
      AuditConcernTable,
      AuditSealTable,
      AuditBaseTable,
      AccountRenameTable,
      ApiKeyTable,
      IdempotencyKeyTable,
      IssuerSubjectTable,
      ConsoleSessionTable,
      UsedOnceTable,
      SessionSampleTable,
      EventOutboxTable,
      EventTable,
      EventStateTable,
      JobTable,
      JobBatchTable,
      JobResultTable,
      JobPasswordTable,
      JobFileTable,
      JobFilePieceTable,
      DirectoryStateTable,
      DirectoryRunTable,
      DirectoryStageTable,
      DirectoryResultTable,
      ReportTable,
      ReportMessageTable,
      RetentionRuleTable,
      HoldTable,
      HoldNameTable,
      HeldMessageTable,
      WebhookTable,
      WebhookDeliveryTable,
    ],
    extra: {
      servers,
      observer: options.observer,
      types,
      keepAlive: true,
      min: KEPT_CONNECTIONS,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      limits: POOL_LIMITS,
    },
  });
}
