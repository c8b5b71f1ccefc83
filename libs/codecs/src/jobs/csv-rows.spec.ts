import { CsvRows } from './csv-rows.js';
import type { CsvRow } from './csv-rows.js';

/** In one piece, and byte by byte, which has to be the same. */
function read(text: string | Buffer, { separator = ';', most = 100 } = {}) {
  const bytes = Buffer.from(text as string);
  const inPieces = (size: number) => {
    const rows: CsvRow[] = [];
    const parser = new CsvRows(separator === '' ? null : separator.charCodeAt(0), most, (row) =>
      rows.push(row),
    );
    for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size));
    return { isComplete: parser.end(), rows };
  };
  const whole = inPieces(bytes.length || 1);
  expect(inPieces(1)).toEqual(whole);
  return whole;
}

const cells = (text: string | Buffer, options = {}) =>
  read(text, options).rows.map((row) => ('cells' in row ? row.cells : row.unreadable));

describe('CsvRows', () => {
  it.each([
    [
      'lines that end with LF or CRLF, the last one without',
      'a;b\nc;d\r\ne;f',
      ['a;b', 'c;d', 'e;f'],
    ],
    ['empty lines', '\n\r\na;b\r\n\r\n', ['a;b']],
    ['empty cells', '"";\na;', [';', 'a;']],
    ['blanks', ' a ; b ', [' a ; b ']],
    ['rows of blanks', ' \n;\r\n; \t;\n \ta;\r\n;;b\n;', [' \ta;', ';;b']],
  ])('reads %s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected.map((row) => row.split(';')));
  });

  it('reads quoted cells with separators, quotes and ends of lines', () => {
    expect(cells('"a;""b""\r\nc\r";"";x\r\n"";y')).toEqual([
      ['a;"b"\r\nc\r', '', 'x'],
      ['', 'y'],
    ]);
    expect(cells('""')).toEqual([['']]);
  });

  it('keeps the other separators, and all of them where there is one column', () => {
    expect(cells('a,b;c\td')).toEqual([['a,b', 'c\td']]);
    expect(cells('a,b;c', { separator: '' })).toEqual([['a,b;c']]);
  });

  it('keeps text of other scripts', () => {
    expect(cells('Zoë;"Łódź"\nжук;😀')).toEqual([
      ['Zoë', 'Łódź'],
      ['жук', '😀'],
    ]);
  });

  it.each([
    ['a quote in the middle', 'a"b;c', 'there is a quote in a cell that does not begin with one'],
    ['text behind a quote', '"a"b;c', 'there is text behind a closing quote'],
    ['another encoding', Buffer.from('é;c', 'latin1'), 'it is not in UTF-8'],
    ['U+0000', 'a\0;c', 'it has a character that no text may have'],
    ['too many bytes', 'x'.repeat(101), 'it has more than 100 bytes'],
    ['too many cells', `${';'.repeat(101)}x`, 'it has more than 100 bytes'],
    ['a cell that is too long', `"${'x\n'.repeat(100)}"`, 'it has more than 100 bytes'],
  ])('has %s as a fault of that line alone', (_, line, reason) => {
    const text = Buffer.concat([
      Buffer.from('1;2\n'),
      Buffer.from(line as string),
      Buffer.from('\n3;4'),
    ]);
    expect(cells(text)).toEqual([['1', '2'], reason, ['3', '4']]);
  });

  it.each(['\n', '\r\n', ',\n', ' ,\t\r\n'])('looks at empty lines byte by byte: %j', (empty) => {
    const bytes = Buffer.from(`${empty.repeat(300_000)}a`);
    const rows: CsvRow[] = [];
    const parser = new CsvRows(0x2c, 100, (row) => (rows[rows.length] = row));
    const calls = callsOfPush(() => {
      parser.push(bytes);
      parser.end();
    });
    expect(rows).toEqual([{ cells: ['a'] }]);
    expect(calls).toBeLessThan(3);
  });

  it('takes as many bytes as there may be', () => {
    expect(cells(`${'x'.repeat(100)}\r\n`)).toEqual([['x'.repeat(100)]]);
  });

  it('says that a quote is left open', () => {
    expect(read('a;b\n"c;d\n')).toEqual({ isComplete: false, rows: [{ cells: ['a', 'b'] }] });
  });
});

/** How often anything was put at the end of a list meanwhile. */
function callsOfPush(work: () => void): number {
  const { prototype } = Array;
  const before = Object.getOwnPropertyDescriptor(prototype, 'push')!;
  const push = before.value as (...items: unknown[]) => number;
  let calls = 0;
  Object.defineProperty(prototype, 'push', {
    ...before,
    value(this: unknown[], ...items: unknown[]) {
      calls += 1;
      return push.apply(this, items);
    },
  });
  try {
    work();
  } finally {
    Object.defineProperty(prototype, 'push', before);
  }
  return calls;
}
