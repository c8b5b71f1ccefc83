import { OwnedRows } from './owned-rows.js';

async function* batches() {
  yield [
    { owner: 'a', n: 1 },
    { owner: 'a', n: 2 },
  ];
  yield [
    { owner: 'gone', n: 3 },
    { owner: '\uff5a', n: 4 },
  ];
  yield [{ owner: '\u{1f600}', n: 5 }];
}

it('gives rows owner by owner, in the order of code points, and passes over others', async () => {
  const rows = new OwnedRows(batches());
  const of = async (owner: string) => {
    const found: number[] = [];
    for await (const { n } of rows.of(owner)) found.push(n);
    return found;
  };
  expect(await of('a')).toEqual([1, 2]);
  expect(await of('b')).toEqual([]);
  expect(await of('\uff5a')).toEqual([4]);
  expect(await rows.firstOf('\u{1f600}')).toEqual({ owner: '\u{1f600}', n: 5 });
  expect(await of('\u{1f601}')).toEqual([]);
});
