import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Batches, byCells, type Cells } from '../cells.js';
import { Scratch } from '../scratch.js';
import { HsqldbTables } from './hsqldb-tables.js';
import { escaped } from './statement.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-ordered-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HEAD = [
  'SET SCHEMA PUBLIC',
  'CREATE MEMORY TABLE PUBLIC.OFVERSION(NAME VARCHAR(50) NOT NULL PRIMARY KEY,VERSION INTEGER NOT NULL)',
  'CREATE MEMORY TABLE PUBLIC.OFUSER(USERNAME VARCHAR(64) NOT NULL PRIMARY KEY,NAME VARCHAR(100))',
  'CREATE MEMORY TABLE PUBLIC.OFROSTER(ROSTERID BIGINT NOT NULL PRIMARY KEY,USERNAME VARCHAR(64))',
  'CREATE MEMORY TABLE PUBLIC.OFROSTERGROUPS(ROSTERID BIGINT NOT NULL,RANK INTEGER NOT NULL,GROUPNAME VARCHAR(255),CONSTRAINT G PRIMARY KEY(ROSTERID,RANK))',
];

interface Rows {
  /** of people, numbers of contacts and of those that have a group */
  readonly people: readonly string[];
  readonly contacts: readonly number[];
  readonly grouped: readonly number[];
}

const inserts = ({ people, contacts, grouped }: Rows): string[] => [
  ...people.map((name) => `INSERT INTO OFUSER VALUES(${escaped(name)},'x')`),
  ...contacts.map((n) => `INSERT INTO OFROSTER VALUES(${n},'user${n % 3}')`),
  ...grouped.flatMap((n) =>
    [0, 1].map((rank) => `INSERT INTO OFROSTERGROUPS VALUES(${n},${rank},'g')`),
  ),
];

async function opened(script: Rows, log: Rows): Promise<HsqldbTables> {
  const lines = { script: [...HEAD, ...inserts(script)], log: [...inserts(log), 'COMMIT'] };
  await writeFile(join(folder, 'openfire.properties'), 'version=2.7.4\nmodified=yes\n');
  await writeFile(join(folder, 'openfire.script'), `${lines.script.join('\n')}\n`);
  const session = ['/*C1*/SET SCHEMA PUBLIC', ...lines.log];
  await writeFile(join(folder, 'openfire.log'), `${session.join('\n')}\n`);
  return HsqldbTables.open(folder, new Scratch(folder));
}

async function all(rows: Batches): Promise<Cells[]> {
  const found: Cells[] = [];
  for await (const batch of rows) found.push(...batch);
  return found;
}

const PARTS = {
  table: 'ofrostergroups',
  by: 'rosterid',
  columns: ['rosterid', 'rank', 'groupname'],
};
const joined = (tables: HsqldbTables) =>
  tables.readJoined('ofroster', ['username', 'rosterid'], 2, PARTS);

/** As the rows tell, without any order of theirs. */
function expected(script: Rows, log: Rows): Cells[] {
  const [contacts, grouped] = [
    [...script.contacts, ...log.contacts],
    [...script.grouped, ...log.grouped],
  ];
  const groups = (n: number) => [0, 1].map((rank) => [String(n), String(rank), 'g']);
  const list = (n: number) => (grouped.includes(n) ? JSON.stringify(groups(n)) : null);
  const alone = grouped.filter((n) => !contacts.includes(n)).sort((a, b) => a - b);
  return [
    ...alone.map((n): Cells => [null, null, list(n)]),
    ...contacts.map((n): Cells => [`user${n % 3}`, String(n), list(n)]).sort(byCells(0, 1)),
  ];
}

const name = fc.constantFrom(
  ...['', 'a', 'b', 'ä', '😀', '\ufffd', "o'neil", 'a\\', 'a b', "'", 'é,'],
);
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 1200 }), { maxLength: 300 });
/** What one table has, half of it in the log. */
const split = <T>(found: readonly T[], order: (a: T, b: T) => number) => {
  const half = found.length >> 1;
  return [found.slice(0, half).sort(order), found.slice(half)] as const;
};
const units = (a: string, b: string) => (a < b ? -1 : 1);

it('gives people in order, and contacts with their groups, from scripts and logs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(name), numbers, numbers, async (people, contacts, grouped) => {
      const parts = [
        split(people, units),
        split(contacts, (a, b) => a - b),
        split(grouped, (a, b) => a - b),
      ] as const;
      const [script, log] = [0, 1].map((at): Rows => ({
        ...{ people: parts[0][at]!, contacts: parts[1][at]!, grouped: parts[2][at]! },
      })) as [Rows, Rows];
      const tables = await opened(script, log);
      try {
        const names = (await all(tables.readSorted('ofuser', ['username'], 1)!)).flat();
        expect(names).toEqual([...people].sort(units));
        expect(await all(joined(tables)!)).toEqual(expected(script, log));
      } finally {
        await tables.close();
      }
    }),
    { numRuns: 60 },
  );
});

it('leaves to others to sort what no engine has written in this order', async () => {
  const none: Rows = { people: [], contacts: [], grouped: [] };
  for (const script of [
    { people: ['b', 'a'], contacts: [2, 1], grouped: [1, 2] },
    { people: ['b', 'ä', 'c'], contacts: [1, 2], grouped: [2, 1] },
    { people: ['😀', 'z'], contacts: [9, 10, 8], grouped: [] },
    { people: ['b', 'a'], contacts: [-2, 3], grouped: [] },
  ]) {
    const tables = await opened(script, none);
    expect([tables.readSorted('ofuser', ['username'], 1), joined(tables)]).toEqual([null, null]);
    await tables.close();
  }
  const tables = await opened({ ...none, contacts: [1] }, { ...none, contacts: [-1] });
  expect(joined(tables)).toBeNull();
  expect(tables.readSorted('ofuser', ['name'], 1)).toBeNull();
  await tables.close();
});
