import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { perSuite } from '../../test/open-database.js';
import { createDataSource } from '../schema/data-source.js';
import { poolOf } from './pool.js';
import { isDatabaseAway } from './database-away.js';

const open = perSuite({ poolSize: 2 });

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('isDatabaseAway', () => {
  it('is true if the connection is refused', async () => {
    const url = new URL(open().url);
    url.port = '1';
    const error = await failure(createDataSource({ url: url.href }).initialize());
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('is true if the server does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const url = new URL(open().url);
    url.port = String((silent.address() as AddressInfo).port);
    const dataSource = createDataSource({ url: url.href, connectTimeoutMs: 20 });
    expect(isDatabaseAway(await failure(dataSource.initialize()))).toBe(true);
    silent.close();
  });

  it('is true if the pool has no free connection in time', async () => {
    const dataSource = createDataSource({ url: open().url, poolSize: 1 });
    await dataSource.initialize();
    const held = await poolOf(dataSource).connect();
    poolOf(dataSource).options.connectionTimeoutMillis = 20;
    expect(isDatabaseAway(await failure(poolOf(dataSource).query('select 1')))).toBe(true);
    held.release();
    await dataSource.destroy();
  });

  it('is true if an administrator terminates the connection', async () => {
    const killing = open().query('select pg_terminate_backend(pg_backend_pid())');
    expect(isDatabaseAway(await failure(killing))).toBe(true);
  });

  it.each([
    ['a statement that takes too long', `set local statement_timeout = 1; select pg_sleep(10)`],
    [
      'a lock that is not given in time',
      `set local lock_timeout = 1; lock table account in access exclusive mode`,
    ],
  ])('is true for %s', async (_, sql) => {
    const { dataSource } = open();
    const holder = await poolOf(dataSource).connect();
    await holder.query('begin; lock table account in access exclusive mode');
    expect(isDatabaseAway(await failure(open().query(sql)))).toBe(true);
    await holder.query('rollback');
    holder.release();
  });

  it("is true inside TypeORM's wrapper errors", async () => {
    const runner = open().dataSource.createQueryRunner();
    const error = await failure(runner.query('select pg_terminate_backend(pg_backend_pid())'));
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseAway(await failure(runner.query('select 1')))).toBe(true);
    await runner.release();
  });

  it.each([
    ...['53100', '53200', '53300', '53400', '58030', '25006'],
    ...['57P01', '57P02', '57P03', '57P05', '08000', '08006', '25P03'],
  ])('is true for %s', (code) => {
    expect(isDatabaseAway(Object.assign(new Error(), { code }))).toBe(true);
  });

  it('is false for programming errors', async () => {
    expect(isDatabaseAway(await failure(open().query('select nothing')))).toBe(false);
    expect(isDatabaseAway(await failure(open().query('select 1 / 0')))).toBe(false);
    expect(isDatabaseAway(new Error('no'))).toBe(false);
    expect(isDatabaseAway(Object.assign(new Error(), { code: '40P01' }))).toBe(false);
    expect(isDatabaseAway(undefined)).toBe(false);
    expect(isDatabaseAway('timeout expired')).toBe(false);
  });
});
