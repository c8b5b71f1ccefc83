import pg from 'pg';
import { asSuperuser, connectEngine, loginRole, perEngineSuite } from '../../test/engine.js';
import { createDataSource } from '../schema/data-source.js';
import { prepareDatabase } from '../schema/prepare-database.js';
import { emptyDatabase, TEST_DOMAIN, TEST_SECRET } from '../testing/test-database.js';

const suite = perEngineSuite();

describe('the role of the chat server', () => {
  it('cannot read or write any table, nor call what only owners call', async () => {
    const { open, engine } = suite();
    const tables = await open.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      await expect(engine.query(`select from public.${name}`)).rejects.toThrow('permission denied');
      await expect(engine.query(`delete from public.${name}`)).rejects.toThrow('permission denied');
    }
    for (const sql of [
      `select public.admit_chat_engine('${engine.role}')`,
      `create table public.mine (x text)`,
      `create function engine.mine() returns text language sql return 'x'`,
    ]) {
      await expect(engine.query(sql)).rejects.toThrow('permission denied');
    }
  });

  it('makes tables of its own without naming a schema', async () => {
    const { engine } = suite();
    const session = await engine.connect();
    await session.query('create table prosodyarchive (x text)');
    await session.query('drop table prosody.prosodyarchive');
    await session.end();
  });

  it('may be admitted again, several times at once, while it is attached', async () => {
    const { engine, open } = suite();
    expect(await engine.call('hello', 1, 'one', false)).toMatchObject({ ok: true });
    await Promise.all(
      [1, 2, 3].map(() => open.query('select admit_chat_engine($1)', [engine.role])),
    );
    expect(await engine.call('services')).toHaveLength(1);
  });

  it('may call functions that come later', async () => {
    const { engine, open } = suite();
    await open.query(`create function engine.later() returns text language sql return 'x'`);
    expect(await engine.call('later')).toBe('x');
    await open.query('drop function engine.later');
  });
});

it('nobody else may call anything', async () => {
  const { open } = suite();
  const stranger = await loginRole(open.url, 'stranger');
  const session = await connectEngine(stranger.urlOf(open.url));
  await expect(session.call('services')).rejects.toThrow('permission denied for schema engine');
  for (const name of ['values', 'entries']) {
    await expect(session.query(`select from public.chat_server_${name}('ola')`)).rejects.toThrow(
      'permission denied for what the chat server keeps',
    );
  }
  await session.end();
  await stranger.drop();
  const callable = await open.query(
    `select proname from pg_proc
     where (pronamespace = 'engine'::regnamespace or proname = 'admit_chat_engine')
       and has_function_privilege('public', oid, 'execute')`,
  );
  expect(callable).toEqual([]);
});

it('every function of the schema runs with the rights of its owner', async () => {
  const loose = await suite().open.query(
    `select proname from pg_proc where pronamespace = 'engine'::regnamespace and not prosecdef`,
  );
  expect(loose).toEqual([]);
});

it('every function says what it does', async () => {
  const silent = await suite().open.query(
    `select proname from pg_proc
     where pronamespace in ('engine'::regnamespace, 'public'::regnamespace)
     and obj_description(oid, 'pg_proc') is null
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  expect(silent).toEqual([]);
});

it('no function finds tables by the path of its caller, those aside that are inlined', async () => {
  const loose = await suite().open.query(
    `select proname from pg_proc join pg_language on pg_language.oid = prolang
     where (pronamespace = 'engine'::regnamespace or
            pronamespace = 'public'::regnamespace and lanname = 'plpgsql')
     and 'search_path=public, pg_temp' <> all (coalesce(proconfig, '{}'))`,
  );
  expect(loose).toEqual([]);
});

it('an owner of the database who is no superuser prepares it and admits a role', async () => {
  const database = await emptyDatabase();
  const owner = await loginRole(database.url, 'owner');
  const engine = await loginRole(database.url);
  const databaseName = new URL(database.url).pathname.slice(1);
  await asSuperuser(database.url, `alter database ${databaseName} owner to ${owner.role}`);
  const dataSource = createDataSource({ url: owner.urlOf(database.url), poolSize: 2 });
  await prepareDatabase(dataSource, {
    domain: TEST_DOMAIN,
    configuredDomain: true,
    secret: TEST_SECRET,
    administrator: null,
  });
  await dataSource.destroy();
  const client = new pg.Client({ connectionString: owner.urlOf(database.url) });
  await client.connect();
  for (let round = 0; round < 2; round += 1) {
    await client.query('select admit_chat_engine($1)', [engine.role]);
  }
  const session = await connectEngine(engine.urlOf(database.url));
  expect(await session.call('hello', 1, 'x', true)).toMatchObject({ ok: true });
  await session.query('set search_path = prosody');
  await session.query('create table prosodyarchive (x text)');
  // not allowed to read it before the chat server attaches again
  const files = await client.query(
    `select from listed_files('{}', 'created', false, 9, null, null)
     union all select where remove_files('ann@example.org', null) > 0`,
  );
  expect(files.rowCount).toBe(0);
  await client.end();
  await session.end();
  await database.drop();
  for (const role of [engine, owner]) await role.drop();
});
