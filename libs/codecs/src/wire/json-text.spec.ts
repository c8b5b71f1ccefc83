import { TooManyParts } from '@chat-admin/domain/shared/limits';
import fc from 'fast-check';
import { parseJson } from './json-text.js';
import { asNumber, SentNumber, withDigitsAsText } from './sent-number.js';

/** So short that nearly every list and object is cut. */
const PIECE_BYTES = 7;

const cut = (text: string | Uint8Array) =>
  parseJson(typeof text === 'string' ? Buffer.from(text) : text, PIECE_BYTES);

/** JSON of anything, with white space in all places and members named alike. */
const jsonText = fc
  .tuple(
    fc.jsonValue({ maxDepth: 6, depthSize: 'large' }),
    fc.constantFrom(0, 1, '\t', '\r\n  '),
    fc.boolean(),
  )
  .map(([value, indent, alike]) => {
    const text = JSON.stringify({ value, list: [value, [value]], __proto__x: value }, null, indent);
    return alike
      ? text.replaceAll('"list"', '"value"')
      : text.replaceAll('__proto__x', '__proto__');
  });

/** Names, values and their order, own members only. */
const shown = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, name) {
    // what was given would be the text of a number
    return asNumber(this[name]);
  });

describe('parseJson', () => {
  it('reads in pieces what JSON.parse reads', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, async (text) => {
        expect(shown(await cut(text))).toBe(shown(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses in pieces what JSON.parse refuses', async () => {
    const edits = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        removed: fc.nat(3),
        added: fc.constantFrom('', ',', ':', '[', ']', '{', '}', '"', ' ', '0', 'x', '[],', '{},'),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(jsonText, edits, async (whole, changes) => {
        let text = whole;
        for (const { at, removed, added } of changes) {
          const place = Math.floor(at * text.length);
          text = text.slice(0, place) + added + text.slice(place + removed);
        }
        const bytes = Buffer.from(text);
        const expected = attempt(() => JSON.parse(bytes.toString()) as unknown);
        const found = await cut(bytes).then(shown, () => null);
        // what we refuse besides is tried elsewhere
        fc.pre(found !== null || !/\\u/.test(text));
        expect(found).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '[1111111,22222222,]',
    '[,1111111,22222222]',
    '[1111111,       ,22222222]',
    '[[1111111,2] [2222222,2],3]',
    '[[1111111,2] 3,4]',
    '{"a":[1111111,2] "b":1}',
    '{"a":[1111111,2],}',
    '{"a":1111111,:[1111111,2]}',
    '[[1111111,2]}',
    '[1111111,2],[1111111,2]',
    '[1111111,2] x',
    'x [1111111,2]',
    '[1111111,\ufeff2]',
    ']',
    '[1111111,2]]',
    '[[1111111,2]',
  ])('refuses %s', async (text) => {
    await expect(cut(text)).rejects.toThrow('the JSON is not valid');
  });

  it('reads a mark, scalars, and nothing', async () => {
    await expect(cut('\ufeff [1111111,2] ')).resolves.toEqual([1111111, 2]);
    await expect(cut(' "1111111" ')).resolves.toBe('1111111');
    await expect(cut(' \n       ')).resolves.toBeUndefined();
  });

  it('refuses bytes that are not UTF-8, wherever they stand', async () => {
    const text = Buffer.from('["aaaaaaaa","aaaaaaaa","a"]');
    for (let at = 0; at < text.length; at += 1) {
      const broken = Buffer.from(text);
      broken[at] = 0xff;
      await expect(cut(broken)).rejects.toThrow(/^Could not read the request body: /);
    }
  });

  it.each([
    ['values', `[${'0,'.repeat(499_998)}0]`],
    ['lists', `[${'[],'.repeat(499_998)}[]]`],
    ['texts', `[${'"",'.repeat(499_998)}""]`],
  ])('takes 500,000 %s and no more', async (_what, text) => {
    await expect(parseJson(Buffer.from(text))).resolves.toBeDefined();
    const more = Buffer.from(text.replace(/(.)$/, ',0$1'));
    await expect(parseJson(more)).rejects.toThrow(
      new TooManyParts({ things: 'values', most: 500_000 }),
    );
  });

  it('takes 5,000 members of each object and no more', async () => {
    const object = (count: number) => `{${manyMembers(count)}}`;
    const few = `[${object(5_000)},{"a":${object(5_000)}}]`;
    await expect(parseJson(Buffer.from(few))).resolves.toEqual(JSON.parse(few));
    for (const more of [object(5_001), `[{},{"a":${object(5_001)}}]`]) {
      await expect(parseJson(Buffer.from(more))).rejects.toThrow(
        new TooManyParts({ things: 'members of an object', most: 5_000 }),
      );
    }
  });

  const CHANGED = ['12345678901234567890', '1.50', '1e3', '-0', '-1e400', '0.10', '1E2', '5.0'];

  it.each(CHANGED)('keeps the digits of %s [CK-35]', async (number) => {
    const kept = new SentNumber(number);
    expect(String(kept)).toBe(number);
    const text = `\ufeff{"a":${number},"é":["${number}",${number} ,1,{"b":-${number}}],"c":${number}}`;
    const same = { a: kept, é: [number, kept, 1, { b: expect.anything() as unknown }], c: kept };
    const valid = text.replace('--', '-');
    expect(await parseJson(Buffer.from(valid))).toEqual(same);
    expect(await cut(valid)).toEqual(same);
    expect(await parseJson(Buffer.from(number))).toEqual(kept);
    expect(JSON.parse(withDigitsAsText(`{"a":[${number}],"1.50 \\"1e3":1}`))).toEqual({
      ...{ a: [number], '1.50 "1e3': 1 },
    });
  });

  it.each(['123456789012345', '-7', '0', '1.5', '9007199254740993.5', '1e-7', '-12.25', '1e+21'])(
    'has %s as JSON.parse has it if a double keeps its digits',
    async (number) => {
      const kept = await parseJson(Buffer.from(`[${number}]`));
      const isSame = String(JSON.parse(number)) === number;
      expect(kept).toEqual([isSame ? JSON.parse(number) : new SentNumber(number)]);
    },
  );

  it.each(['01', '1.', '.5', '1.5.0', '+1.50', '-', '1e', '1.50x', '00.5', 'Infinity'])(
    'takes %s for no number',
    async (token) => {
      for (const text of [token, `[${token}]`, `{"a":1.50,"b":${token}}`]) {
        await expect(parseJson(Buffer.from(text))).rejects.toThrow('the JSON is not valid');
        await expect(cut(text)).rejects.toThrow('the JSON is not valid');
      }
    },
  );

  it('builds nothing of an object with too many members', async () => {
    const bytes = Buffer.from(`{${manyMembers(490_000)}}`);
    const { parse } = JSON;
    let built = 0;
    JSON.parse = (...text) => {
      built += 1;
      return parse(...text) as unknown;
    };
    try {
      await expect(parseJson(bytes)).rejects.toThrow(TooManyParts);
    } finally {
      JSON.parse = parse;
    }
    expect(built).toBe(0);
  });

  it('gives way to other work after each piece', async () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 50_000 }, (_, id) => ({ id }))));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await parseJson(body);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(body.length / (64 * 1024)));
  });
});

const manyMembers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',');

function attempt(work: () => unknown): string | null {
  try {
    return shown(work());
  } catch {
    return null;
  }
}
