import { PgBouncer } from '@chat-admin/debian-programs/pgbouncer';
import type { PgBouncerOptions } from '@chat-admin/debian-programs/pgbouncer';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import type { DataSource } from 'typeorm';
import { ChangeFeed, NoticesLost } from '../src/database/change-feed.js';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import { DatabaseServers } from '../src/database/database-servers.js';
import { findPooler, LendsForStatements } from '../src/database/pooler.js';
import { poolOf } from '../src/database/pool.js';
import { sameDatabase } from '../src/database/same-database.js';
import { roleSettings } from '../src/database/session-settings.js';
import { StatementNames } from '../src/database/statement-names.js';
import { TypeormTransactions } from '../src/database/transactions.js';
import { createDataSource } from '../src/schema/data-source.js';
import { testDatabase } from '../src/testing/test-database.js';
import type { TestDatabase } from '../src/testing/test-database.js';

const suite = await suiteNeeds(describe, 'PgBouncer', ['pgbouncer']);
const READS = 120;
const POOL_SIZE = 10;

const nameless = (text: string) => ({ name: `pooler-${text.length}`, text });
const PIDS = nameless('select pg_backend_pid() as pid');
const SLOW = nameless('select pg_backend_pid() as pid, pg_sleep(0.01)');

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** Calls `work` with the address of a database behind a PgBouncer. */
async function behind(
  options: Pick<PgBouncerOptions, 'mode' | 'version'>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const pooler = await PgBouncer.start({ url: database.url, ...options });
  try {
    await work(pooler.through(database.url));
  } finally {
    await pooler.stop();
  }
}

/** A pool as that of a service, and how often its statements lost their names. */
async function withPool(
  url: string,
  work: (opened: {
    readonly dataSource: DataSource;
    readonly servers: DatabaseServers;
    readonly failures: () => number;
  }) => Promise<void>,
): Promise<void> {
  let failures = 0;
  const names = new StatementNames(true, () => (failures += 1));
  const servers = new DatabaseServers(url, undefined, names);
  const dataSource = createDataSource({ url, servers, poolSize: POOL_SIZE });
  await dataSource.initialize();
  try {
    await work({ dataSource, servers, failures: () => failures });
  } finally {
    await dataSource.destroy();
  }
}

const shown = async (dataSource: DataSource) =>
  (
    await poolOf(dataSource).query<{ shown: string }>(
      `select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
         current_setting('idle_in_transaction_session_timeout'), current_setting('jit')) as shown`,
    )
  ).rows[0]!.shown;

const LIMITED = '1min 10s 1min off';

it('a server itself is found, and gets the limits of a pool', async () => {
  expect(await findPooler(new DatabaseServers(database.url))).toBe('none');
  await withPool(database.url, async ({ dataSource }) => {
    expect(await shown(dataSource)).toBe(LIMITED);
  });
});

suite('a pooler that lends sessions for connections', () => {
  it('is found, and gets the limits of a pool', async () => {
    await behind({ mode: 'session' }, async (url) => {
      const servers = new DatabaseServers(url);
      expect(await findPooler(servers)).toBe('session');
      servers.poolMode = 'session';
      const dataSource = createDataSource({ url, servers, poolSize: 2 });
      await dataSource.initialize();
      expect(await shown(dataSource)).toBe(LIMITED);
      await dataSource.destroy();
    });
  });
});

suite('a pooler that lends sessions for statements', () => {
  it('is refused', async () => {
    await behind({ mode: 'statement' }, async (url) => {
      await expect(findPooler(new DatabaseServers(url))).rejects.toThrow(LendsForStatements);
    });
  });
});

const versions =
  process.env['SOAK_SUITES'] === '1' ? (['1.18', '1.24'] as const) : (['1.18'] as const);

