import { MOST_COUNTED } from '@chat-admin/domain/shared/paging';
import { perSuite } from '../../test/open-database.js';
import { Conditions, orderedList } from './ordered-lists.js';
import type { RowStreams } from './row-streams.js';

const open = perSuite();

const SOURCE = {
  ...{ select: 'n', from: `generate_series(1, ${MOST_COUNTED + 5}) n`, key: 'n' },
  sorts: { n: { expression: 'n', kind: 'text' as const } },
};

/** Counts on the database of the suite. */
const streams = {
  readPage: (text: string, values: unknown[]) => open().query(text, values),
} as unknown as RowStreams;
const total = (conditions: Conditions) =>
  orderedList(streams, SOURCE, conditions, (row) => row).total();

it('a list is counted to its end, whatever it is a part of', async () => {
  const part = new Conditions().scope((from) => `n >= ${from}`, 2);
  expect(await total(new Conditions())).toEqual({ count: MOST_COUNTED + 5, isLimited: false });
  expect(await total(part)).toEqual({ count: MOST_COUNTED + 4, isLimited: false });
});

it('what filters leave is counted up to a limit', async () => {
  const from = (first: number) => new Conditions().add((name) => `n >= ${name}`, first);
  expect(await total(from(2))).toEqual({ count: MOST_COUNTED, isLimited: true });
  expect(await total(from(6))).toEqual({ count: MOST_COUNTED, isLimited: false });
  expect(await total(from(6).copy())).toEqual({ count: MOST_COUNTED, isLimited: false });
});
