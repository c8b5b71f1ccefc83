import { perSuite } from '../../test/open-database.js';
import { poolOf } from '../database/pool.js';

const open = perSuite();

/** What an event leaves of its trigger functions to do: the reads and writes of tables and indexes. */
const accesses = `
  select coalesce(sum(pg_stat_get_xact_numscans(oid) + pg_stat_get_xact_tuples_inserted(oid)
    + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid)), 0)::integer as count
  from pg_class where relnamespace = 'public'::regnamespace and oid <> $1::regclass
    and oid not in (select indexrelid from pg_index where indrelid = $1::regclass)`;

/** The statement on whose behalf the triggers of a table run, with nothing to change. */
const NOTHING: Readonly<Record<string, string>> = {
  insert: 'insert into %s select * from %s where false',
  update: 'update %s set %s where false',
  delete: 'delete from %s where false',
};

describe('a trigger function for statements', () => {
  it('touches no table if the statement has changed no row', async () => {
    const { query } = open();
    const events = await query<{ table: string; column: string; event: string }>(`
      select distinct tgrelid::regclass::text as table, event,
        (select quote_ident(attname) from pg_attribute where attrelid = tgrelid and attnum = 1) as column
      from pg_trigger
      cross join (values ('insert', 4), ('delete', 8), ('update', 16)) as kind (event, bit)
      where not tgisinternal and tgtype & 1 = 0 and tgtype & bit <> 0 order by 1, 2`);
    expect(events.length).toBeGreaterThan(10);
    for (const { table, column, event } of events) {
      const text = NOTHING[event]!.replace('%s', table)
        .replace('set %s', `set ${column} = ${column}`)
        .replace('%s', table);
      expect({ text, accesses: await accessesOf(table, text) }).toEqual({ text, accesses: 0 });
    }
  });

  it('of accounts, touches nothing if they were only used', async () => {
    await open().query(`insert into account (username) values ('ann')`);
    const text = `update account set last_seen = now()`;
    expect(await accessesOf('account', text)).toBe(0);
  });
});

async function accessesOf(table: string, text: string): Promise<number> {
  const client = await poolOf(open().dataSource).connect();
  try {
    await client.query('begin');
    const count = async () =>
      (await client.query<{ count: number }>(accesses, [table])).rows[0]!.count;
    const before = await count();
    await client.query(text);
    return (await count()) - before;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
