import { readTable } from './table';
import type { Work } from './work';
import { checkAll, linesOf } from './work';

const ROWS = 10_000;

/** A table of so many people, of whom some lack their names. */
async function manyPeople(isRight: (at: number) => boolean): Promise<Work> {
  const lines = Array.from({ length: ROWS }, (_, at) => `${isRight(at) ? `u${at}` : ''},U ${at}\n`);
  const table = await readTable(new Blob(['username,name\n', ...lines]), {
    ...{ encoding: 'utf-8', separator: ',' },
  });
  const targets = ['username', 'name'] as const;
  return { table, targets, edits: new Map(), left: new Set(), only: null };
}

it('of 10,000 rows all that are wrong are known, and the first are told', async () => {
  const work = await manyPeople((at) => at % 2 === 0);
  const { rows, wrong, first } = await checkAll(work, 50);
  expect([rows, wrong.length, first.length]).toEqual([ROWS, ROWS / 2, 50]);
  expect(wrong.slice(0, 2)).toEqual([3, 5]);
  const without = { ...work, left: new Set(wrong) };
  expect(await checkAll(without, 50)).toEqual({ rows: ROWS / 2, wrong: [], first: [] });
});

it('10,000 rows become the lines of one job, with the numbers of their rows', async () => {
  const work = await manyPeople(() => true);
  const mended = { ...work, left: new Set([2]), edits: new Map([[10_001, ['last', '']]]) };
  const rules = { existing: 'fail', passwords: 'missing', groups: [] } as const;
  const { body, numbers } = await linesOf(mended, rules);
  const lines = (await body.text()).split('\n');
  expect([lines.length - 1, numbers.length]).toEqual([ROWS - 1, ROWS - 1]);
  expect([lines[0], numbers[0]]).toEqual(['{"username":"u1","name":"U 1"}', 3]);
  expect([lines.at(-2), numbers.at(-1)]).toEqual(['{"username":"last"}', 10_001]);
});

it('the page lives on while 10,000 rows are looked at', async () => {
  const work = await manyPeople(() => true);
  let turns = 0;
  const timer = setInterval(() => turns++);
  await checkAll(work, 50);
  clearInterval(timer);
  expect(turns).toBeGreaterThanOrEqual(1);
});
