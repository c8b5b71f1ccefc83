import { attr, boolean, doc, list, text } from './schema.js';
import { streamDoc } from './stream-doc.js';
import type { ListBatch } from './stream-doc.js';

const pair = doc('pair', { key: attr(text), value: text });
const sheet = doc('sheet', {
  name: text,
  remark: text,
  words: list('word', text),
  pairs: list('pair', pair),
  done: boolean,
});
const words = ['a"b', 'c<d', ''];
const pairs = [
  { key: 'k', value: 'v&' },
  { key: 'l', value: null },
];

/** Batches, and what has happened to them. */
function batchesOf(...batches: ListBatch[]) {
  const seen = { asked: 0, ended: false };
  const source: AsyncIterable<ListBatch> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const value = batches[seen.asked++];
        return Promise.resolve(value ? { value } : { done: true as const, value: undefined });
      },
      return: () => {
        seen.ended = true;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  return { source, seen };
}

const ALL: ListBatch[] = [
  { list: 'words', items: words.slice(0, 1) },
  { list: 'words', items: words.slice(1) },
  { list: 'pairs', items: pairs },
];

describe.each(['json', 'xml'] as const)('streamDoc in %s', (format) => {
  const whole = (value: Parameters<typeof sheet.writeJson>[0]) =>
    format === 'json' ? sheet.writeJson(value) : sheet.writeXml(value);

  it.each([
    ['all lists', { name: 'n&', remark: null, done: true }, ALL],
    ['no first list', { name: 'n', remark: 'r', done: null }, ALL.slice(2)],
    ['no second list', { name: 'n', remark: 'r', done: false }, ALL.slice(0, 2)],
    ['no items', { name: null, remark: null, done: false }, []],
    ['empty batches', { name: 'n' }, [{ list: 'pairs', items: [] }]],
  ])('writes with %s what the document writes at once', async (_, value, batches) => {
    const { source } = batchesOf(...batches);
    let written = '';
    for await (const piece of streamDoc(sheet, format, value, source)) written += piece;
    const itemsOf = (name: string) =>
      batches.filter(({ list }) => list === name).flatMap(({ items }) => items);
    expect(written).toBe(
      whole({ ...value, words: itemsOf('words'), pairs: itemsOf('pairs') } as never),
    );
  });

  it('holds one batch at a time: the head is written before any, each of them before the next', async () => {
    const { source, seen } = batchesOf(...ALL);
    const pieces = streamDoc(sheet, format, { name: 'n' }, source);
    const asked: number[] = [];
    for await (const piece of pieces) {
      expect(piece).not.toBe('');
      asked.push(seen.asked);
    }
    expect(asked).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([1, 3])('ends the batches of a reader who stops after %i pieces', async (read) => {
    const { source, seen } = batchesOf(...ALL);
    const pieces = streamDoc(sheet, format, { name: 'n' }, source);
    for (let count = 0; count < read; count += 1) await pieces.next();
    expect(seen.ended).toBe(false);
    await pieces.return();
    expect(seen.ended).toBe(true);
  });
});
