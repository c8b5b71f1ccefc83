import type { DataSource } from 'typeorm';
import { anAccount, name } from '@chat-admin/port-suites/samples';
import { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import { CurrentTransaction } from '../database/current-transaction.js';
import { poolOf } from '../database/pool.js';
import { createDataSource } from './data-source.js';
import { migrations } from './migrations/migrations.js';
import { PendingMigrations } from './migrate.js';
import {
  ImportRunning,
  OtherDomain,
  prepareDatabase,
  usePreparedDatabase,
} from './prepare-database.js';
import type { DatabaseSeed } from './prepare-database.js';
import { Callers } from '../database/callers.js';
import { RowStreams } from '../database/row-streams.js';
import { emptyDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { TypeormTransactions } from '../database/transactions.js';
import { PostgresUserRepository } from '../users/postgres-user-repository.js';

const seed: DatabaseSeed = {
  domain: 'chat.example',
  configuredDomain: true,
  secret: 's3cret',
  administrator: anAccount('boss', { name: 'Boss' }),
};

let database: TestDatabase;
let sources: DataSource[];

/** Like another instance. */
function source(): DataSource {
  const dataSource = createDataSource({ url: database.url, poolSize: 2 });
  sources.push(dataSource);
  return dataSource;
}

const rows = async (dataSource: DataSource, sql: string) =>
  (await poolOf(dataSource).query(sql)).rows;

beforeEach(async () => {
  database = await emptyDatabase();
  sources = [];
});

afterEach(async () => {
  for (const dataSource of sources) if (dataSource.isInitialized) await dataSource.destroy();
  await database.drop();
});

describe('a fresh database', () => {
  it('is given the schema, its properties, a chat service and the administrator', async () => {
    const dataSource = source();
    expect(await prepareDatabase(dataSource, seed)).toEqual({
      fresh: true,
      domain: 'chat.example',
    });
    expect(await rows(dataSource, 'select key, value from system_property order by key')).toEqual([
      { key: 'adminConsole.access.allow-wildcards-in-excludes', value: 'true' },
      { key: 'plugin.restapi.enabled', value: 'true' },
      { key: 'plugin.restapi.httpAuth', value: 'secret' },
      { key: 'plugin.restapi.secret', value: 's3cret' },
      { key: 'plugin.userservice.enabled', value: 'true' },
      { key: 'xmpp.domain', value: 'chat.example' },
    ]);
    expect(await rows(dataSource, 'select * from chat_service')).toEqual([
      {
        name: 'conference',
        description: 'Public Chatrooms',
        hidden: false,
        history_max_number: 25,
      },
    ]);
    for (const table of ['user_group', 'room', 'audit_entry', 'lockout', 'roster_item', 'vcard']) {
      expect(await rows(dataSource, `select from ${table}`)).toEqual([]);
    }
    const db = new CurrentTransaction(dataSource);
    const audit = new AuditedRequests();
    const transactions = new TypeormTransactions(db, audit);
    const users = new PostgresUserRepository(
      db,
      transactions,
      new RowStreams(dataSource, new Callers()),
      audit,
    );
    expect(await users.find(name('boss'))).toEqual(seed.administrator!.user);
    expect((await users.login(name('boss')))?.locked).toBe(false);
  });

  it('is prepared once when several instances start together', async () => {
    const prepared = await Promise.all([1, 2, 3].map(() => prepareDatabase(source(), seed)));
    expect(prepared.map(({ fresh }) => fresh).sort()).toEqual([false, false, true]);
    expect(new Set(prepared.map(({ domain }) => domain))).toEqual(new Set(['chat.example']));
    const applied = await rows(sources[0]!, 'select name from schema_migration order by id');
    expect(applied).toHaveLength(migrations.length);
  });

  it('is unchanged if filling it fails', async () => {
    const dataSource = source();
    const broken = { ...seed, secret: 'cannot be stored: \0' };
    await expect(prepareDatabase(dataSource, broken)).rejects.toThrow();
    expect(await rows(dataSource, 'select from system_property')).toEqual([]);
    expect(await prepareDatabase(dataSource, seed)).toMatchObject({ fresh: true });
  });

  it('keeps properties that an operator has stored beforehand', async () => {
    const dataSource = source();
    await prepareDatabase(dataSource, { ...seed, administrator: null });
    await rows(dataSource, `delete from system_property where key = 'xmpp.domain'`);
    await rows(
      dataSource,
      `update system_property set value = 'false' where key = 'plugin.userservice.enabled'`,
    );
    await prepareDatabase(dataSource, { ...seed, administrator: null });
    expect(
      await rows(
        dataSource,
        `select value from system_property where key = 'plugin.userservice.enabled'`,
      ),
    ).toEqual([{ value: 'false' }]);
  });
});

describe('a database that is only used', () => {
  const expected = { domain: 'chat.example', configuredDomain: true };

  it('returns its domain once it has been prepared', async () => {
    await expect(usePreparedDatabase(source(), expected)).rejects.toThrow(PendingMigrations);
    expect(await rows(sources[0]!, `select to_regclass('schema_migration') as made`)).toEqual([
      { made: null },
    ]);
    await prepareDatabase(source(), seed);
    expect(await usePreparedDatabase(source(), expected)).toBe('chat.example');
    const other = { domain: 'other.example', configuredDomain: true };
    await expect(usePreparedDatabase(source(), other)).rejects.toThrow(OtherDomain);
  });

  it('is refused if it is older, newer, or not filled', async () => {
    const dataSource = source();
    await prepareDatabase(dataSource, seed);
    await rows(dataSource, `delete from system_property where key = 'xmpp.domain'`);
    await expect(usePreparedDatabase(source(), expected)).rejects.toThrow(PendingMigrations);
    await rows(
      dataSource,
      `insert into schema_migration (timestamp, name) values (9999999999999, 'FromTheFuture9999999999999')`,
    );
    await expect(usePreparedDatabase(source(), expected)).rejects.toThrow(
      'newer than this version',
    );
    await rows(
      dataSource,
      `delete from schema_migration where id > (select min(id) from schema_migration)`,
    );
    await expect(usePreparedDatabase(source(), expected)).rejects.toThrow(PendingMigrations);
  });
});

describe('a database into which an import is loading', () => {
  const expected = { domain: 'chat.example', configuredDomain: true };
  const loading = (state: string) =>
    rows(
      sources[0]!,
      `create schema if not exists moving; create table if not exists moving.run (state text);
       delete from moving.run; insert into moving.run values ('${state}')`,
    );

  it('is refused whichever way a service starts, until the import has ended', async () => {
    await prepareDatabase(source(), seed);
    await loading('loading');
    await expect(prepareDatabase(source(), seed)).rejects.toThrow(ImportRunning);
    await expect(usePreparedDatabase(source(), expected)).rejects.toThrow(ImportRunning);
    await loading('finished');
    expect(await prepareDatabase(source(), seed)).toMatchObject({ fresh: false });
    expect(await usePreparedDatabase(source(), expected)).toBe('chat.example');
  });

  it('is refused also if it was prepared by a version that had no function for it', async () => {
    await prepareDatabase(source(), seed);
    await loading('loading');
    await rows(sources[0]!, 'drop function import_running()');
    await expect(prepareDatabase(source(), seed)).rejects.toThrow(ImportRunning);
  });
});

describe('a database that is in use', () => {
  it('keeps its domain and returns it if none is configured', async () => {
    await prepareDatabase(source(), seed);
    const other = { ...seed, domain: 'default.example', configuredDomain: false, secret: 'other' };
    expect(await prepareDatabase(source(), other)).toEqual({
      fresh: false,
      domain: 'chat.example',
    });
    expect(
      await rows(
        sources[0]!,
        `select value from system_property where key = 'plugin.restapi.secret'`,
      ),
    ).toEqual([{ value: 's3cret' }]);
  });

  it('is refused for another configured domain', async () => {
    await prepareDatabase(source(), seed);
    const attempt = prepareDatabase(source(), { ...seed, domain: 'other.example' });
    await expect(attempt).rejects.toThrow(OtherDomain);
    await expect(attempt).rejects.toThrow(
      'The database was created for the domain chat.example, but other.example is configured',
    );
  });

  it('is refused if its schema is newer', async () => {
    await prepareDatabase(source(), seed);
    await rows(
      sources[0]!,
      `insert into schema_migration (timestamp, name) values (9999999999999, 'FromTheFuture9999999999999')`,
    );
    await expect(prepareDatabase(source(), seed)).rejects.toThrow(
      'newer than this version: it has the migration FromTheFuture9999999999999',
    );
  });

  it('is refused if it was created before the first release', async () => {
    const dataSource = await source().initialize();
    await rows(
      dataSource,
      `create table schema_migration (id serial, "timestamp" bigint not null, name varchar not null);
       insert into schema_migration (timestamp, name) values (1763700000001, 'CreateSystem1763700000001')`,
    );
    await expect(prepareDatabase(dataSource, seed)).rejects.toThrow(
      'made before the first release and cannot be upgraded: it has the migration CreateSystem1763700000001',
    );
    expect(await rows(dataSource, `select to_regclass('account') as account`)).toEqual([
      { account: null },
    ]);
  });

  it('gets back functions changed by another version', async () => {
    await prepareDatabase(source(), seed);
    const dataSource = sources[0]!;
    await rows(
      dataSource,
      `create or replace function service_domain() returns text language sql return 'other';
       update schema_object set sha256 = 'other' where file = 'system/service_domain.sql'`,
    );
    await prepareDatabase(source(), seed);
    expect(await rows(dataSource, 'select service_domain() as domain')).toEqual([
      { domain: 'chat.example' },
    ]);
  });

  it('can be prepared by a pool of one connection, without changing its limits', async () => {
    const dataSource = createDataSource({ url: database.url, poolSize: 1 });
    sources.push(dataSource);
    await prepareDatabase(dataSource, seed);
    expect(await rows(dataSource, 'show statement_timeout')).toEqual([
      { statement_timeout: '1min' },
    ]);
    expect(await rows(dataSource, 'show lock_timeout')).toEqual([{ lock_timeout: '10s' }]);
    expect(await rows(dataSource, 'show jit')).toEqual([{ jit: 'off' }]);
  });
});

it('no migration can be undone', async () => {
  const dataSource = source();
  await prepareDatabase(dataSource, seed);
  await expect(dataSource.undoLastMigration()).rejects.toThrow('cannot be undone');
});
