import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { catalogueDifferences, readCatalogue } from '../../test/catalogue.js';
import { poolOf } from '../database/pool.js';
import { emptyDatabase, TEST_DOMAIN, testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { buildIndex } from './migrations/build-index.js';
import { migrations } from './migrations/migrations.js';
import type { PhasedMigration } from './migrations/phase.js';
import { prepareDatabase } from './prepare-database.js';

const seed = {
  domain: TEST_DOMAIN,
  configuredDomain: true,
  secret: 'secret',
  administrator: null,
};
const down = () => Promise.reject(new Error('cannot be undone'));

class AddTopic implements PhasedMigration {
  readonly name = 'AddTopic9796083200001';
  readonly phase = 'expand';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table room add topic text');
    await runner.query('create table topic (name text, constraint topic_pk primary key (name))');
  }
  down = down;
}

class FindTopics implements PhasedMigration {
  readonly name = 'FindTopics9796083200002';
  readonly phase = 'expand';
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'room_topic_idx', 'on room (topic)');
    await buildIndex(runner, 'room_topic_name_idx', 'on room (topic, name)');
  }
  down = down;
}

class CheckTopics implements PhasedMigration {
  readonly name = 'CheckTopics9796083200003';
  readonly phase = 'expand';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table room add constraint room_topic_check check (topic <> '') not valid`,
    );
  }
  down = down;
}

let databases: TestDatabase[];
let sources: DataSource[];
beforeEach(() => {
  databases = [];
  sources = [];
});
afterEach(async () => {
  for (const source of sources) if (source.isInitialized) await source.destroy();
  for (const database of databases) await database.drop();
});

async function another(make = testDatabase): Promise<TestDatabase> {
  const database = await make();
  databases.push(database);
  return database;
}

/** The next version, with three migrations more. */
function nextVersion(
  { url }: TestDatabase,
  added: readonly (new () => PhasedMigration)[] = [AddTopic, FindTopics, CheckTopics],
): DataSource {
  const source = createDataSource({ url, poolSize: 1 }).setOptions({
    migrations: [...migrations, ...added],
  });
  sources.push(source);
  return source;
}

/** A session beside those of the program. */
async function beside<T>({ url }: TestDatabase, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url, application_name: 'beside' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const catalogue = (database: TestDatabase) =>
  beside(database, (client) => readCatalogue(async (sql) => (await client.query(sql)).rows));

const kill = (client: pg.Client) =>
  client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

const CHANGES = /^\s*(commit|alter|create|insert|drop)\b/i;

/** Ends the connection before the change of this number. @returns whether there was one */
async function interruptedAt(database: TestDatabase, number: number): Promise<boolean> {
  const source = await nextVersion(database).initialize();
  const make = source.createQueryRunner.bind(source);
  let count = 0;
  source.createQueryRunner = (...given) => {
    const runner = make(...given);
    const pass = runner.query.bind(runner);
    runner.query = (async (...statement: Parameters<typeof runner.query>) => {
      if (CHANGES.test(statement[0]) && (count += 1) === number) await beside(database, kill);
      return pass(...statement);
    }) as typeof runner.query;
    return runner;
  };
  const failure = await prepareDatabase(source, seed).then(
    () => null,
    (error: unknown) => error,
  );
  await source.destroy().catch(() => undefined);
  if (failure !== null && count < number) throw failure;
  return count >= number;
}

it('a migration that is killed before any of its changes is resumed by the next one', async () => {
  const whole = await another();
  await prepareDatabase(nextVersion(whole), seed);
  const expected = await catalogue(whole);
  let number = 1;
  for (; ; number += 1) {
    const database = await another();
    if (!(await interruptedAt(database, number))) break;
    await prepareDatabase(nextVersion(database), seed);
    expect({ number, left: catalogueDifferences(expected, await catalogue(database)) }).toEqual({
      number,
      left: [],
    });
  }
  expect(number).toBeGreaterThan(12);
});

it('so is the first one of all', async () => {
  const whole = await another(emptyDatabase);
  await prepareDatabase(nextVersion(whole), seed);
  const expected = await catalogue(whole);
  for (const number of [5, 60]) {
    const database = await another(emptyDatabase);
    expect(await interruptedAt(database, number)).toBe(true);
    await prepareDatabase(nextVersion(database), seed);
    expect(catalogueDifferences(expected, await catalogue(database))).toEqual([]);
  }
});

it('an index whose build was killed is invalid, and built anew', async () => {
  const database = await another();
  await prepareDatabase(nextVersion(database, [AddTopic]), seed);
  await beside(database, async (writer) => {
    await writer.query(
      `begin; insert into room (service, name, natural_name) values ('conference', 'a', 'A')`,
    );
    const killed = prepareDatabase(nextVersion(database), seed).then(
      () => 'done',
      () => 'killed',
    );
    const building = `select pid from pg_stat_activity where datname = current_database()
      and query like 'create index concurrently%' and wait_event_type = 'Lock'`;
    await beside(database, async (other) => {
      while ((await other.query(building)).rowCount === 0);
      await other.query(`select pg_terminate_backend(pid) from (${building}) found`);
    });
    expect(await killed).toBe('killed');
    await writer.query('commit');
    const valid = `select indisvalid as valid from pg_index where indexrelid = 'room_topic_idx'::regclass`;
    expect((await writer.query(valid)).rows).toEqual([{ valid: false }]);
    await prepareDatabase(nextVersion(database), seed);
    expect((await writer.query(valid)).rows).toEqual([{ valid: true }]);
  });
});

it('two that start together do not keep each other from building an index', async () => {
  const database = await another();
  await Promise.all([1, 2].map(() => prepareDatabase(nextVersion(database), seed)));
  const [{ count }] = (
    await poolOf(sources[0]!).query(`select count(*)::integer from pg_index where not indisvalid`)
  ).rows as [{ count: number }];
  expect(count).toBe(0);
});

it('a table that is locked is not waited for long: others pass, and it is tried again', async () => {
  const database = await another();
  const source = await nextVersion(database).initialize();
  const runner = source.createQueryRunner();
  await beside(database, async (holder) => {
    await holder.query('begin; lock table room in access share mode');
    await migrate(source, runner, {
      lockTimeoutMs: 100,
      attempts: 10,
      longestPauseMs: 10,
      onRetry: (attempt) => {
        if (attempt === 2) void holder.query('commit');
      },
    });
  });
  await runner.release();
  await beside(database, async (holder) => {
    await holder.query('begin; lock table room in access exclusive mode');
    const again = { lockTimeoutMs: 50, attempts: 3, longestPauseMs: 1 };
    await holder.query('delete from schema_migration where timestamp = 9796083200003; commit');
    await holder.query('begin; lock table room in access exclusive mode');
    const other = await nextVersion(database).initialize();
    const second = other.createQueryRunner();
    await expect(migrate(other, second, again)).rejects.toThrow('lock timeout');
    await second.release();
    await holder.query('rollback');
  });
});

it('whoever waits for one table of the triggers and has read another goes on, and so does the migration', async () => {
  const database = await another();
  await prepareDatabase(nextVersion(database, []), seed);
  const source = await nextVersion(database, []).initialize();
  const runner = source.createQueryRunner();
  // attempts to have all of them take a tenth of it at first
  await runner.query(`set deadlock_timeout = '5s'`);
  await beside(database, (reader) =>
    beside(database, async (holder) => {
      await reader.query(`update schema_object set sha256 = ''`);
      // locked in this order: account, user_group, room
      await reader.query('begin; select from room');
      await holder.query('begin; select from user_group');
      const migration = migrate(source, runner, {
        ...{ lockTimeoutMs: 5_000, attempts: 1, longestPauseMs: 1 },
      });
      await waits(database, 'user_group');
      let isRead = false;
      const read = reader.query('select from account').then(() => (isRead = true));
      await waits(database, 'account', () => isRead);
      await holder.query('commit');
      await read;
      await reader.query('commit');
      await migration;
    }),
  );
  await runner.release();
});

/** Until somebody waits for the table, or need not. */
async function waits(database: TestDatabase, table: string, isOver = () => false): Promise<void> {
  const waiting = `select from pg_locks where not granted and relation = '${table}'::regclass`;
  await beside(database, async (client) => {
    while (!isOver() && (await client.query(waiting)).rowCount === 0) await pause(5);
  });
}
