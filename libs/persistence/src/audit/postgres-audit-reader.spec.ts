import { DataSource } from 'typeorm';
import { CurrentTransaction } from '../database/current-transaction.js';
import { createDataSource } from '../schema/data-source.js';
import { RowStreams } from '../database/row-streams.js';
import { testDatabase } from '../testing/test-database.js';
import { PostgresAuditLog } from './postgres-audit-log.js';
import { PostgresAuditReader } from './postgres-audit-reader.js';

let dataSource: DataSource;
let drop: () => Promise<void>;
let reader: PostgresAuditReader;
const all = { username: null, from: null, to: null, offset: 0, limit: 100 };

beforeAll(async () => {
  const database = await testDatabase();
  drop = () => database.drop();
  dataSource = await createDataSource({ url: database.url }).initialize();
  const db = new CurrentTransaction(dataSource);
  const log = new PostgresAuditLog(db);
  reader = new PostgresAuditReader(db, new RowStreams(dataSource));
  for (const [second, username] of [
    [100, 'ola'],
    [300, 'zoe'],
    [200, 'ola'],
    [200, 'zoe'],
  ] as const) {
    const timestamp = new Date(second * 1000);
    await log.append({ username, timestamp, summary: `at ${second}`, node: 'n', details: 'd' });
  }
});

afterAll(async () => {
  await dataSource.destroy();
  await drop();
});

async function found(filter: Partial<typeof all> | object): Promise<string[]> {
  const rows: string[] = [];
  for await (const batch of reader.search({ ...all, ...filter })) {
    for (const { username, timestamp } of batch)
      rows.push(`${username} ${timestamp.getTime() / 1000}`);
  }
  return rows;
}

describe('PostgresAuditReader', () => {
  it('shows the newest first, entries of one second by descending id', async () => {
    expect(await found({})).toEqual(['zoe 300', 'zoe 200', 'ola 200', 'ola 100']);
  });

  it.each([
    [{ username: 'ola' }, ['ola 200', 'ola 100']],
    [{ username: '' }, []],
    [{ from: 200 }, ['zoe 300', 'zoe 200', 'ola 200']],
    [{ to: 200 }, ['zoe 200', 'ola 200', 'ola 100']],
    [{ from: 101, to: 299, username: 'zoe' }, ['zoe 200']],
    [{ offset: 1, limit: 2 }, ['zoe 200', 'ola 200']],
    [{ offset: 10 }, []],
    [{ limit: 0 }, []],
    [{ limit: -1 }, []],
  ])('finds %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it('skips what an offset leaves out in the index alone', async () => {
    await dataSource.query(
      `insert into audit_entry (username, occurred_at, summary, node, details)
       select 'many', to_timestamp(1000 + n / 10), 's', 'n', repeat('d', 500) from generate_series(1, 20000) n`,
    );
    await dataSource.query('vacuum analyze audit_entry');
    const plans: { 'QUERY PLAN': string }[] = await dataSource.query(
      `explain select log_id, occurred_at from audit_entry order by occurred_at desc, log_id desc offset 15000 limit 10`,
    );
    expect(plans.map((line) => line['QUERY PLAN']).join('\n')).toContain(
      'Index Only Scan Backward using audit_entry_occurred_at_idx',
    );
  });

  it('forgets entries that are too old, at most as many as it is told to', async () => {
    const before = (await found({ limit: 100_000 })).length;
    expect(await reader.forget(1, 7)).toBe(7);
    expect((await found({ limit: 100_000 })).length).toBe(before - 7);
    expect(await found({ to: 200 })).toEqual([]);
  });
});
