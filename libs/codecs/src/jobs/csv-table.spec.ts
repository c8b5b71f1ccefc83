import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { readInPieces } from '../../test/read-in-pieces.js';
import { CsvTable } from './csv-table.js';
import type { TableRules } from './csv-table.js';

const table = (sent: string | Buffer, type: JobType = 'users', rules: TableRules = {}) =>
  readInPieces((take) => new CsvTable(type, take, rules), sent);
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
      { unreadable: 'it has more cells than the header line', detail: expect.any(String) },
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
    ['sep=;\n', 'there is no header line'],
    ['"username"x,name\n', 'the header line: there is text behind a closing quote'],
  ])('refuses %j', (text, reason) => {
    expect(() => table(text)).toThrow(`Could not read the table: ${reason}`);
  });

  it.each([
    ['PowerShell 5 and 7', '"username","name"', '"ola","Ola; N"'],
    ['PowerShell -UseCulture', '"username";"name"', '"ola";"Ola; N"'],
    ['LibreOffice, all cells quoted', '"username"\t"name"', '"ola"\t"Ola; N"'],
    ['pandas, QUOTE_NONNUMERIC', '"username","name"', '"ola","Ola; N"'],
  ])('reads quoted headers: %s', (_who, header, line) => {
    expect(table(`${header}\r\n${line}\r\n`)).toEqual([
      { read: { username: 'ola', name: 'Ola; N' } },
    ]);
  });

  it('reads a quoted header of one column, and separators, line ends and quotes in one', () => {
    expect(table('"username"\r\n"a,b;c"\r\n')).toEqual([{ read: { username: 'a,b;c' } }]);
    expect(table('"username","property:a;b,\n""c"""\nola,x')).toEqual([
      { read: { username: 'ola', properties: { 'a;b,\n"c"': 'x' } } },
    ]);
  });

  it.each([
    [';', 'sep=;\r\n'],
    [',', 'sep=,\n'],
    ['\t', '\ufeffSEP=\t\r\n'],
    [';', '"sep=;"\r\n\r\n'],
  ])('takes the separator %j of a line %j', (separator, first) => {
    const header = ['username', 'name'].join(separator);
    expect(table(`${first}${header}\r\nola${separator}"O${separator}N"\r\n`)).toEqual([
      { read: { username: 'ola', name: `O${separator}N` } },
    ]);
  });

  it('holds to a named separator, with one column too', () => {
    expect(table('sep=;\nusername\nola;\n')).toEqual([{ read: { username: 'ola' } }]);
    expect(() => table('sep=;\nusername,name\n')).toThrow('unknown column username,name');
  });

  it.each(['sep=|\nusername|name\n', 'sep=\nusername\n', 'sep= \nusername\n'])(
    'refuses another separator: %j',
    (text) => {
      expect(() => table(text)).toThrow('sep= names neither , nor ; nor a tab');
    },
  );

  it('drops empty columns at the end, as Excel writes them', () => {
    expect(
      table('username,name,,\r\nola,Ola,,\r\nzoe,,,\r\n,,,\r\nbob,,,,,,\r\ncy,,x,\r\n'),
    ).toEqual([
      { read: { username: 'ola', name: 'Ola' } },
      { read: { username: 'zoe' } },
      { read: { username: 'bob' } },
      { unreadable: 'it has more cells than the header line', detail: expect.any(String) },
    ]);
    expect(table('username;;\nola;;\n')).toEqual([{ read: { username: 'ola' } }]);
    expect(table(',,\n , ,\nusername,,\nola,,\n')).toEqual([{ read: { username: 'ola' } }]);
  });

  it('ignores unknown columns where that is wanted', () => {
    const rules = { unknownColumns: 'ignore' } as const;
    // pandas writes its index as a first column without a name
    const index = ',username,Class,,name\n0,ola,7b,x,Ola\n1,zoe,7a,,\n';
    expect(table(index, 'users', rules)).toEqual([
      { read: { username: 'ola', name: 'Ola' } },
      { read: { username: 'zoe' } },
    ]);
    expect(table('Class,x;username;name\n7b;ola;Ola', 'users', rules)).toEqual([
      { read: { username: 'ola', name: 'Ola' } },
    ]);
    expect(() => table('Class\n7b', 'users', rules)).toThrow('there is no column username');
    expect(() => table(index)).toThrow('column 1 has no name');
  });

  it('tells which members its columns fill, before its lines', () => {
    const told: (readonly string[])[] = [];
    const check = (members: readonly string[]) => told.push(members);
    const rows = new CsvTable('users', () => told.push(['a line']), { check });
    rows.push(Buffer.from('username;GROUPS;property:a\nola;;\n'));
    rows.end();
    expect(told).toEqual([['username', 'groups', 'properties'], ['a line']]);
  });

  it('has the columns of its type', () => {
    expect(table('group,jid,role\nCrew,ola,admin', 'memberships')).toEqual([
      { read: { group: 'Crew', jid: 'ola', role: 'admin' } },
    ]);
    expect(() => table('username\nola', 'groups')).toThrow('unknown column username');
  });
});
