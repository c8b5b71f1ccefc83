import fc from 'fast-check';
import { SourceRefused } from '../../source.js';
import type { Cells } from '../cells.js';
import { tableDefinition } from './definitions.js';
import { Replay } from './replay.js';
import { escaped } from './statement.js';

const KEYED = tableDefinition('CREATE TABLE KEYED(K INTEGER,V VARCHAR(9),PRIMARY KEY(K))')!;
const FREE = tableDefinition('CREATE TABLE FREE(K INTEGER,V VARCHAR(9))')!;
const TABLES = new Map([KEYED, FREE].map((table) => [table.name, table]));
type Name = 'keyed' | 'free';
type State = Record<Name, Cells[]>;

const literal = (cell: string | null, at: number) =>
  cell === null ? 'NULL' : at === 0 ? cell : escaped(cell);
const insert = (name: Name, row: Cells) =>
  `INSERT INTO ${name.toUpperCase()} VALUES(${row.map(literal).join(',')})`;
function remove(name: Name, row: Cells): string {
  const columns = name === 'keyed' ? ['K'] : ['K', 'V'];
  const conditions = columns.map((column, at) =>
    row[at] === null ? `${column} IS NULL` : `${column}=${literal(row[at]!, at)}`,
  );
  return `DELETE FROM ${name.toUpperCase()} WHERE ${conditions.join(' AND ')}`;
}
const sorted = (rows: readonly Cells[]) => rows.map((row) => JSON.stringify(row)).sort();

/** A session does something, commits, or takes it back; keys of sessions are apart, as locks would keep them. */
const step = fc.record({
  session: fc.integer({ min: 0, max: 2 }),
  name: fc.constantFrom<Name>('keyed', 'free'),
  key: fc.integer({ min: 0, max: 3 }),
  text: fc.constantFrom(null, 'a', "b'\n\\u", 'ü'),
  act: fc.constantFrom('insert', 'delete', 'update', 'commit', 'commit', 'rollback'),
});

describe('The log of HSQLDB', () => {
  it.each([false, true])('does what a model does (1.8: %s)', (old) => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 11 })),
        (steps, first) => {
          const base: State = {
            keyed: [...new Set(first)].map((key) => [String(key), 'base']),
            free: first.map((key) => [String(key), null]),
          };
          let committed: State = { keyed: [...base.keyed], free: [...base.free] };
          const pending = [0, 1, 2].map(() => [] as ((state: State) => void)[]);
          const own = [0, 1, 2].map(() => null as State | null);
          const lines: string[] = [];
          const say = (session: number, text: string) => lines.push(`/*C${session}*/${text}`);
          if (old) for (const session of [0, 1, 2]) say(session, 'SET AUTOCOMMIT FALSE');
          for (const { session, name, key: low, text, act } of steps) {
            const key = String(low * 3 + session);
            const mine = (own[session] ??= structuredClone(committed) as State);
            const perform = (change: (state: State) => void, statement: string) => {
              change(mine);
              pending[session]!.push(change);
              say(session, statement);
            };
            const there = mine[name].find((row) => row[0] === key);
            const drop = (row: Cells) => (state: State) => {
              const at = state[name].findIndex(
                (one) => JSON.stringify(one) === JSON.stringify(row),
              );
              state[name].splice(at, 1);
            };
            const add = (row: Cells) => (state: State) => void state[name].push(row);
            if (act === 'insert' && (name === 'free' || !there))
              perform(add([key, text]), insert(name, [key, text]));
            else if (act === 'delete' && there) perform(drop(there), remove(name, there));
            else if (act === 'update' && there) {
              perform(drop(there), remove(name, there));
              perform(add([key, text]), insert(name, [key, text]));
            } else if (act === 'commit' || act === 'rollback') {
              if (act === 'commit') {
                committed = structuredClone(committed) as State;
                for (const change of pending[session]!) change(committed);
              }
              pending[session] = [];
              own[session] = null;
              say(session, act.toUpperCase());
            }
          }
          const replay = new Replay(TABLES, 'test.log', old);
          for (const line of lines) replay.line(line);
          for (const name of ['keyed', 'free'] as const) {
            const pass = replay.changes.get(name)?.pass();
            const rows = pass
              ? [...base[name].filter((row) => pass.stays(row)), ...pass.added()]
              : base[name];
            expect(sorted(rows)).toEqual(sorted(committed[name]));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  const after = (old: boolean, ...lines: string[]) => {
    const replay = new Replay(TABLES, 'test.log', old);
    for (const line of lines) replay.line(line);
    return [...(replay.changes.get('keyed')?.pass().added() ?? [])].map(([key]) => key);
  };

  it('counts at once in 1.8, but for sessions that say otherwise', () => {
    const one = insert('keyed', ['1', 'a']);
    expect(after(true, `/*C1*/${one}`)).toEqual(['1']);
    expect(after(false, `/*C1*/${one}`)).toEqual([]);
    expect(after(true, '/*C1*/SET AUTOCOMMIT FALSE', one)).toEqual([]);
    expect(after(true, '/*C1*/SET AUTOCOMMIT FALSE', one, 'SET AUTOCOMMIT TRUE')).toEqual(['1']);
    expect(
      after(true, '/*C1*/SET AUTOCOMMIT FALSE', one, '/*C2*/COMMIT', '/*C1*/DISCONNECT'),
    ).toEqual([]);
  });

  it.each([
    'ALTER TABLE ofUser ADD COLUMN a INTEGER',
    'CREATE TABLE other (a INTEGER)',
    'UPDATE KEYED SET V=1',
    'DELETE FROM KEYED',
    "DELETE FROM KEYED WHERE V='a'",
    'DELETE FROM KEYED WHERE K>1',
    'INSERT INTO KEYED(K) VALUES(1)',
    'INSERT INTO KEYED VALUES(1)',
    "INSERT INTO KEYED VALUES(1,'a'),(2,'b')",
    "INSERT INTO UNKNOWN VALUES(1,'a')",
  ])('is refused where it cannot be followed: %s', (line) => {
    const refused = () => after(false, line, insert('keyed', ['1', 'a']), 'COMMIT');

    expect(refused).toThrow(SourceRefused);
    expect(refused).toThrow('Start and stop Openfire once');
  });
});
