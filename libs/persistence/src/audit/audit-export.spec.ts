import type { QueryResultRow } from 'pg';
import type pg from 'pg';
import { perSuite } from '../../test/open-database.js';
import { CurrentTransaction } from '../database/current-transaction.js';
import type { Rows, Statement } from '../database/current-transaction.js';
import { poolOf } from '../database/pool.js';
import { AuditExport } from './audit-export.js';

/** Tells how often it was looked who writes. */
class Looks extends CurrentTransaction {
  writers = 0;

  override async runAlone<Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Rows<Row>> {
    const rows = await super.runAlone<Row>(statement, values);
    if (statement.name === 'audit-writers') this.writers += 1;
    return rows;
  }
}

const INSERT = `
  insert into audit_entry (username, occurred_at, summary, node, details)
  values ('u', now(), $1, 'n', '') returning log_id`;
const NUMBERED = `
  insert into audit_entry (log_id, username, occurred_at, summary, node, details)
  overriding system value values ($1, 'u', now(), 's', 'n', '')`;

const open = perSuite();
let clients: pg.PoolClient[] = [];
let looks: Looks;
let stop: AbortController;

beforeEach(async () => {
  const { dataSource, query } = open();
  await query('delete from audit_entry');
  clients = await Promise.all([1, 2].map(() => poolOf(dataSource).connect()));
  looks = new Looks(dataSource);
  stop = new AbortController();
});
afterEach(() => {
  for (const client of clients) client.release();
});

async function ids(since = 0): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const entries of new AuditExport(looks, 1).entries(since, stop.signal)) {
    found.push(...entries.map(({ logId }) => logId));
  }
  return found;
}

async function insert(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ log_id: number }>(INSERT, ['s']);
  return rows[0]!.log_id;
}

/** Resolves once the export has found twice that it has to wait. */
async function waits(): Promise<void> {
  while (looks.writers < 3) await new Promise((resolve) => setTimeout(resolve, 1));
}

it.each(['commit', 'rollback'])(
  'waits for a transaction with a lower id, which ends by %s',
  async (end) => {
    const [slow, fast] = clients as [pg.PoolClient, pg.PoolClient];
    await slow.query('begin');
    const low = await insert(slow);
    const high = await insert(fast);
    let isDone = false;
    const found = ids().finally(() => (isDone = true));
    await waits();
    expect(isDone).toBe(false);
    await slow.query(end);
    expect(await found).toEqual(end === 'commit' ? [low, high] : [high]);
  },
);

it('waits for a transaction that has an id, but no number and no row yet', async () => {
  const [slow, fast] = clients as [pg.PoolClient, pg.PoolClient];
  await slow.query('begin; lock table audit_entry in row exclusive mode');
  const { rows } = await slow.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('audit_entry', 'log_id')) as id`,
  );
  const low = rows[0]!.id;
  const high = await insert(fast);
  let isDone = false;
  const found = ids().finally(() => (isDone = true));
  await waits();
  expect(isDone).toBe(false);
  await slow.query(NUMBERED, [low]);
  await slow.query('commit');
  expect(await found).toEqual([low, high]);
});

it('does not wait for transactions that began to write after the newest entry', async () => {
  const [slow, fast] = clients as [pg.PoolClient, pg.PoolClient];
  const low = await insert(fast);
  const entries = new AuditExport(looks, 1).entries(0, stop.signal);
  const first = entries.next();
  expect((await first).value?.map(({ logId }: { logId: number }) => logId)).toEqual([low]);
  await slow.query('begin');
  await insert(slow);
  await insert(fast);
  expect((await entries.next()).done).toBe(true);
  await slow.query('rollback');
});

it('does not wait for those who only read the log', async () => {
  const [reader, fast] = clients as [pg.PoolClient, pg.PoolClient];
  await reader.query('begin; select * from audit_entry for share');
  const id = await insert(fast);
  expect(await ids()).toEqual([id]);
  await reader.query('rollback');
});

it('ends while it waits when it is stopped', async () => {
  const [slow, fast] = clients as [pg.PoolClient, pg.PoolClient];
  await slow.query('begin');
  await insert(slow);
  await insert(fast);
  const found = ids();
  await waits();
  stop.abort();
  expect(await found).toEqual([]);
  await slow.query('rollback');
});

it('gives whole entries behind an id, batch by batch', async () => {
  const { query } = open();
  const written = await query<{ id: number }>(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'ola', to_timestamp(1700000000 + n), 'S' || n, 'node', 'd' from generate_series(1, 1201) n
     returning log_id as id`,
  );
  const all = written.map(({ id }) => id);
  expect(await ids(all[0])).toEqual(all.slice(1));
  for await (const [entry] of new AuditExport(looks).entries(all.at(-2)!, stop.signal)) {
    expect(entry).toEqual({
      logId: all.at(-1),
      username: 'ola',
      timestamp: new Date(1_700_001_201_000),
      summary: 'S1201',
      node: 'node',
      details: 'd',
    });
  }
  expect(await ids(all.at(-1))).toEqual([]);
});
