import { readFile } from 'node:fs/promises';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { RemovalStopped } from '../src/faults.js';
import type { Kind } from '../src/rows.js';
import { targetRows } from '../src/testing/target-rows.js';
import { homeOf, movingWorld, pass, remove, SCHOOL, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** Thirty of each kind. */
const MADE = `
  insert into ofproperty (name, propvalue) select 'made.' || n, 'x' from generate_series(1, 30) n;
  insert into ofuser (username, creationdate, modificationdate)
    select 'made' || n, '001795350170000', '001795350170000' from generate_series(1, 30) n;
  insert into ofroster (rosterid, username, jid, sub, ask, recv)
    select 9000 + n, 'made' || n, 'friend@partner.example', 3, -1, -1 from generate_series(1, 30) n;
  insert into ofvcard (username, vcard)
    select 'made' || n, '<vCard xmlns="vcard-temp"><FN>M</FN></vCard>' from generate_series(1, 30) n;
  insert into ofgroup (groupname) select 'made' || n from generate_series(1, 30) n;
  insert into ofmucservice (serviceid, subdomain, ishidden) select 900 + n, 'made' || n, 0 from generate_series(1, 30) n;
  insert into ofmucroom
    select (jsonb_populate_record(room, jsonb_build_object('roomid', 9000 + n, 'name', 'made' || n))).*
    from ofmucroom room, generate_series(1, 30) n where name = 'assembly';
  insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
    select roomid, 9000 + n, 'weber@school.example/x', 'Made', '001795360000000', 'Line ' || n
    from ofmucroom, generate_series(1, 100) n where name = 'assembly';
  insert into ofoffline (username, messageid, creationdate, messagesize, stanza)
    select 'keller', 9000 + n, '001795360000000', 10,
      '<message from="weber@school.example" to="keller@school.example"><body>M</body></message>'
    from generate_series(1, 30) n;
  insert into ofpubsubitem (serviceid, nodeid, id, jid, creationdate, payload)
    select 'keller@school.example', 'urn:made:' || n, 'a', 'keller@school.example/x', '001795360000000', '<m xmlns="urn:made"/>'
    from generate_series(1, 30) n;
  insert into ofprivacylist (username, name, isdefault, list)
    select 'made' || n, 'b', 1,
      '<list xmlns="jabber:iq:privacy" name="b"><item type="jid" value="a@b.example" action="deny" order="1"/></list>'
    from generate_series(1, 30) n`;

/** What goes there, of which kind the pass says so, and how many; of offline messages all, as many are delivered meanwhile. */
const GONE: readonly (readonly [table: string, where: string, kind: Kind, removed: number])[] = [
  ['ofproperty', `name like 'made%'`, 'properties', 30],
  ['ofuser', `username like 'made%'`, 'accounts', 30],
  ['ofgroup', `groupname like 'made%'`, 'groups', 30],
  ['ofroster', `username like 'made%'`, 'rosters', 30],
  ['ofvcard', `username like 'made%'`, 'vcards', 30],
  ['ofmucservice', `subdomain like 'made%'`, 'services', 30],
  ['ofmucservice', `subdomain = 'conference'`, 'rooms', 33],
  ['ofmucroom', `name like 'made%'`, 'rooms', 30],
  ['ofmucroom', `name = 'assembly'`, 'messages', 112],
  ['ofmucconversationlog', `messageid > 9000`, 'messages', 100],
  ['ofoffline', 'true', 'offline', 32],
  ['ofpubsubitem', `nodeid like 'urn:made%'`, 'pep', 30],
  ['ofprivacylist', `username like 'made%'`, 'blocks', 30],
];

let old: TestDatabase;
let source: pg.Client;
let home: string;
let world: MovingWorld;
const settings = { propertyPrefixes: ['made.'] };

beforeAll(async () => {
  home = await homeOf('postgresql');
  old = await emptyDatabase();
  source = new pg.Client({ connectionString: old.url });
  await source.connect();
  await source.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
  await source.query('set search_path = public');
  await source.query(MADE);
  world = await movingWorld();
  await pass(world, old.url, home, settings);
});
afterAll(async () => {
  await world.close();
  await source.end();
  await old.drop();
  await remove(home);
});

it.each(GONE)(
  'where rows of %s with %s have gone the pass stops: %s, and goes on when they are back',
  async (table, where, kind, removed) => {
    const before = await targetRows(world);
    await source.query(
      `drop table if exists away; create table away as select * from ${table} where ${where}`,
    );
    await source.query(`delete from ${table} where ${where}`);
    const failure = await pass(world, old.url, home, settings).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(RemovalStopped);
    expect((failure as Error).message).toMatch(
      new RegExp(`^${removed} of \\d+ here would be removed of ${kind}, .*--yes-remove`),
    );
    expect(await targetRows(world)).toEqual(before);
    await source.query(`insert into ${table} select * from away`);
    await pass(world, old.url, home, settings);
    expect(await targetRows(world)).toEqual(before);
  },
);

it('they are removed where that is said', async () => {
  for (const [table, where] of GONE) await source.query(`delete from ${table} where ${where}`);
  await expect(pass(world, old.url, home, settings)).rejects.toThrow(RemovalStopped);
  await pass(world, old.url, home, { ...settings, mayRemove: true });
  expect(await world.query(`select from account where username like 'made%'`)).toEqual([]);
  expect(await verified(world, old.url, home)).toEqual([]);
});
