import type { Item, ListDoc } from '@chat-admin/codecs/wire/schema';
import { formWithout, isWritten } from '@chat-admin/domain/shared/written-list';

/** Texts that break what is put together carelessly. */
export const HOSTILE: readonly string[] = [
  '',
  ' ',
  `"'&<>\\/`,
  ']]>',
  '&amp;\\u0041\\n%s$1',
  '\u0001\u0008\t\n\u000b\f\r\u001f\u007f\u0085',
  '\r\n',
  '\u2028\u2029\ufffe\uffff\ufffd\ufeff',
  '\ufffe',
  '\u{1f600}\u{10ffff}é',
  ...['": "', '", "value": "', '"}, {"key": "', '"}]', '[{"key": "'],
  ...['}]', '}, {', ': ', ', ', ',', '[{', '{', '\\', '\\"', '\\\\'],
];

/** The document in each form, as its entries are written here and by the database, piece by piece. */
export async function bothWays<I extends Item, T>(
  document: ListDoc<I>,
  list: () => AsyncIterable<readonly T[]>,
  hidden: readonly string[] = [],
) {
  const forms = [
    ['json', { dates: 'iso' }],
    ['json', { dates: 'epoch' }],
    ['json', { names: 'both' }],
    ['xml', {}],
  ] as const;
  const ways = { here: [] as string[], there: [] as string[] };
  let written = 0;
  for (const [format, options] of forms) {
    const text = async (batches: AsyncIterable<readonly T[]>) => {
      let all = '';
      for await (const piece of document.stream(format, batches as never, options)) all += piece;
      return all;
    };
    ways.here.push(await text(valuesOf(list(), hidden)));
    const source = list();
    if (!isWritten(source)) throw new TypeError('The list cannot be written');
    const counted = {
      [Symbol.asyncIterator]: () => valuesOf(source, hidden)[Symbol.asyncIterator](),
      texts(form: Parameters<typeof source.texts>[0]) {
        written += 1;
        return source.texts(formWithout(form, hidden));
      },
    };
    ways.there.push(await text(counted));
  }
  return { ...ways, written };
}

async function* valuesOf<T>(
  list: AsyncIterable<readonly T[]>,
  hidden: readonly string[],
): AsyncGenerator<readonly T[]> {
  const absent = Object.fromEntries(hidden.map((name) => [name, null]));
  for await (const batch of list) yield batch.map((one) => ({ ...one, ...absent }));
}
