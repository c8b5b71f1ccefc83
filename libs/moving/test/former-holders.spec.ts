import { readFile } from 'node:fs/promises';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { USUAL_KINDS } from '../src/passes/import-settings.js';
import { homeOf, movingWorld, pass, remove, SCHOOL, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

let old: TestDatabase;
let source: pg.Client;
let home: string;
let world: MovingWorld;

beforeEach(async () => {
  home = await homeOf('postgresql');
  old = await emptyDatabase();
  source = new pg.Client({ connectionString: old.url });
  await source.connect();
  await source.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
  await source.query('set search_path = public');
  world = await movingWorld();
});
afterEach(async () => {
  await world.close();
  await source.end();
  await old.drop();
  await remove(home);
});

const stored = (user: string) =>
  world.query(
    `select store, key, value from prosody.prosody where host = 'school.example' and "user" = $1
       and not (store = 'blocklist' and key = '')
     union all select store, key, value from prosody.prosodyarchive where host = 'school.example' and "user" = $1
     order by 1, 2, 3`,
    [user],
  );

/** What the chat server has been told to remove with its next start. */
const departed = () => world.query('select username from departed_account');

const people = ['keller', 'dubois', 'haddad', 'okonkwo'];

it('an account that is deleted and made again between catch-ups keeps what is its own, and finds nothing of the former one', async () => {
  await pass(world, old.url, home);
  const before = await Promise.all(people.map(stored));
  expect(before.map((rows) => rows.length > 0)).toEqual(people.map(() => true));
  const users = await source.query('select * from ofuser where username = any ($1)', [people]);
  expect(users.rows).toHaveLength(people.length);
  await source.query('create table away as select * from ofuser where username = any ($1)', [
    people,
  ]);
  await source.query('delete from ofuser where username = any ($1)', [people]);
  await pass(world, old.url, home);
  expect((await departed()).map(({ username }) => username).sort()).toEqual([...people].sort());
  await world.query(
    `insert into prosody.prosody (host, "user", store, key, type, value)
     values ('school.example', 'keller', 'private', 'of the former one', 'json', '{}')`,
  );
  await source.query('insert into ofuser select * from away');
  await source.query('drop table away');
  await pass(world, old.url, home);
  expect(await departed()).toEqual([]);
  expect(await Promise.all(people.map(stored))).toEqual(before);
  expect(await verified(world, old.url, home)).toEqual([]);
});

it('an account of a name that departed here before finds nothing of the former one', async () => {
  await world.query(`insert into account (username) values ('keller')`);
  await world.query(
    `insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value)
     values ('school.example', 'keller', 'offline', 'a', 0, '', 'xml', '<message/>')`,
  );
  await world.query(`delete from account where username = 'keller'`);
  expect(await departed()).toEqual([{ username: 'keller' }]);
  await pass(world, old.url, home);
  expect(await departed()).toEqual([]);
  expect((await stored('keller')).map(({ key }) => key)).not.toContain('a');
});

it('what was noted while the tables of the chat server were left out is done before they are written', async () => {
  await pass(world, old.url, home);
  const before = await stored('haddad');
  await world.query(`insert into departed_account values ('haddad')`);
  await pass(world, old.url, home, { kinds: new Set(USUAL_KINDS) });
  expect(await departed()).toEqual([]);
  expect(await stored('haddad')).toEqual(before);
  expect(await verified(world, old.url, home)).toEqual([]);
});
