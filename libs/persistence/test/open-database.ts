import type { DataSource } from 'typeorm';
import type { QueryResultRow } from 'pg';
import { poolOf } from '../src/database/pool.js';
import { createDataSource } from '../src/schema/data-source.js';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import { RowStreams } from '../src/database/row-streams.js';
import { TypeormTransactions } from '../src/database/transactions.js';
import { testDatabase } from '../src/testing/test-database.js';
import { TypeormGroupRepository } from '../src/groups/typeorm-group-repository.js';
import { TypeormJidReferences } from '../src/references/typeorm-jid-references.js';
import { TypeormLockoutRepository } from '../src/users/typeorm-lockout-repository.js';
import { TypeormRosterRepository } from '../src/users/typeorm-roster-repository.js';
import { TypeormUserRepository } from '../src/users/typeorm-user-repository.js';
import { TypeormVcardRepository } from '../src/users/typeorm-vcard-repository.js';
import { AuditedRequests } from './audited-requests.js';
import { ToldLogins } from './told-logins.js';

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
  const logins = new ToldLogins();
  const query = async <Row extends QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await poolOf(dataSource).query<Row>(sql, values)).rows;
  return {
    url: database.url,
    dataSource,
    db,
    audit,
    transactions,
    streams,
    logins,
    query,
    users: new TypeormUserRepository(db, transactions, streams, audit, logins),
    rosters: new TypeormRosterRepository(db),
    groups: new TypeormGroupRepository(db, streams),
    references: new TypeormJidReferences(db),
    lockouts: new TypeormLockoutRepository(db, transactions, logins),
    vcards: new TypeormVcardRepository(db),
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
