import { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import { LoginChangesSpy } from '@chat-admin/domain/testing/login-changes-spy';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { Repositories } from '@chat-admin/port-suites/repositories';
import type { DataSource } from 'typeorm';
import type { QueryResultRow } from 'pg';
import { poolOf } from '../src/database/pool.js';
import { createDataSource } from '../src/schema/data-source.js';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import { RowStreams } from '../src/database/row-streams.js';
import { TypeormTransactions } from '../src/database/transactions.js';
import { testDatabase } from '../src/testing/test-database.js';
import { PostgresAuditReader } from '../src/audit/postgres-audit-reader.js';
import { TypeormGroupRepository } from '../src/groups/typeorm-group-repository.js';
import { TypeormRoomHistory } from '../src/muc/history/typeorm-room-history.js';
import { TypeormRoomRepository } from '../src/muc/rooms/typeorm-room-repository.js';
import { TypeormChatServiceRepository } from '../src/muc/services/typeorm-chat-service-repository.js';
import { TypeormJidReferences } from '../src/references/typeorm-jid-references.js';
import { TypeormPropertyStore } from '../src/system/typeorm-property-store.js';
import { TypeormLockoutRepository } from '../src/users/typeorm-lockout-repository.js';
import { TypeormRosterRepository } from '../src/users/typeorm-roster-repository.js';
import { TypeormUserRepository } from '../src/users/typeorm-user-repository.js';
import { TypeormVcardRepository } from '../src/users/typeorm-vcard-repository.js';

export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** A database of its own with every repository on it, as an app wires them. */
export async function openDatabase({ poolSize = 10 } = {}) {
  const database = await testDatabase();
  const dataSource: DataSource = createDataSource({ url: database.url, poolSize });
  await dataSource.initialize();
  const db = new CurrentTransaction(dataSource);
  const audit = new AuditedRequests();
  const transactions = new TypeormTransactions(db, audit);
  const streams = new RowStreams(dataSource);
  const logins = new LoginChangesSpy();
  const query = async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await poolOf(dataSource).query<Row>(sql, values)).rows;
  const repositories: Repositories = {
    audit,
    transactions,
    logins,
    users: new TypeormUserRepository(db, transactions, streams, audit, logins),
    rosters: new TypeormRosterRepository(db),
    groups: new TypeormGroupRepository(db, streams),
    references: new TypeormJidReferences(db),
    lockouts: new TypeormLockoutRepository(db, transactions, logins),
    vcards: new TypeormVcardRepository(db),
    chatServices: new TypeormChatServiceRepository(db),
    rooms: new TypeormRoomRepository(db, streams, audit),
    roomHistory: new TypeormRoomHistory(db, streams),
    propertyStore: new TypeormPropertyStore(db),
    auditReader: new PostgresAuditReader(db, streams),
    say: async ({ service, name }, { nickname, sender, body, sentAt }) => {
      await query(
        `insert into room_message (room_id, sent_at, nickname, sender, body)
         select id, $3, $4, $5, $6 from room where service = $1 and name = $2`,
        [service, name, sentAt, nickname, sender, body],
      );
    },
    startOver: async () => {
      for (const table of ['room', 'user_group', 'account', 'audit_entry']) {
        await query(`delete from ${table}`);
      }
      await query('delete from system_property where key = $1', [
        systemProperty.administrators.key,
      ]);
    },
  };
  return {
    ...repositories,
    url: database.url,
    dataSource,
    db,
    streams,
    query,
    close: async () => {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

/** One resource that a suite opens before its tests and closes after them. */
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
