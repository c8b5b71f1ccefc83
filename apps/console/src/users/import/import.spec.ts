import { RowCheck } from './check';
import { doubled, matchColumns, propertyKey } from './columns';
import { lineOf } from './lines';
import type { Rules } from './lines';

it.each([
  [['User name', 'Password', 'Full name', 'E-mail', 'Groups']],
  [['Benutzername', 'Kennwort', 'Anzeigename', 'E-Mail-Adresse', 'Klasse']],
  [['Usuario', 'Contraseña', 'Nombre completo', 'Correo electrónico', 'Curso']],
  [['用户名', '密码', '姓名', '邮箱', '班级']],
])('columns are known by their names: %j', (header) => {
  expect(matchColumns(header)).toEqual(['username', 'password', 'name', 'email', 'groups']);
});

it('others are left out, properties are named so', () => {
  expect(matchColumns(['login', 'Login', 'Geburtstag', 'property:Desk', '', 'Vorname'])).toEqual([
    ...['username', 'skip', 'skip', 'property', 'skip', 'firstName'],
  ]);
  expect(propertyKey('Property: Desk ')).toBe('Desk');
  expect(doubled(['username', 'username', 'skip', 'skip', 'groups', 'groups'])).toEqual([
    'username',
  ]);
});

describe('A check of rows', () => {
  const kinds = (rows: readonly (readonly string[])[]) => {
    const check = new RowCheck(['u', 'm', 'n'], ['username', 'email', 'name']);
    return rows.map((cells, at) => check.problemsOf(cells, at + 2));
  };

  it('finds what is missing, twice, wrong or too long', () => {
    expect(
      kinds([
        ['ola', 'o@x', 'Ola'],
        ['', '', ''],
        ['two words', '', ''],
        [' OLA ', '', ''],
        ['bo', 'no address', 'x'.repeat(101)],
        ['cy', '', '', ' ', 'more'],
        ['dy'],
      ]),
    ).toEqual([
      [],
      [{ kind: 'nameMissing', column: 0 }],
      [{ kind: 'nameInvalid', column: 0 }],
      [{ kind: 'nameTwice', column: 0, other: 2 }],
      [
        { kind: 'emailInvalid', column: 1 },
        { kind: 'tooLong', column: 2 },
      ],
      [{ kind: 'tooManyCells', column: null }],
      [],
    ]);
  });
});

describe('A line of the job', () => {
  const rules: Rules = { existing: 'fail', passwords: 'column', groups: ['All'] };
  const header = ['u', 'p', 'v', 'n', 'g', 'property:desk', 'x'];
  const targets = matchColumns(['user', 'password', 'Vorname', 'Nachname', 'group', header[5]!]);

  it('is made of cells; empty ones are absent', () => {
    const cells = [' ola ', ' p ', 'Ola', 'Nord', 'A\\|B|C| ', '4B', 'left out'];
    expect(lineOf(cells, header, targets, rules)).toEqual({
      username: 'ola',
      password: ' p ',
      name: 'Ola Nord',
      groups: ['A|B', 'C', 'All'],
      properties: { desk: '4B' },
    });
    expect(lineOf(['bo'], header, targets, { ...rules, groups: [] })).toEqual({ username: 'bo' });
  });

  it('has no password where all are made', () => {
    const all: Rules = { ...rules, passwords: 'all', groups: [] };
    expect(lineOf(['bo', 'secret'], header, targets, all)).toEqual({ username: 'bo' });
  });
});
