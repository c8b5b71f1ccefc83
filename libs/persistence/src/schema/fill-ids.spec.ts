import pg from 'pg';
import { poolOf } from '../database/pool.js';
import { testDatabase } from '../testing/test-database.js';
import { createDataSource } from './data-source.js';
import { fillIds } from './migrations/fill-ids.js';

const MANY = 25_000;

it('accounts get ids in batches; who writes meanwhile is not waited for, and no event is made of it', async () => {
  const database = await testDatabase();
  const dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
  const beside = new pg.Client({ connectionString: database.url });
  await beside.connect();
  try {
    await poolOf(dataSource).query(`insert into account (username)
      select 'u' || n from generate_series(1, ${MANY}) n; update account set id = null; truncate event_outbox`);
    await beside.query(`begin; update account set name = 'held' where username = 'u77'`);
    const runner = dataSource.createQueryRunner();
    const pass = runner.query.bind(runner);
    const plan: object[] = [];
    let batches = 0;
    runner.query = (async (...statement: Parameters<typeof runner.query>) => {
      if (statement[0].includes('exists') && batches > 0) {
        const { rows } = await beside.query('select username from account where id is null');
        if (rows.length > 0) {
          expect([batches, rows]).toEqual([MANY / 1000 + 1, [{ username: 'u77' }]]);
          await beside.query('commit');
        }
      }
      if (statement[0].includes('limit 1000')) {
        batches += 1;
        if (batches === 2) plan.push(...(await pass(`explain ${statement[0]}`, statement[1])));
      }
      return pass(...statement);
    }) as typeof runner.query;
    await fillIds(runner, 'account', 'username');
    expect(JSON.stringify(plan)).toContain('Tid Scan on account');
    expect(JSON.stringify(plan)).not.toContain('Seq Scan');
    const { rows } = await beside.query(`
      select count(distinct id)::integer as ids,
             (select array_agg(type || columns::text) from event_outbox) as events from account`);
    expect(rows).toEqual([{ ids: MANY, events: ['user.updated{name}'] }]);
    await runner.release();
  } finally {
    await beside.end();
    await dataSource.destroy();
    await database.drop();
  }
});
