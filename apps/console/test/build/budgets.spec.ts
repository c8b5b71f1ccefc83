import { randomBytes } from 'node:crypto';
import { BUDGETS, MOST_FILES, reportOf } from '../../build/budgets';
import type { BuiltFile } from '../../build/budgets';

/** That gzip cannot make smaller. */
const noise = (kilobytes: number) => randomBytes(kilobytes * 1000);

const file = (name: string, kilobytes: number, more: Partial<BuiltFile> = {}): BuiltFile => ({
  name,
  bytes: noise(kilobytes),
  imports: [],
  isEntry: false,
  part: null,
  ...more,
});

const small = [
  file('index.js', 20, { isEntry: true, imports: ['react.js', 'index.css'] }),
  file('react.js', 30),
  file('index.css', 5),
  file('en-1.js', 2, { part: 'texts/shell/en' }),
  file('en-2.js', 4, { part: 'texts/users/en' }),
  file('de-1.js', 3, { part: 'texts/shell/de' }),
  file('de-2.js', 1, { part: 'texts/users/de' }),
  file('users.js', 10, { part: 'users/user-list', imports: ['react.js'] }),
];

it('A build within the budgets is fine, and says what each part costs', () => {
  const { lines, excess } = reportOf(small);
  expect(excess).toEqual([]);
  expect(lines.map((line) => line.split('kB  ')[1])).toEqual([
    'start',
    'styles',
    'users/user-list',
    'all',
  ]);
});

it('Each counts its texts, in the language that has the most of them', () => {
  const size = (what: string) =>
    Math.round(
      Number(/^ *([\d.]+)/.exec(reportOf(small).lines.find((line) => line.endsWith(what))!)![1]),
    );
  expect(size('start')).toBe(20 + 30 + 3);
  expect(size('users/user-list')).toBe(10 + 4);
  expect(size('all')).toBe(20 + 30 + 5 + 10 + (2 + 4));
});

it.each([
  ['start', file('index.js', BUDGETS.start, { isEntry: true, imports: ['react.js'] })],
  ['styles', file('index.css', BUDGETS.styles * 2)],
  ['users/user-list', file('users.js', BUDGETS.screen * 2, { part: 'users/user-list' })],
])('%s beyond its budget is named', (what, larger) => {
  expect(reportOf([...small.filter(({ name }) => name !== larger.name), larger]).excess).toContain(
    what,
  );
});

it('A screen of too many files is named, however small they are', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, at) => file(`part${at}.js`, 0));
  const screenOf = (count: number) => {
    const imports = [...parts(count).map(({ name }) => name), 'react.js'];
    const screen = file('rooms.js', 1, { part: 'rooms/room-list', imports });
    return reportOf([...small, ...parts(count), screen]).excess;
  };
  expect(screenOf(MOST_FILES - 1)).toEqual([]);
  expect(screenOf(MOST_FILES)).toEqual([`rooms/room-list (${MOST_FILES + 1} files)`]);
});
