import type { IdempotencyKeys } from '@chat-admin/domain/access/idempotency-keys';
import type { KeyDirectory, KeyRepository } from '@chat-admin/domain/access/key-repository';
import type { MessageArchive } from '@chat-admin/domain/archive/message-archive';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { GroupList } from '@chat-admin/domain/groups/group-list';
import type { GroupRepository } from '@chat-admin/domain/groups/group-repository';
import type { ChatServiceRepository } from '@chat-admin/domain/muc/services/chat-service-repository';
import type * as webhooks from '@chat-admin/domain/webhooks/webhook-repository';
import type { JobRepository } from '@chat-admin/domain/jobs/job-repository';
import type { RoomHistory } from '@chat-admin/domain/muc/history/room-history';
import type { RoomList } from '@chat-admin/domain/muc/rooms/room-list';
import type { RoomRepository } from '@chat-admin/domain/muc/rooms/room-repository';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { StoredOverview } from '@chat-admin/domain/overview/overview';
import type { PersonFiles } from '@chat-admin/domain/persons/person-files';
import type { SessionSamples } from '@chat-admin/domain/sessions/session-samples';
import type { PropertyStore } from '@chat-admin/domain/system/property-store';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { UserChanges } from '@chat-admin/domain/users/user-changes';
import type { LockoutRepository } from '@chat-admin/domain/users/lockout';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import type { RosterRepository } from '@chat-admin/domain/users/roster-repository';
import type { UserList } from '@chat-admin/domain/users/user-list';
import type { UserRepository } from '@chat-admin/domain/users/user-repository';
import type { VcardRepository } from '@chat-admin/domain/users/vcard-repository';
import { PostgresIdempotencyKeys } from '@chat-admin/persistence/access/postgres-idempotency-keys';
import { PostgresKeyRepository } from '@chat-admin/persistence/access/postgres-key-repository';
import { StoredKeys } from '@chat-admin/persistence/access/stored-keys';
import { PostgresMessageArchive } from '@chat-admin/persistence/archive/postgres-message-archive';
import { PostgresChatServerDirectory } from '@chat-admin/persistence/system/postgres-chat-server-directory';
import { Callers } from '@chat-admin/persistence/database/callers';
import { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { DatabaseVitals } from '@chat-admin/persistence/database/database-vitals';
import { PostgresGroupList } from '@chat-admin/persistence/groups/postgres-group-list';
import { PostgresGroupRepository } from '@chat-admin/persistence/groups/postgres-group-repository';
import { TypeormChatServiceRepository } from '@chat-admin/persistence/muc/services/typeorm-chat-service-repository';
import { PostgresWebhookQueue } from '@chat-admin/persistence/webhooks/postgres-webhook-queue';
import { PostgresWebhookRepository } from '@chat-admin/persistence/webhooks/postgres-webhook-repository';
import { PostgresJobRepository } from '@chat-admin/persistence/jobs/postgres-job-repository';
import { PostgresRoomHistory } from '@chat-admin/persistence/muc/history/postgres-room-history';
import { PostgresRoomList } from '@chat-admin/persistence/muc/rooms/postgres-room-list';
import { PostgresRoomRepository } from '@chat-admin/persistence/muc/rooms/postgres-room-repository';
import { PostgresOverview } from '@chat-admin/persistence/overview/postgres-overview';
import { PersonSnapshot } from '@chat-admin/persistence/persons/person-snapshot';
import {
  ImportRunning,
  usePreparedDatabase,
} from '@chat-admin/persistence/schema/prepare-database';
import { readTagKey } from '@chat-admin/persistence/schema/installation';
import { SchemaWatch } from '@chat-admin/persistence/schema/schema-watch';
import { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { TrigramLetters } from '@chat-admin/persistence/database/search-text';
import { WriteWatch } from '@chat-admin/persistence/database/write-watch';
import { StoredSystemProperties } from '@chat-admin/persistence/system/stored-system-properties';
import { PostgresSessionSamples } from '@chat-admin/persistence/sessions/postgres-session-samples';
import { TypeormPropertyStore } from '@chat-admin/persistence/system/typeorm-property-store';
import { TypeormTransactions } from '@chat-admin/persistence/database/transactions';
import { PostgresLockoutRepository } from '@chat-admin/persistence/users/postgres-lockout-repository';
import { PostgresRosterRepository } from '@chat-admin/persistence/users/postgres-roster-repository';
import { PostgresUserChanges } from '@chat-admin/persistence/users/postgres-user-changes';
import { LackingHashes } from '@chat-admin/persistence/users/lacking-hashes';
import { PostgresUserList } from '@chat-admin/persistence/users/postgres-user-list';
import { PostgresUserRepository } from '@chat-admin/persistence/users/postgres-user-repository';
import { TypeormVcardRepository } from '@chat-admin/persistence/users/typeorm-vcard-repository';
import type { Logger } from 'pino';
import { databaseReason, openingFault } from './database-faults.js';
import { generatedSecret, initialAdministrator } from './initial-credentials.js';
import type { ConnectionSettings, PersistenceSettings } from './persistence-settings.js';
import { domainOf, prepareAsOwner } from './prepare-as-owner.js';
import { ZippedPersons } from '../persons/zipped-persons.js';
import { untilPrepared } from './until-prepared.js';
import { warnOfLetters } from './warn-of-letters.js';
import type { Obstacle } from './until-prepared.js';
import { changeFeed } from './open-change-feed.js';
import { examineWays, renewWays, waysToDatabase } from './ways-to-database.js';
import type { WaysToDatabase } from './ways-to-database.js';
import { openAccess } from './open-access.js';
import type { AccessParts } from './open-access.js';
import { openAudit } from './open-audit.js';
import type { AuditParts } from './open-audit.js';
import { openReports } from './open-reports.js';
import type { ReportParts } from './open-reports.js';
import { openEvents } from './open-events.js';
import type { EventParts } from './open-events.js';

/** The initial credentials of a fresh database. */
export interface FirstStart {
  /** the shared secret if generated, to be shown once; `null` if configured */
  readonly generatedSecret: string | null;
}

/** The persistent state behind the ports of the domain. */
export interface Persistence extends AuditParts, EventParts, AccessParts, ReportParts {
  readonly domain: ServiceDomain;
  readonly chatServers: ChatServerDirectory;
  /** of entity tags; the same for all instances, never shown */
  readonly tagKey: Uint8Array;
  readonly firstStart: FirstStart | null;
  /** for whom lists are read */
  readonly callers: Callers;
  readonly transactions: Transactions;
  readonly users: UserRepository;
  readonly userList: UserList;
  readonly rosters: RosterRepository;
  readonly vcards: VcardRepository;
  readonly lockouts: LockoutRepository;
  readonly groups: GroupRepository;
  readonly groupList: GroupList;
  readonly chatServices: ChatServiceRepository;
  readonly rooms: RoomRepository;
  readonly roomList: RoomList;
  readonly roomHistory: RoomHistory;
  readonly archive: MessageArchive;
  readonly userChanges: UserChanges;
  readonly properties: StoredSystemProperties;
  readonly keys: KeyRepository;
  readonly keyDirectory: KeyDirectory;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly loginChanges: LoginChanges;
  readonly jobs: JobRepository;
  readonly webhooks: webhooks.WebhookRepository;
  readonly webhookQueue: webhooks.WebhookQueue;
  readonly lackingHashes: LackingHashes;
  readonly personFiles: PersonFiles;
  readonly propertyStore: PropertyStore;
  readonly sessionSamples: SessionSamples;
  readonly overview: StoredOverview;
  /** Calls the listener when another chat server serves or waits, or may do. */
  onChatServers(listener: () => void): void;
  /** Calls the listener when credentials may have ended, once this instance knows it. */
  onCredentials(listener: () => void): void;
  readonly vitals: DatabaseVitals;
  readonly schema: SchemaWatch;
  readonly ways: WaysToDatabase;
  /** User and password for new connections. @returns the setting whose address names another database, if any */
  renew(settings: Pick<ConnectionSettings, 'databaseUrl' | 'databaseDirectUrl'>): string | null;
  close(): Promise<void>;
}

export type { ConnectionSettings, PersistenceSettings };

/**
 * Connects, migrates, and fills a fresh database; or waits until that is done.
 * @param onWait called before it is waited, and for another obstacle again
 * @throws NewerProgramNeeded; ConfigurationFaults for a setting that does not fit the database; Error if it is
 * unavailable
 */
export async function openPersistence(
  config: PersistenceSettings,
  hasher: PasswordHasher,
  trail: AuditTrail,
  log: Logger,
  onWait: (obstacle: Obstacle) => Promise<void> = () => Promise.resolve(),
): Promise<Persistence> {
  if (config.databaseMigrations === 'check') {
    return connect(config, trail, log, async (dataSource) => {
      const look = () =>
        usePreparedDatabase(dataSource, domainOf(config)).catch(async (error: unknown) => {
          // an import refuses to go on while services are connected
          if (error instanceof ImportRunning) await dataSource.destroy();
          throw error;
        });
      return { domain: await untilPrepared(look, onWait), firstStart: null };
    });
  }
  const secret = config.initialSecret ?? generatedSecret();
  const administrator = await initialAdministrator(config.initialAdminPassword, hasher);
  return connect(config, trail, log, async (dataSource) => {
    const seed = { ...domainOf(config), secret, administrator };
    const { fresh, domain } = await prepareAsOwner(dataSource, seed, config);
    const generated = config.initialSecret === null ? secret : null;
    return { domain, firstStart: fresh ? { generatedSecret: generated } : null };
  });
}

/**
 * Connects to a prepared database without changing it.
 * @throws PendingMigrations, and as {@link openPersistence}
 */
export function openPreparedPersistence(
  config: ConnectionSettings,
  trail: AuditTrail,
  log: Logger,
): Promise<Persistence> {
  return connect(config, trail, log, async (dataSource) => {
    const domain = await usePreparedDatabase(dataSource, domainOf(config));
    return { domain, firstStart: null };
  });
}

async function connect(
  config: ConnectionSettings,
  trail: AuditTrail,
  log: Logger,
  prepare: (
    dataSource: ReturnType<typeof createDataSource>,
  ) => Promise<{ domain: string; firstStart: FirstStart | null }>,
): Promise<Persistence> {
  const writes = new WriteWatch((fault) => {
    if (fault === null) log.info('The database takes writes again');
    else log.error(`The database takes no writes (${fault})`);
  });
  const ways = waysToDatabase(config, (code) => writes.saw(code), log);
  const dataSource = createDataSource({
    url: config.databaseUrl,
    servers: ways.pooled,
    poolSize: config.databasePoolSize,
    applicationName: config.applicationName,
    observer: config.databaseObserver,
    onIdleError: (error) =>
      log.warn(`A connection to the database was lost: ${databaseReason(error)}`),
  });
  const db = new CurrentTransaction(dataSource);
  const transactions = new TypeormTransactions(db, trail);
  const callers = new Callers();
  const feed = changeFeed(config, ways, dataSource, log);
  const properties = new StoredSystemProperties(db, feed, {
    onError: (error) =>
      log.warn(`The system properties could not be refreshed: ${databaseReason(error)}`),
    onUnusable: ({ key, kind, absent, unusable }) =>
      log.warn(
        `The system property ${key} must be ${kind.expects}; ${unusable === absent ? 'its default' : 'no value'} applies`,
      ),
  });
  const keys = new PostgresKeyRepository(db);
  const idempotencyKeys = new PostgresIdempotencyKeys(db, transactions);
  const keyDirectory = new StoredKeys(keys, feed, (error) =>
    log.warn(`The keys could not be read again: ${databaseReason(error)}`),
  );
  const vitals = new DatabaseVitals(dataSource, db, writes);
  const schema = new SchemaWatch(db, feed, {
    onNewer: ({ program }) =>
      log.warn(`The database was prepared for chat-admin ${program}, which is newer than this one`),
    onError: (error) => log.warn(`The schema level could not be read: ${databaseReason(error)}`),
  });
  const events = openEvents(db, feed, trail, log);
  const closeAll = async () => {
    await events.eventPublisher.close();
    writes.close();
    schema.close();
    await properties.close();
    await keyDirectory.close();
    idempotencyKeys.close();
    await feed.close();
    if (dataSource.isInitialized) await dataSource.destroy();
    for (const context of [db, transactions, callers]) context.close();
  };
  const open = async () => {
    await examineWays(ways);
    const prepared = await prepare(dataSource);
    await warnOfLetters(dataSource, log);
    await feed.start();
    await schema.start();
    await properties.start();
    await keyDirectory.start();
    await vitals.watchWrites();
    return { ...prepared, tagKey: await readTagKey(db) };
  };
  const prepared = await open().catch(async (error: unknown) => {
    await closeAll().catch(() => undefined);
    throw openingFault(error, config.databaseUrl);
  });
  const domain = new ServiceDomain(domainpart(prepared.domain)!);
  const streams = new RowStreams(dataSource, callers, config.listTimeoutMs);
  const letters = new TrigramLetters(streams);
  return {
    ...prepared,
    domain,
    callers,
    transactions,
    users: new PostgresUserRepository(db, transactions, streams, trail),
    userList: new PostgresUserList(streams, letters),
    rosters: new PostgresRosterRepository(db, streams),
    vcards: new TypeormVcardRepository(db),
    lockouts: new PostgresLockoutRepository(db, transactions, streams, feed, trail),
    groups: new PostgresGroupRepository(db, streams),
    groupList: new PostgresGroupList(streams, letters),
    chatServices: new TypeormChatServiceRepository(db, trail),
    rooms: new PostgresRoomRepository(db, streams, trail),
    roomList: new PostgresRoomList(streams, letters),
    roomHistory: new PostgresRoomHistory(db, streams, letters),
    archive: new PostgresMessageArchive(db),
    userChanges: new PostgresUserChanges(db, transactions, domain, feed, trail),
    properties,
    keys,
    keyDirectory,
    idempotencyKeys,
    ...openAccess(db, feed, streams),
    loginChanges: feed,
    jobs: new PostgresJobRepository(db, transactions, streams),
    webhooks: new PostgresWebhookRepository(db, streams),
    webhookQueue: new PostgresWebhookQueue(db, transactions),
    ...openAudit(db, streams),
    chatServers: new PostgresChatServerDirectory(db),
    ...openReports(db, streams),
    lackingHashes: new LackingHashes(streams),
    personFiles: new ZippedPersons(() => PersonSnapshot.open(dataSource), domain),
    ...events,
    onCredentials: (listener) => {
      feed.subscribe(listener);
      feed.onKeys(() => void keyDirectory.refresh().then(listener));
      feed.onProperties(() => void properties.refresh().then(listener));
    },
    onChatServers: (listener) => feed.onChatServers(listener),
    propertyStore: new TypeormPropertyStore(db, trail),
    sessionSamples: new PostgresSessionSamples(db),
    overview: new PostgresOverview(streams),
    vitals,
    schema,
    renew: (settings) => renewWays(ways, settings),
    ways,
    close: closeAll,
  };
}