describe.each(versions)('PgBouncer %s that lends sessions for transactions', (version) => {
  const follows = version !== '1.18';
  let pooler: PgBouncer;
  let url: string;
  beforeEach(async () => {
    pooler = await PgBouncer.start({ url: database.url, mode: 'transaction', version });
    url = pooler.through(database.url);
  });
  afterEach(() => pooler.stop());

  suite('at the start', () => {
    it('is found, and whether it follows named statements', async () => {
      for (const attempt of [1, 2]) {
        const servers = new DatabaseServers(url);
        const mode = await findPooler(servers);
        expect({ attempt, mode, named: servers.names.used }).toEqual({
          attempt,
          mode: 'transaction',
          named: follows,
        });
      }
    });

    it('leaves the settings of sessions to the role', async () => {
      const { username, pathname } = new URL(database.url);
      await withPool(url, async ({ dataSource }) => {
        expect(await shown(dataSource)).toBe('0 0 0 on');
        const settings = roleSettings(`"${username}"`, pathname.slice(1));
        for (const statement of settings) await poolOf(dataSource).query(statement);
      });
      await pooler.stop();
      pooler = await PgBouncer.start({ url: database.url, mode: 'transaction', version });
      await withPool(pooler.through(database.url), async ({ dataSource }) => {
        expect(await shown(dataSource)).toBe(LIMITED);
        await dataSource.query(
          `alter role "${username}" in database ${pathname.slice(1)} reset all`,
        );
      });
    });

    it('leads to the database that another address names, or not', async () => {
      const other = await testDatabase();
      const [pooled, direct, another] = [url, database.url, other.url].map(
        (address) => new DatabaseServers(address),
      );
      expect(await sameDatabase(pooled!, direct!)).toBe(true);
      expect(await sameDatabase(pooled!, another!)).toBe(false);
      await other.drop();
    });
  });

  suite('later on', () => {
    it('no statement fails: those that lost their names are repeated without', async () => {
      await withPool(url, async ({ dataSource, servers, failures }) => {
        const pool = poolOf(dataSource);
        const reads = Array.from({ length: READS }, (_, index) =>
          pool.query<{ pid: number }>(index % 2 === 0 ? PIDS : SLOW),
        );
        for (const { rows } of await Promise.all(reads)) expect(rows).toHaveLength(1);
        expect([servers.names.used, failures()]).toEqual([follows, follows ? 0 : 1]);
      });
    });

    it('no transaction fails: it is repeated', async () => {
      await withPool(url, async ({ dataSource, failures }) => {
        const db = new CurrentTransaction(dataSource);
        const transactions = new TypeormTransactions(db, new AuditedRequests());
        const once = () => transactions.run(() => db.run<{ pid: number }>(SLOW));
        const ended = await Promise.all(Array.from({ length: READS / 4 }, once));
        expect(ended.every(({ count }) => count === 1)).toBe(true);
        expect(failures()).toBe(follows ? 0 : 1);
        for (const context of [db, transactions]) context.close();
      });
    });

    it('no notice arrives, which the feed finds out', async () => {
      await withPool(url, async ({ dataSource }) => {
        const losses: Error[] = [];
        const feed = new ChangeFeed({
          url,
          notify: (statement, values) => poolOf(dataSource).query(statement, [...values]),
          timeoutMs: 100,
          onLoss: (error) => losses.push(error),
        });
        await feed.start();
        expect(feed.reliable).toBe(false);
        expect(losses).toEqual([expect.any(NoticesLost)]);
        await feed.close();
      });
    });

    it('notices arrive by the direct address', async () => {
      await withPool(url, async ({ dataSource }) => {
        const pool = poolOf(dataSource);
        const feed = new ChangeFeed({
          url: database.url,
          notify: (statement, values) => pool.query(statement, [...values]),
        });
        await feed.start();
        expect(feed.reliable).toBe(true);
        let told = 0;
        feed.onProperties(() => (told += 1));
        await pool.query(`update system_property set value = value`);
        await until('the notice is there', () => Promise.resolve(told > 0));
        await feed.close();
      });
    });
  });
});
