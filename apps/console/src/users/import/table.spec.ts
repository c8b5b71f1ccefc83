import { readCsv, UnclosedQuote, writeCsv } from '../../shared/csv/csv';
import { textOf } from '../../shared/csv/decode';
import { guessSeparator } from '../../shared/csv/separator';
import { Archive, guessReading, readTable } from './table';

const bytes = (...parts: (string | number[])[]) =>
  new Blob(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Uint8Array.from(part),
    ),
  );

async function tableOf(file: Blob) {
  const reading = await guessReading(file);
  const { header, first } = await readTable(file, reading);
  return { reading, header, rows: first };
}

it('reads a ; file in Windows-1252, and shows it as guessed', async () => {
  const file = bytes(
    'Benutzername;Name\r\nj\xf6rg;J\xf6rg M\xfcller\r\n\r\nann;',
    [0x80],
    ' 5\r\n',
  );
  expect(await tableOf(file)).toEqual({
    reading: { encoding: 'windows-1252', separator: ';' },
    header: ['Benutzername', 'Name'],
    rows: [
      { number: 2, cells: ['jörg', 'Jörg Müller'] },
      { number: 4, cells: ['ann', '€ 5'] },
    ],
  });
});

it('reads UTF-8 with its mark, quotes and line feeds in cells', async () => {
  const file = new Blob(['\ufeffusername,name\n', 'zoë,"Zoë, ""Z""\r\nK"\n']);
  expect(await tableOf(file)).toEqual({
    reading: { encoding: 'utf-8', separator: ',' },
    header: ['username', 'name'],
    rows: [{ number: 2, cells: ['zoë', 'Zoë, "Z"\nK'] }],
  });
});

it('reads what spreadsheets call Unicode text', async () => {
  const file = new Blob([Buffer.from('\ufeff用户名\t姓名\r\nli\t李\r\n', 'utf16le')]);
  expect(await tableOf(file)).toMatchObject({
    reading: { encoding: 'utf-16le', separator: '\t' },
    header: ['用户名', '姓名'],
    rows: [{ number: 2, cells: ['li', '李'] }],
  });
});

it('refuses an archive, which workbooks are too', async () => {
  await expect(guessReading(bytes('PK', [3, 4], 'abc'))).rejects.toThrow(Archive);
});

it('a letter that is no UTF-8 far below tells, too', async () => {
  const far = bytes(`a,b\n${'x,y\n'.repeat(300_000)}`, 'm\xfcller,z\n');
  expect(await guessReading(far)).toEqual({ encoding: 'windows-1252', separator: ',' });
});

it.each([
  ['username\nola\n', ','],
  ['a;b\n"x,y,z";1\n', ';'],
  ['Name, Vorname;Mail\nDoe, J;x\n', ';'],
  ['a\tb\tc\n1\t2\t3', '\t'],
  ['a,b,c\n1;2,3,4\n', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(guessSeparator(text)).toBe(separator);
});

async function* inPieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function rowsIn(text: string, length: number) {
  const rows = [];
  for await (const piece of readCsv(inPieces(text, length), ',')) rows.push(...piece);
  return rows;
}

it.each([1, 2, 3, 7, 100])('rows are the same whatever the pieces (%i)', async (length) => {
  expect(await rowsIn('a,"b\n""x"",",c\n1,2\n\n3', length)).toEqual([
    ['a', 'b\n"x",', 'c'],
    ['1', '2'],
    [''],
    ['3'],
  ]);
});

it('a quote that is never closed is told', async () => {
  await expect(rowsIn('a,b\n1,"2\n3,4\n', 5)).rejects.toBeInstanceOf(UnclosedQuote);
});

it('what was written harmless for spreadsheets is read as it was', async () => {
  const file = await writeCsv(['name'], [['=1+1'], ["it's"], ['+49 30']]);
  expect(await file.text()).toContain("'=1+1");
  const rows = [];
  for await (const piece of readCsv(textOf(file, 'utf-8'), ',')) rows.push(...piece.flat());
  expect(rows).toEqual(['name', '=1+1', "it's", '+49 30']);
});

it('a large table is read again piece by piece, and its first rows are held', async () => {
  const file = new Blob(['username\n', ...Array.from({ length: 100_001 }, (_, at) => `u${at}\n`)]);
  const { first, total, pieces } = await readTable(file, { encoding: 'utf-8', separator: ',' });
  expect([first.length, total]).toEqual([1_000, 100_001]);
  const numbers = new Set<number>();
  for await (const piece of pieces()) piece.forEach(({ number }) => numbers.add(number));
  expect([numbers.size, numbers.has(1), numbers.has(100_002)]).toEqual([100_001, false, true]);
});
