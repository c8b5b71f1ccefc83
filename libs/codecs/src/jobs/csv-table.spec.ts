import type { RawLine } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { CsvTable } from './csv-table.js';
import { JsonLines } from './json-lines.js';
import type { LineReader } from './line-reader.js';

/** @returns what is read, the same however it is cut */
function read(open: (take: (line: RawLine) => void) => LineReader, sent: string | Buffer) {
  const bytes = Buffer.from(sent as string);
  const inPieces = (size: number) => {
    const lines: RawLine[] = [];
    const reader = open((line) => lines.push(line));
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.end();
    return JSON.parse(JSON.stringify(lines)) as RawLine[];
  };
  const whole = inPieces(bytes.length || 1);
  if (bytes.length < 10_000) expect(inPieces(1)).toEqual(whole);
  return whole;
}

const table = (sent: string | Buffer, type: JobType = 'users') =>
  read((take) => new CsvTable(type, take), sent);
const lines = (sent: string | Buffer) => read((take) => new JsonLines(take), sent);
const many = (size: number) => 'x'.repeat(size);

describe('CsvTable', () => {
  it('reads what a spreadsheet of Windows writes', () => {
    expect(
      table('\ufeffUserName ; Name;property:Desk;groups\r\nola;"Ola; N";4B;A|B\\|C\r\n'),
    ).toEqual([
      {
        read: { username: 'ola', name: 'Ola; N', properties: { Desk: '4B' }, groups: ['A', 'B|C'] },
      },
    ]);
  });

  it.each([',', ';', '\t'])('takes the separator %j of the header line', (separator) => {
    const text = ['username', 'property:a,b;c\td'].join(separator);
    const title = text.split(separator).length > 2 ? `username${separator}name` : text;
    expect(table(`${title}\nola${separator}x`)).toHaveLength(1);
  });

  it('has no separator with one column, and finds it behind empty lines', () => {
    expect(table('\n\r\nusername\na,b;c\n')).toEqual([{ read: { username: 'a,b;c' } }]);
  });

  it('counts empty cells, and those that are missing, as absent; too many are a fault of the line', () => {
    expect(table('username,name,email\nola,,\nzoe\n\nbob,,,x')).toEqual([
      { read: { username: 'ola' } },
      { read: { username: 'zoe' } },
      { unreadable: 'it has more cells than the header line' },
    ]);
  });

  it('keeps names that objects have anyway', () => {
    expect(JSON.stringify(table('username,property:__proto__\nola,x'))).toBe(
      '[{"read":{"username":"ola","properties":{"__proto__":"x"}}}]',
    );
  });

  it.each([
    ['username,nope\n', 'unknown column nope'],
    ['username,Name,name\n', 'doubled column name'],
    ['username,property:a,property:a\n', 'doubled column property:a'],
    ['name\n', 'there is no column username'],
    ['', 'there is no header line'],
    [Buffer.from('username,é', 'latin1'), 'the header line: it is not in UTF-8'],
    [`username${many(66_000)}`, 'the header line: it has more than 65536 bytes'],
    ['username\n"ola', 'a quote is not closed'],
    ['"username\nola', 'a quote is not closed'],
  ])('refuses %j', (text, reason) => {
    expect(() => table(text)).toThrow(`Could not read the table: ${reason}`);
  });

  it('has the columns of its type', () => {
    expect(table('group,jid,role\nCrew,ola,admin', 'memberships')).toEqual([
      { read: { group: 'Crew', jid: 'ola', role: 'admin' } },
    ]);
    expect(() => table('username\nola', 'groups')).toThrow('unknown column username');
  });
});

describe('JsonLines', () => {
  it('keep the digits of numbers', () => {
    const line =
      '{"username":12345678901234567890,"name":"1.50","properties":{"a":1.50,"b":-0,"c":7}}';
    expect(lines(line)).toEqual([
      {
        read: {
          ...{ username: '12345678901234567890', name: '1.50' },
          properties: { a: '1.50', b: '-0', c: 7 },
        },
      },
    ]);
  });

  it('reads one object per line, without a mark, ends of lines and empty lines', () => {
    expect(lines('\ufeff{"username":"ola"}\r\n\n \t\r\n{"a":[1,null]}')).toEqual([
      { read: { username: 'ola' } },
      { read: { a: [1, null] } },
    ]);
  });

  it.each([
    ['{"a":', 'it is no JSON object'],
    ['[1]', 'it is no JSON object'],
    ['null', 'it is no JSON object'],
    [Buffer.from('{"a":"é"}', 'latin1'), 'it is not in UTF-8'],
    [`{"a":"${many(66_000)}"}`, 'it has more than 65536 bytes'],
    ['{"a":["\\u0000"]}', 'it has a character that no text may have'],
    ['{"\\ud800":1}', 'it has a character that no text may have'],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, expect.stringMatching(/levels$/)],
  ])('has %j as a fault of that line alone', (line, reason) => {
    const sent = Buffer.concat([
      Buffer.from('{"b":1}\n'),
      Buffer.from(line as string),
      Buffer.from('\n{"c":1}'),
    ]);
    expect(lines(sent)).toEqual([{ read: { b: 1 } }, { unreadable: reason }, { read: { c: 1 } }]);
  });

  it.each(['\n', '\r\n', ' \t\r\n'])('looks at blank lines byte by byte: %j', (blank) => {
    const bytes = Buffer.from(`${blank.repeat(300_000)}{"a":1}`);
    let copies = 0;
    const cut = (name: 'subarray' | 'slice'): (() => void) => {
      const original = bytes[name].bind(bytes);
      bytes[name] = (...range: number[]) => {
        copies += 1;
        return original(...range);
      };
      return () => delete (bytes as Partial<Buffer>)[name];
    };
    const restore = [cut('subarray'), cut('slice')];
    const read: RawLine[] = [];
    const reader = new JsonLines((line) => read.push(line));
    reader.push(bytes);
    reader.end();
    restore.forEach((one) => one());
    expect(read).toEqual([{ read: { a: 1 } }]);
    expect(copies).toBeLessThan(3);
  });

  it('takes as many bytes as there may be', () => {
    const line = `{"a":"${many(65_536 - 8)}"}`;
    expect(lines(`${line}\r\n`)).toEqual([{ read: JSON.parse(line) as object }]);
  });
});
