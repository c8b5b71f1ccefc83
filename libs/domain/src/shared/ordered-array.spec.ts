import { wholeList } from './long-list.js';
import { orderedArray } from './ordered-array.js';
import { MOST_COUNTED } from './paging.js';

const ENTRIES = [
  { name: 'b', at: 10 },
  { name: 'a', at: 9 },
  { name: 'c', at: 9 },
];
const list = (options = {}) =>
  orderedArray(
    () => ENTRIES,
    ({ name, at }, sort) => [sort === 'at' ? at : name, name],
    options,
  );
const names = (entries: readonly { readonly name: string }[]) =>
  entries.map(({ name }) => name).join('');

it.each([
  ['key', false, 'abc'],
  ['key', true, 'cba'],
  ['at', false, 'acb'],
  ['at', true, 'bca'],
])('sorts by %s, descending %j', async (sort, descending, expected) => {
  expect(names(await wholeList(list().whole({ sort, descending })))).toBe(expected);
  let walked = '';
  for (let after = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page = await list().page({ sort, descending, limit: 1, after });
    walked += names(page.items);
    after = page.next as never;
  }
  expect(walked).toBe(expected);
});

it('keeps the order of the whole list if asked to', async () => {
  const whole = (sort: string) =>
    wholeList(list({ keepsOrder: true }).whole({ sort, descending: false }));
  expect([names(await whole('key')), names(await whole('at'))]).toEqual(['bac', 'acb']);
});

it('counts what filters leave up to a limit', async () => {
  const many = Array.from({ length: MOST_COUNTED + 1 }, String);
  const total = (isFiltered: boolean) =>
    orderedArray(
      () => many,
      (one) => [one, one],
      { isFiltered },
    ).total();
  expect(await total(false)).toEqual({ count: MOST_COUNTED + 1, isLimited: false });
  expect(await total(true)).toEqual({ count: MOST_COUNTED, isLimited: true });
});
