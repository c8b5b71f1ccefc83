import { readInPieces } from '../../test/read-in-pieces.js';
import { TableInCharset } from './csv-charset.js';
import type { Charset } from './csv-charset.js';
import { CsvTable } from './csv-table.js';

const table = (charset: Charset, sent: Buffer) =>
  readInPieces((take) => new TableInCharset(charset, new CsvTable('users', take)), sent);

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const text = 'username;name\r\nbjörn;"Björn; ਊĊ"\r\n';
const björn = [{ read: { username: 'björn', name: 'Björn; ਊĊ' } }];

it.each<[string, Charset, Buffer]>([
  ['UTF-8', 'utf-8', Buffer.from(text)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\ufeff${text}`)],
  ['Unicode text of Excel', 'utf-16', utf16le(`\ufeff${text}`)],
  ['BigEndianUnicode of PowerShell', 'utf-16', utf16be(`\ufeff${text}`)],
  ['utf-16-le of pandas, without a mark', 'utf-16', utf16le(text)],
  ['utf-16-be of pandas, without a mark', 'utf-16', utf16be(text)],
])('reads %s', (_who, charset, sent) => {
  expect(table(charset, sent)).toEqual(björn);
});

it('reads what is one byte for each character', () => {
  const windows = Buffer.from('username,name\nola,\x80\x8a\x9f\xe9\n', 'latin1');
  expect(table('windows-1252', windows)).toEqual([{ read: { username: 'ola', name: '€ŠŸé' } }]);
  expect(table('iso-8859-1', windows)).toEqual([
    { read: { username: 'ola', name: '\x80\x8a\x9f\xe9' } },
  ]);
});

it.each<[Charset, number, Buffer]>([
  ['utf-8', 1, Buffer.from('username,é\n', 'latin1')],
  ['utf-8', 3, Buffer.from('username\nola\n\n\nbjörn\nzoe\n', 'latin1')],
  ['utf-8', 3, Buffer.from('sep=,\nusername,name\nola,"a\nb"\nzoe,\xc3', 'latin1')],
  ['utf-8', 1, utf16le(`\ufeff${text}`)],
  ['utf-16', 3, utf16le('username\nola\n\ud800\n')],
  ['utf-16', 3, utf16be('username\nola\n\ud800\n')],
  ['utf-16', 3, Buffer.concat([utf16le('username\nola\nzoe'), Buffer.of(0x0a)])],
  ['utf-16', 1, Buffer.of(0x75)],
  ['windows-1252', 2, Buffer.from('username,name\nola,\x81\n', 'latin1')],
])('refuses what is not in %s, with line %s', (charset, line, sent) => {
  expect(() => table(charset, sent)).toThrow(
    `Could not read the table: line ${line} is not in ${charset}`,
  );
});

it('refuses an empty table as ever', () => {
  for (const charset of ['utf-8', 'utf-16', 'iso-8859-1', 'windows-1252'] as const) {
    expect(() => table(charset, Buffer.of())).toThrow('there is no header line');
  }
});
