import { jest } from '@jest/globals';
import { perSuite } from '../../test/open-database.js';
import { poolOf } from './pool.js';

const open = perSuite();
const HOUR_MS = 3_600_000;

afterEach(() => jest.useRealTimers());

it('a caller after a long pause gets one of three connections that were kept', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const pool = poolOf(open().dataSource);
  const connects = jest.fn();
  const held = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  for (const client of held) client.release();
  pool.on('connect', connects);
  await jest.advanceTimersByTimeAsync(HOUR_MS);
  expect(pool.totalCount).toBe(3);
  await Promise.all([1, 2, 3].map(() => pool.query('select 1')));
  expect(connects).not.toHaveBeenCalled();
});

describe('a connection outside transactions', () => {
  const backend = async () =>
    (await poolOf(open().dataSource).query<{ pid: number }>('select pg_backend_pid() as pid'))
      .rows[0]!.pid;

  it('is kept when its statement has failed', async () => {
    const before = await backend();
    await expect(poolOf(open().dataSource).query('select 1 / 0')).rejects.toThrow('zero');
    expect(await backend()).toBe(before);
  });

  it('is replaced when the server has ended it', async () => {
    const before = await backend();
    const end = poolOf(open().dataSource).query('select pg_terminate_backend(pg_backend_pid())');
    await expect(end).rejects.toThrow();
    expect(await backend()).not.toBe(before);
  });
});
