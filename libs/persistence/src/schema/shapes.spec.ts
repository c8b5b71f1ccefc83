import { perEngineSuite } from '../../test/engine.js';
import { sqlFiles } from './sql-files.js';

const suite = perEngineSuite();

/** Rows of a table as parameters, results or variables: sessions that are open when a column is added have the former shape. */
const FUNCTIONS_OF_ROWS = `
  select distinct p.oid::regprocedure::text as name
  from pg_proc p
  cross join unnest(p.proargtypes::oid[] || p.prorettype || coalesce(p.proallargtypes, '{}')) as used (type)
  join pg_type t on t.oid = used.type or t.typarray = used.type
  join pg_class c on c.oid = t.typrelid and c.relkind in ('r', 'p', 'v')
  where p.pronamespace in ('public'::regnamespace, 'engine'::regnamespace)`;

/** Before PostgreSQL 18 they run as whoever commits, not as whoever has changed the row. */
const DEFERRED_WITHOUT_RIGHTS = `
  select tgname::text as name from pg_trigger
  join pg_proc p on p.oid = tgfoid
  where tginitdeferred and not tgisinternal and not p.prosecdef`;

const TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

it('no function takes or returns rows of a table', async () => {
  expect(await suite().open.query(FUNCTIONS_OF_ROWS)).toEqual([]);
});

it('deferred triggers have the rights of their owner', async () => {
  expect(await suite().open.query(DEFERRED_WITHOUT_RIGHTS)).toEqual([]);
});

it('no function names a row of a table as its variable, or all columns without naming them', async () => {
  const tables = await suite().open.query<{ name: string }>(TABLES);
  const names = tables.map(({ name }) => name).join('|');
  const variable = new RegExp(
    `^\\s+\\w+ (?:constant )?(?:public\\.)?(?:${names})(?:\\[\\])?(?: :=.*)?;|%(?:row)?type\\b`,
    'gim',
  );
  const every = /\b(?:select|returning)\s+(?:distinct\s+)?\*|[\s,(]\w+\.\*|,\s*\*\s*(?:,|from)/gi;
  const found = sqlFiles().flatMap(({ name, text }) => {
    const code = text.replace(/--.*$/gm, '');
    return [...(code.match(variable) ?? []), ...(code.match(every) ?? [])].map(
      (part) => `${name}: ${part.trim()}`,
    );
  });
  expect(found).toEqual([]);
});
