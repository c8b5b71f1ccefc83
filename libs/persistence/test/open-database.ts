import { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import { LoginChangesSpy } from '@chat-admin/domain/testing/login-changes-spy';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Repositories } from '@chat-admin/port-suites/repositories';
import type { DataSource } from 'typeorm';
import type { QueryResultRow } from 'pg';
import { poolOf } from '../src/database/pool.js';
import { createDataSource } from '../src/schema/data-source.js';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import { Callers } from '../src/database/callers.js';
import { RowStreams } from '../src/database/row-streams.js';
import { TrigramLetters } from '../src/database/search-text.js';
import { TypeormTransactions } from '../src/database/transactions.js';
import { TEST_DOMAIN, testDatabase } from '../src/testing/test-database.js';
import { PostgresJobRepository } from '../src/jobs/postgres-job-repository.js';
import { PostgresKeyRepository } from '../src/access/postgres-key-repository.js';
import { PostgresMessageArchive } from '../src/archive/postgres-message-archive.js';
import { TypeormAuditReader } from '../src/audit/typeorm-audit-reader.js';
import { PostgresGroupList } from '../src/groups/postgres-group-list.js';
import { PostgresGroupRepository } from '../src/groups/postgres-group-repository.js';
import { PostgresRoomHistory } from '../src/muc/history/postgres-room-history.js';
import { PostgresRoomList } from '../src/muc/rooms/postgres-room-list.js';
import { PostgresRoomRepository } from '../src/muc/rooms/postgres-room-repository.js';
import { TypeormChatServiceRepository } from '../src/muc/services/typeorm-chat-service-repository.js';
import { TypeormPropertyStore } from '../src/system/typeorm-property-store.js';
import { PostgresLockoutRepository } from '../src/users/postgres-lockout-repository.js';
import { PostgresManagedObjects } from '../src/users/postgres-managed-objects.js';
import { PostgresRoleRepository } from '../src/users/postgres-role-repository.js';
import { PostgresRosterRepository } from '../src/users/postgres-roster-repository.js';
import { PostgresUserChanges } from '../src/users/postgres-user-changes.js';
import { PostgresUserList } from '../src/users/postgres-user-list.js';
import { PostgresUserRepository } from '../src/users/postgres-user-repository.js';
import { TypeormVcardRepository } from '../src/users/typeorm-vcard-repository.js';

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** A separate database with all repositories, wired as in an app and with its role. */
export async function openDatabase({
  poolSize = 10,
  transactionsOn = (dataSource: DataSource) => new CurrentTransaction(dataSource),
  made = testDatabase(),
} = {}) {
  const database = await made;
  const dataSource: DataSource = createDataSource({ url: database.appUrl, poolSize });
  await dataSource.initialize();
  const owner = createDataSource({ url: database.url, poolSize });
  await owner.initialize();
  const db = transactionsOn(dataSource);
  const audit = new AuditedRequests();
  const transactions = new TypeormTransactions(db, audit);
  const domain = new ServiceDomain(domainpart(TEST_DOMAIN)!);
  const callers = new Callers();
  const streams = new RowStreams(dataSource, callers);
  const letters = new TrigramLetters(streams);
  const logins = new LoginChangesSpy();
  const query = async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await poolOf(owner).query<Row>(sql, values)).rows;
  const repositories: Repositories = {
    audit,
    transactions,
    logins,
    users: new PostgresUserRepository(db, transactions, streams, audit),
    userList: new PostgresUserList(streams, letters),
    rosters: new PostgresRosterRepository(db, streams),
    groups: new PostgresGroupRepository(db, streams),
    groupList: new PostgresGroupList(streams, letters),
    userChanges: new PostgresUserChanges(db, transactions, domain, logins, audit),
    lockouts: new PostgresLockoutRepository(db, transactions, streams, logins, audit),
    roles: new PostgresRoleRepository(db),
    managed: new PostgresManagedObjects(db, { reliable: true, onManaged: () => undefined }),
    vcards: new TypeormVcardRepository(db),
    chatServices: new TypeormChatServiceRepository(db, audit),
    rooms: new PostgresRoomRepository(db, streams, audit),
    roomList: new PostgresRoomList(streams, letters),
    roomHistory: new PostgresRoomHistory(db, streams, letters),
    archive: new PostgresMessageArchive(db),
    propertyStore: new TypeormPropertyStore(db, audit),
    keys: new PostgresKeyRepository(db),
    auditReader: new TypeormAuditReader(db, streams),
    say: async ({ service, name }, message) => {
      const { nickname, sender, senderShown, body, sentAt } = message;
      const [row] = await query<{ id: string }>(
        `insert into room_message (room_id, sent_at, nickname, sender, sender_shown, body)
         select id, $3, $4, $5, $6, $7 from room where service = $1 and name = $2
         returning id::text`,
        [service, name, sentAt, nickname, sender, senderShown, body],
      );
      return row!.id;
    },
    archiveMessage: async (username, { sentAt, received }) => {
      await query(
        `insert into archived_message (archive_id, sent_at, contact, received, stanza)
         select archive_of_account($1), $2, 'somebody@example.org', $3, '<message/>'`,
        [username, sentAt, received],
      );
    },
    logOut: async (username, at) => {
      await query(
        `insert into message_archive (username, logged_out_at) values ($1, $2)
         on conflict (username) do update set logged_out_at = excluded.logged_out_at`,
        [username, at],
      );
      await query('update account set last_seen = $2 where username = $1', [username, at]);
    },
    startOver: async () => {
      await requireAuthors();
      for (const table of ['room', 'user_group', 'account', 'audit_entry', 'api_key']) {
        await query(`delete from ${table}`);
      }
      await query('delete from system_property where key = $1', [
        systemProperty.administrators.key,
      ]);
    },
  };
  /** Each statement that writes entries of accounts has to write whose they are. */
  async function requireAuthors(): Promise<void> {
    const entries = await query(
      `select summary from audit_entry where kind = 'account' and account_id is null`,
    );
    if (entries.length > 0) throw new Error(`By nobody: ${JSON.stringify(entries)}`);
  }
  return {
    ...repositories,
    jobs: new PostgresJobRepository(db, transactions, streams),
    url: database.url,
    dataSource,
    db,
    callers,
    streams,
    /** runs a statement as the owner */
    query,
    owner,
    close: async () => {
      await requireAuthors();
      await owner.destroy();
      await dataSource.destroy();
      for (const context of [db, transactions, callers]) context.close();
      await database.drop();
    },
  };
}

/** Opens a database before the tests of a suite and closes it after them. */
export function perSuite(options?: Parameters<typeof openDatabase>[0]): () => OpenDatabase {
  let opened: OpenDatabase | undefined;
  beforeAll(async () => {
    opened = await openDatabase(options);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => opened!;
}
