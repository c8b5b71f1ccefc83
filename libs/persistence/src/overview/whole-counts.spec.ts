import { ListTooSlow, MOST_COUNTED } from '@chat-admin/domain/shared/paging';
import { perSuite } from '../../test/open-database.js';
import type { RowStreams } from '../database/row-streams.js';
import { PostgresOverview } from './postgres-overview.js';
import { WholeCounts } from './whole-counts.js';

const open = perSuite();

/** Answers in place of a database with millions of rows. */
class Counter {
  now = 0;
  /** whole counts that were asked for, by their tables */
  readonly asked: string[] = [];
  answer: () => Promise<number> = async () => 3_000_000;
  private readonly streams = {
    readPage: async (text: string) => {
      const [, table] = /^select count\(\*\) from (\w+)/.exec(text) ?? [];
      if (table === undefined)
        return [{ users: MOST_COUNTED + 1, rooms: MOST_COUNTED, lockouts: MOST_COUNTED + 1 }];
      this.asked.push(table);
      return [{ count: await this.answer() }];
    },
  } as unknown as RowStreams;
  private readonly overview = new PostgresOverview(this.streams, () => this.now);

  async users() {
    const [users] = await this.overview.read(['users']);
    return { count: users!.count, isLimited: users!.isLimited };
  }

  counts() {
    return this.overview.read(['users', 'rooms', 'lockouts']);
  }
}

it('are asked for where more are there than are counted each time', async () => {
  const counter = new Counter();
  expect(await counter.counts()).toEqual([
    { name: 'users', count: 3_000_000, isLimited: false, examples: null },
    { name: 'rooms', count: MOST_COUNTED, isLimited: false, examples: null },
    { name: 'lockouts', count: MOST_COUNTED, isLimited: true, examples: null },
  ]);
  expect(counter.asked).toEqual(['account']);
});

it('are asked for once a minute, however many ask', async () => {
  const counter = new Counter();
  await Promise.all([counter.users(), counter.users()]);
  counter.now = 59_999;
  await counter.users();
  expect(counter.asked).toHaveLength(1);
  counter.now = 60_000;
  counter.answer = async () => 3_000_001;
  expect(await counter.users()).toEqual({ count: 3_000_001, isLimited: false });
  expect(counter.asked).toHaveLength(2);
});

it('that take too long are not tried again before a minute has gone', async () => {
  const counter = new Counter();
  counter.answer = () => Promise.reject(new ListTooSlow());
  const limited = { count: MOST_COUNTED, isLimited: true };
  expect([await counter.users(), await counter.users()]).toEqual([limited, limited]);
  expect(counter.asked).toHaveLength(1);
});

it('that fail are tried again by the next who asks', async () => {
  const counter = new Counter();
  counter.answer = () => Promise.reject(new Error('away'));
  await expect(counter.users()).rejects.toThrow('away');
  counter.answer = async () => 3_000_000;
  expect(await counter.users()).toEqual({ count: 3_000_000, isLimited: false });
});

it('are those of PostgreSQL', async () => {
  const { length } = await open().query('select from chat_service');
  expect(length).toBeGreaterThan(0);
  expect(await new WholeCounts(open().streams).of('chat_service')).toBe(length);
});
