import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipped } from '@chat-admin/port-suites/unzipped';
import { zipOf } from './zip-stream.js';

async function* text(...pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const piece of pieces) taken.push(piece);
  return Buffer.concat(taken);
}

it('has each entry, one after the other', async () => {
  const order: string[] = [];
  const entry = (name: string, ...pieces: readonly string[]) => ({
    name,
    content: async function* () {
      order.push(name);
      yield* text(...pieces);
      order.push(name);
    },
  });
  const files = unzipped(await all(zipOf([entry('a', 'é', 'x'.repeat(100_000)), entry('ż')])));
  expect([...files].map(([name, { length }]) => [name, length])).toEqual([
    ['a', 100_002],
    ['ż', 0],
  ]);
  expect(order).toEqual(['a', 'a', 'ż', 'ż']);
});

it('ends with the error of an entry, without an index', async () => {
  const broken = async function* () {
    yield 'x'.repeat(200_000);
    throw new Error('lost');
  };
  const taken: Uint8Array[] = [];
  const read = async () => {
    const pieces = zipOf([
      { name: 'a', content: () => text('a') },
      { name: 'b', content: broken },
      { name: 'c', content: () => text('c') },
    ]);
    for await (const piece of pieces) taken.push(piece);
  };
  await expect(read()).rejects.toThrow('lost');
  expect(() => unzipped(Buffer.concat(taken))).toThrow('No whole ZIP file');
});

it('leaves its entries when nobody takes more', async () => {
  let [opened, ended] = [0, 0];
  const endless = async function* () {
    opened += 1;
    try {
      for (;;) {
        yield `${Math.random()}`.repeat(1000);
        await nextTurn();
      }
    } finally {
      ended += 1;
    }
  };
  for (const most of [1, 3]) {
    let taken = 0;
    for await (const _piece of zipOf([{ name: 'a', content: endless }])) {
      taken += 1;
      if (taken === most) break;
    }
  }
  while (ended < opened) await nextTurn();
  expect(opened).toBeLessThanOrEqual(2);
});
