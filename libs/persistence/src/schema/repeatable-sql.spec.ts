import type { DataSource } from 'typeorm';
import { connectEngine, loginRole } from '../../test/engine.js';
import { poolOf } from '../database/pool.js';
import { testDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import { catalogueDifferences, readCatalogue } from '../../test/catalogue.js';
import { createDataSource } from './data-source.js';
import { renewAdmissions } from './admissions.js';
import { applySqlFiles } from './repeatable-sql.js';
import { sqlFile, sqlFiles } from './sql-files.js';
import type { SqlFile } from './sql-files.js';

const shipped = sqlFiles();
let database: TestDatabase;
let dataSource: DataSource;

beforeEach(async () => {
  database = await testDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
});

afterEach(async () => {
  await dataSource.destroy();
  await database.drop();
});

const query = async (sql: string) => (await poolOf(dataSource).query(sql)).rows;
const catalogue = () => readCatalogue(query);

/** Like the start of a version with the shipped files and these. @returns the statements it took */
async function apply(own: readonly SqlFile[], { files = shipped, tablesChanged = false } = {}) {
  const runner = dataSource.createQueryRunner();
  const statements: string[] = [];
  const pass = runner.query.bind(runner);
  runner.query = (async (sql: string, values?: unknown[]) => {
    statements.push(sql);
    return pass(sql, values);
  }) as typeof runner.query;
  await runner.startTransaction();
  statements.length = 0;
  try {
    const hasChanged = await applySqlFiles(runner, [...files, ...own], tablesChanged);
    if (hasChanged && files.length > 0) await renewAdmissions(runner);
  } catch (error) {
    await runner.rollbackTransaction();
    await runner.release();
    throw error;
  }
  const taken = statements.slice();
  await runner.commitTransaction();
  await runner.release();
  return taken;
}

const answer = (signature: string, value: string, returns = 'text') =>
  `create or replace function ${signature} returns ${returns} language plpgsql as $$
   begin return ${value}; end $$;`;

it('one query finds that nothing has changed', async () => {
  expect(await apply([])).toHaveLength(1);
});

it('the order of the files does not matter', async () => {
  const before = await catalogue();
  await apply([], { files: [] });
  expect((await query('select from schema_object')).length).toBe(0);
  await apply([], { files: shipped.toReversed() });
  expect(catalogueDifferences(before, await catalogue())).toEqual([]);
});

it('a changed body replaces the function, which keeps its identity', async () => {
  await apply([sqlFile('a.sql', answer('engine.a()', `'one'`))]);
  const [before] = await query(`select 'engine.a()'::regprocedure::oid as oid`);
  await apply([sqlFile('a.sql', answer('engine.a()', `'two'`))]);
  expect(await query(`select engine.a() as a, 'engine.a()'::regprocedure::oid as oid`)).toEqual([
    { a: 'two', oid: before.oid },
  ]);
});

it('a changed result or parameter name replaces the function, too', async () => {
  const role = await loginRole(database.url);
  await query(`select admit_chat_engine('${role.role}')`);
  await apply([sqlFile('a.sql', answer('engine.a(x text)', 'x'))]);
  await apply([sqlFile('a.sql', answer('engine.a(y text)', '7', 'integer'))]);
  const session = await connectEngine(role.urlOf(database.url));
  expect(await session.call('a', 'z')).toBe(7);
  await session.end();
  await query(`drop owned by ${role.role}`);
  await role.drop();
});

it('changed parameter types replace the old function', async () => {
  await apply([sqlFile('a.sql', answer('a(x text)', 'x'))]);
  await apply([sqlFile('a.sql', answer('a(x integer)', 'x::text'))]);
  expect(await query(`select oid::regprocedure::text as name from pg_proc where proname = 'a'`)) //
    .toEqual([{ name: 'a(integer)' }]);
});

it('changed parameter types replace a function with a comment, too', async () => {
  const commented = (signature: string) => `${answer(signature, '1')}comment on function a is 'a';`;
  await apply([sqlFile('a.sql', commented('a(x text)'))]);
  await apply([sqlFile('a.sql', commented('a(x text, y text)'))]);
  expect(await query(`select oid::regprocedure::text as name from pg_proc where proname = 'a'`)) //
    .toEqual([{ name: 'a(text,text)' }]);
});

it('functions may move to another file while they change', async () => {
  const before = await apply([sqlFile('a.sql', answer('a(x text)', 'x'))]).then(catalogue);
  await apply([sqlFile('0.sql', answer('a(y text)', '7', 'integer'))]);
  await apply([sqlFile('a.sql', answer('a(x text)', 'x'))]);
  expect(catalogueDifferences(before, await catalogue())).toEqual([]);
});

it('removed functions and files are dropped; foreign ones stay', async () => {
  const before = await catalogue();
  await query(`create function theirs() returns text language sql return 'x'`);
  const trigger = `create trigger a after update on room for each row execute function a();`;
  await apply([
    sqlFile('a.sql', `${answer('a()', 'null', 'trigger')} ${trigger} ${answer('b()', `'b'`)}`),
    sqlFile('c.sql', answer('c()', `'c'`)),
  ]);
  await apply([sqlFile('a.sql', answer('a()', 'null', 'trigger'))]);
  const after = catalogueDifferences(before, await catalogue());
  expect(after.map(({ object }) => object)).toEqual([
    'function public.a()',
    'function public.theirs()',
    'grant execute on function public.a() to public',
    'grant execute on function public.theirs() to public',
  ]);
});

it('triggers lost along with their table are restored after its migration', async () => {
  const before = await catalogue();
  await query('drop trigger room_move_room_on_update on room');
  expect(await apply([])).toHaveLength(1);
  await apply([], { tablesChanged: true });
  expect(catalogueDifferences(before, await catalogue())).toEqual([]);
});

it('functions of the schema engine are for admitted roles, with the rights and search path of the owner', async () => {
  await apply([
    sqlFile('a.sql', answer('engine.a()', `'x'`)),
    sqlFile('b.sql', `create function engine.b() returns text language sql as $$ select 'x' $$;`),
  ]);
  const secure = { definer: true, path: ['search_path=public, pg_temp'], anyone: false };
  expect(
    await query(
      `select prosecdef as definer, proconfig as path,
              has_function_privilege('public', oid, 'execute') as anyone
       from pg_proc where oid in ('engine.a()'::regprocedure, 'engine.b()'::regprocedure)`,
    ),
  ).toEqual([secure, secure]);
});

describe('an error leaves the database unchanged and names', () => {
  const cases: readonly [string, string, RegExp][] = [
    ['the line of a statement', `select 1;\n\ncreate fun a();`, /^a\.sql:3: syntax error/],
    ['the function whose body is wrong', answer('a()', `'x' 'y'`), /^public\.a\(\): syntax error/],
    [
      'the function whose SQL is wrong',
      `create function a() returns text language sql as $$ select b() $$;`,
      /^public\.a\(\): function b\(\) does not exist/,
    ],
    [
      'the files that create the same',
      answer('service_domain()', `'x'`),
      /^system\/service_domain\.sql and a\.sql both create the function public\.service_domain\(\)/,
    ],
  ];
  it.each(cases)('%s', async (_, text, message) => {
    const before = await catalogue();
    await expect(apply([sqlFile('a.sql', text)])).rejects.toThrow(message);
    expect(catalogueDifferences(before, await catalogue())).toEqual([]);
  });
});

it('files contain only functions, comments, triggers and grants, and can be reapplied', () => {
  for (const { name, text } of shipped) {
    const statements = text
      .replace(/\$\$[^]*?\$\$/g, '')
      .replace(/'[^']*'/g, '')
      .replace(/--.*/g, '')
      .split(';')
      .map((statement) => statement.trim().replace(/\s+/g, ' '))
      .filter(Boolean);
    for (const statement of statements) {
      expect(`${name}: ${statement}`).toMatch(
        /: (create or replace function|comment on function|create (constraint )?trigger|revoke all on function) /,
      );
    }
  }
});
