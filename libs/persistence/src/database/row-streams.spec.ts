import { once } from 'node:events';
import { until } from '@chat-admin/debian-programs/until';
import { TooManyLists } from '@chat-admin/domain/shared/domain-error';
import { perSuite } from '../../test/open-database.js';
import { poolOf } from './pool.js';
import { ListAbandoned, RowStreams } from './row-streams.js';

const open = perSuite({ poolSize: 4 });
const NUMBERS = 'select n from generate_series(1, $1::integer) as n';

interface Row {
  readonly n: number;
}

/** All connections are back in the pool, without a transaction or cursor; discarded ones end later. */
async function expectNothingHeld() {
  const pool = poolOf(open().dataSource);
  expect(pool.idleCount).toBe(pool.totalCount);
  const busy = `
    select state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  await until('no connection is busy', async () => (await open().query(busy)).length === 0);
  expect(await open().query('select name from pg_cursors')).toEqual([]);
}

describe('read', () => {
  it('returns all rows in batches, none of them empty', async () => {
    const { streams } = open();
    for (const [count, sizes] of [
      [0, []],
      [1, [1]],
      [50, [50]],
      [551, [50, 250, 250, 1]],
    ] as const) {
      const seen: number[] = [];
      const all: number[] = [];
      for await (const batch of streams.read<Row>(NUMBERS, [count])) {
        seen.push(batch.length);
        all.push(...batch.map(({ n }) => n));
      }
      expect(seen).toEqual(sizes);
      expect(all).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    }
    await expectNothingHeld();
  });

  it('reads several queries on one snapshot, in batches of one each', async () => {
    const { streams, query } = open();
    const key = 'streams.snapshot';
    const text = `select value from system_property where key = $1`;
    const queries = [
      { text, values: [key] },
      { text: NUMBERS, values: [251] },
      { text: NUMBERS, values: [0] },
      { text, values: [key] },
    ];
    await query(`insert into system_property values ('${key}', 'before')`);
    const read: (readonly object[])[] = [];
    for await (const rows of streams.readEach<object>(queries)) {
      if (read.push(rows) > 1) continue;
      await query(`update system_property set value = 'after' where key = '${key}'`);
    }
    expect(read.map((rows) => rows.length)).toEqual([1, 250, 1, 1]);
    expect([read[0], read[3]]).toEqual([[{ value: 'before' }], [{ value: 'before' }]]);
    await query(`delete from system_property where key = '${key}'`);
    await expectNothingHeld();
  });

  it('reads again what is kept, on the same snapshot, until it is released', async () => {
    const { streams, query } = open();
    const key = 'streams.again';
    const text = `select value from system_property where key = $1`;
    await query(`insert into system_property values ('${key}', 'before')`);
    const rows = streams.snapshot<object>([{ text, values: [key] }]);
    const read = async () => {
      const all: object[] = [];
      for await (const batch of rows) all.push(...batch);
      return all;
    };
    rows.keep();
    const before = [{ value: 'before' }];
    expect(await rows.readFirst({ text, values: [key] })).toEqual(before);
    await query(`update system_property set value = 'after' where key = '${key}'`);
    expect([await read(), await read()]).toEqual([before, before]);
    await rows.release();
    await rows.release();
    await expectNothingHeld();
    await expect(read()).rejects.toThrow(ListAbandoned);
    await query(`delete from system_property where key = '${key}'`);
  });

  it('parses types like other statements', async () => {
    const list = open().streams.read('select 5::bigint as id, $1::timestamptz as at', [
      new Date(7),
    ]);
    expect((await list.next()).value).toEqual([{ id: 5, at: new Date(7) }]);
    await list.return();
  });

  it('holds nothing after the reader has stopped early', async () => {
    for await (const batch of open().streams.read<Row>(NUMBERS, [5000])) {
      expect(batch).toHaveLength(50);
      break;
    }
    await expectNothingHeld();
  });

  it('holds nothing after the reader has failed', async () => {
    const failing = (async () => {
      for await (const batch of open().streams.read<Row>(NUMBERS, [5000])) {
        throw new Error(`reader failed with ${batch.length}`);
      }
    })();
    await expect(failing).rejects.toThrow('reader failed with 50');
    await expectNothingHeld();
  });

  it('holds nothing if it is abandoned while the first batch is loading', async () => {
    const list = open().streams.read<Row>(NUMBERS, [5000]);
    const first = list.next();
    await list.return();
    expect((await first).value).toHaveLength(50);
    await expectNothingHeld();
  });

  it('holds nothing before it is read', async () => {
    const { streams, dataSource } = open();
    streams.read(NUMBERS, [5000]);
    expect(poolOf(dataSource).idleCount).toBe(poolOf(dataSource).totalCount);
    await streams.read(NUMBERS, [5000]).return();
    await expectNothingHeld();
  });

  it('passes on the errors of a statement, initially and later', async () => {
    const read = async (sql: string) => {
      let rows = 0;
      try {
        for await (const batch of open().streams.read(sql, [])) rows += batch.length;
      } catch (error) {
        return [rows, (error as { code: string }).code];
      }
      return [rows, null];
    };
    expect(await read('select nothing')).toEqual([0, '42703']);
    expect(await read('select 1 / (700 - n) from generate_series(1, 800) as n')).toEqual([
      550,
      '22012',
    ]);
    await expectNothingHeld();
  });

  it('takes at most half of the pool, and queues further lists', async () => {
    const { streams, query } = open();
    const lists = [0, 1, 2, 3].map(() => streams.read<Row>(NUMBERS, [5000]));
    await Promise.all(lists.slice(0, 2).map((list) => list.next()));
    const order: number[] = [];
    const waiting = lists.slice(2).map(async (list, index) => {
      await list.next();
      order.push(index);
    });
    expect(await query('select 1 as n')).toEqual([{ n: 1 }]);
    expect(order).toEqual([]);
    await lists[0]!.return();
    await waiting[0];
    expect(order).toEqual([0]);
    await lists[1]!.return();
    await waiting[1];
    expect(order).toEqual([0, 1]);
    await Promise.all(lists.map((list) => list.return()));
    await expectNothingHeld();
  });

  it('gives one caller half of the places, and those of other callers to them', async () => {
    const { streams, callers } = open();
    const read = (caller: string) => {
      const list = streams.read<Row>(NUMBERS, [5000]);
      return { list, first: callers.run(caller, () => list.next()) };
    };
    const slow = read('a');
    await slow.first;
    const late = read('a');
    const refused = expect(late.first).rejects.toThrow(TooManyLists);
    const other = read('b');
    expect((await other.first).value).toHaveLength(50);
    await refused;
    await Promise.all([slow, other].map(({ list }) => list.return()));
    await expectNothingHeld();
  });

  it('reclaims the connection from a reader that pauses for too long', async () => {
    const { dataSource, callers } = open();
    const withShortTimeout = new RowStreams(dataSource, callers, 10_000, 1);
    const list = withShortTimeout.read<Row>(NUMBERS, [5000]);
    const released = once(poolOf(dataSource), 'release');
    expect((await list.next()).value).toHaveLength(50);
    await released;
    await expectNothingHeld();
    await expect(list.next()).rejects.toThrow(ListAbandoned);
    expect(await list.next()).toEqual({ done: true, value: undefined });
    await expectNothingHeld();
  });

  it('survives the loss of its connection between batches', async () => {
    const { streams, query, dataSource } = open();
    const list = streams.read<Row>(`${NUMBERS} /* to be cut */`, [5000]);
    await list.next();
    const removed = once(poolOf(dataSource), 'remove');
    await query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where query like '%to be cut%' and pid <> pg_backend_pid()`);
    await expect(list.next()).rejects.toThrow();
    await removed;
    await expectNothingHeld();
  });

  it('survives the loss of its connection when it is abandoned', async () => {
    const { streams, query } = open();
    const list = streams.read<Row>(`${NUMBERS} /* to be cut */`, [5000]);
    await list.next();
    await query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where query like '%to be cut%' and pid <> pg_backend_pid()`);
    await list.return();
    await expectNothingHeld();
  });

  it('is a consistent snapshot, exempt from the statement timeout', async () => {
    const { streams, query } = open();
    await query('create table moment as select n from generate_series(1, 1000) as n');
    const list = streams.read<Row>(
      `select n, current_setting('statement_timeout') as timeout from moment order by n`,
      [],
    );
    const rows = [...((await list.next()).value ?? [])];
    await query('delete from moment');
    for await (const batch of list) rows.push(...batch);
    expect(rows).toHaveLength(1000);
    expect(rows[999]).toEqual({ n: 1000, timeout: '0' });
    expect(await query('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  });
});
