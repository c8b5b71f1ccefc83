import { readFile } from 'node:fs/promises';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { KINDS } from '../src/rows.js';
import type { Kind } from '../src/rows.js';
import { abandonImport } from '../src/passes/end-import.js';
import { Target } from '../src/target/target.js';
import { targetRows } from '../src/testing/target-rows.js';
import {
  homeOf,
  movingWorld,
  pass,
  remove,
  SCHOOL,
  verified,
  verifiedKinds,
} from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** Another server whose people, groups, services, rooms and properties have the same names. */
const OTHERS = `
  update ofuser set name = 'Another ' || username, email = 'other@b.example', creationdate = '001600000000000';
  delete from ofuserprop;
  update ofproperty set propvalue = 'another' where name like 'plugin.restapi.%';
  update ofproperty set propvalue = 'keller@school.example' where name = 'admin.authorizedJIDs';
  update ofgroup set description = 'Another group';
  delete from ofgroupuser where username = 'dubois';
  update ofroster set nick = 'Another', jid = 'another-' || jid;
  insert into ofroster (rosterid, username, jid, sub, ask, recv)
    select 9000 + row_number() over (), username, 'x@b.example', 3, -1, -1 from ofuser;
  delete from ofvcard;
  insert into ofvcard (username, vcard) select username, '<vCard xmlns="vcard-temp"><FN>A</FN></vCard>' from ofuser;
  update ofmucservice set description = 'Another service', ishidden = 1 - ishidden;
  update ofmucroom set naturalname = 'Another room', roompassword = 'another';
  delete from ofmucaffiliation;
  insert into ofmucaffiliation (roomid, jid, affiliation) select roomid, 'keller@school.example', 10 from ofmucroom;
  update ofmucconversationlog set messageid = messageid + 9000, body = 'Another line', stanza = null;
  update ofoffline set messageid = messageid + 9000;
  insert into ofoffline (username, messageid, creationdate, messagesize, stanza)
    select username, 9900 + row_number() over (), '001795360000000', 10,
      '<message from="weber@school.example" to="' || username || '@school.example"><body>M</body></message>'
    from ofuser;
  update ofpubsubitem set payload = '<another xmlns="urn:another"/>', nodeid = 'urn:another:' || md5(nodeid || id);
  delete from ofprivacylist;
  insert into ofprivacylist (username, name, isdefault, list)
    select username, 'b', 1,
      '<list xmlns="jabber:iq:privacy" name="b"><item type="jid" value="a@b.example" action="deny" order="1"/></list>'
    from ofuser;
  create table ofmessagearchive (messageid bigint, conversationid bigint, fromjid varchar(255), fromjidresource varchar(255),
    tojid varchar(255), tojidresource varchar(255), sentdate bigint, stanza text, body text, ispmforjid varchar(255));
  insert into ofmessagearchive (messageid, conversationid, fromjid, tojid, sentdate, body)
    select row_number() over (), 1, username || '@school.example', 'weber@school.example', 1700000000000, 'Another' from ofuser`;

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

/** What is here of the people and rooms of the school, as if it had been made here. */
async function inhabited(): Promise<Record<string, unknown>> {
  await pass(world, old.url, home);
  await world.query('drop schema moving cascade');
  await world.query(
    `update prosody.prosodyarchive set key = 'here-' || key where store = 'offline'`,
  );
  await source.query(OTHERS);
  return targetRows(world);
}

const abandoned = async () => {
  const target = await Target.open({ url: world.url, engineUrl: null });
  await abandonImport(target).finally(() => target.close());
};

/** Entries of the audit log are of no name. */
const NAMED = KINDS.filter((kind) => kind !== 'audit');

it.each(NAMED.filter((kind) => kind !== 'private'))(
  '%s add nothing to what is kept, nor do all kinds before',
  async (kind) => {
    const before = await inhabited();
    const kinds = new Set<Kind>(NAMED.slice(0, NAMED.indexOf(kind) + 1));
    const { results, counts } = await pass(world, old.url, home, { kinds, onConflict: 'keep' });
    expect(await targetRows(world)).toEqual(before);
    expect(results.get(kind)!.lost).toBeGreaterThan(0);
    expect(counts['conflict']).toBeGreaterThan(0);
  },
);

it('all kinds add nothing, in each pass, verify finds no difference, and abandon leaves it', async () => {
  const before = await inhabited();
  const settings = { kinds: new Set<Kind>(NAMED), onConflict: 'keep' } as const;
  await pass(world, old.url, home, settings);
  await pass(world, old.url, home, settings);
  expect(await targetRows(world)).toEqual(before);
  const differences = await verified(world, old.url, home);
  expect(differences.filter(({ kind }) => kind !== 'audit')).toEqual([]);
  await abandoned();
  expect(await targetRows(world)).toEqual(before);
});

const administers = (jids: string) =>
  source.query(`update ofproperty set propvalue = $1 where name = 'admin.authorizedJIDs'`, [jids]);
const administrators = () =>
  world.query(`select value from system_property where key = 'admin.authorizedJIDs'`);

it('who has the name of an administrator and is kept becomes none', async () => {
  await world.query(`insert into account (username) values ('keller')`);
  await administers('keller@school.example,weber@school.example');
  await pass(world, old.url, home, { onConflict: 'keep' });
  expect(await administrators()).toEqual([{ value: 'weber@school.example' }]);
  expect(await verified(world, old.url, home)).toEqual([]);
  await abandoned();
  expect(await administrators()).toEqual([]);
});

it.each([
  [
    'fail',
    'keller',
    `insert into system_property values ('admin.authorizedJIDs', 'keller@school.example')`,
  ],
  ['keep', 'admin', 'select'],
] as const)(
  'who is kept (%s), has that name and administers here stays an administrator: %s',
  async (onConflict, name, made) => {
    await world.query(`insert into account (username) values ('${name}') on conflict do nothing`);
    await world.query(made);
    const value = `${name}@school.example,weber@school.example`;
    await administers(value);
    for (const _ of [1, 2]) {
      await pass(world, old.url, home, { onConflict });
      expect(await administrators()).toEqual([{ value }]);
    }
    expect(await verified(world, old.url, home)).toEqual([]);
  },
);

it('who is replaced after having been kept becomes an administrator in the same pass', async () => {
  await world.query(`insert into account (username) values ('keller')`);
  await administers('keller@school.example');
  await pass(world, old.url, home, { onConflict: 'keep' });
  expect(await administrators()).toEqual([]);
  await pass(world, old.url, home, { onConflict: 'replace' });
  expect(await administrators()).toEqual([{ value: 'keller@school.example' }]);
  expect(await verified(world, old.url, home)).toEqual([]);
});

const ACCOUNTS_LEFT_OUT = new Set(KINDS.filter((kind) => kind !== 'accounts'));

it.each([
  ['are in a directory', 'delete from ofuser', {}],
  ['are left out', 'select', { kinds: ACCOUNTS_LEFT_OUT }],
] as const)(
  'where accounts %s, those that are here get all under their names, administrators too',
  async (_, there, change) => {
    await source.query(there);
    await source.query(`insert into ofvcard select 'weber', vcard from ofvcard limit 1
      on conflict (username) do nothing`);
    await source.query(`insert into ofoffline
      select 'weber', 9000, creationdate, messagesize, stanza from ofoffline limit 1`);
    await administers('weber@school.example');
    await world.query(`insert into account (username) values ('weber')`);
    for (const onConflict of ['fail', 'keep'] as const) {
      await pass(world, old.url, home, { ...change, onConflict });
      expect(await administrators()).toEqual([{ value: 'weber@school.example' }]);
      const [rows] = await world.query(`select
        (select count(*)::integer from roster_item where owner = 'weber') as contacts,
        (select count(*)::integer from vcard where username = 'weber') as vcards,
        (select count(*)::integer from prosody.prosodyarchive where store = 'offline' and "user" = 'weber') as messages`);
      expect(rows).toEqual({ contacts: 2, vcards: 1, messages: 1 });
    }
  },
);

const MEMBERS = `select jid, is_admin from group_member where group_name = 'Teachers' order by jid`;
const affiliated = async () => {
  const rows = await world.query(
    `select concat_ws(' ', name, affiliation, split_part(jid, '@', 1)) as line
     from room_affiliation join room on room.id = room_id
     where name in ('staffroom', 'exams') order by name, jid`,
  );
  return rows.map(({ line }) => line);
};

it('who has the name of a member or owner and is kept gets no rights in what is imported', async () => {
  await source.query(`
    insert into ofgroupuser values ('Teachers', 'keller', 1);
    delete from ofmucaffiliation;
    insert into ofmucaffiliation select roomid, 'keller@school.example', 10 from ofmucroom;
    insert into ofmucaffiliation select roomid, 'weber@school.example', 20 from ofmucroom where name <> 'staffroom';
    insert into ofmucaffiliation select roomid, 'haddad@school.example', 10 from ofmucroom where name = 'exams'`);
  await world.query(`insert into account (username) values ('keller')`);
  await administers('weber@school.example');
  for (const _ of [1, 2]) {
    const { counts } = await pass(world, old.url, home, { onConflict: 'keep' });
    expect(counts['conflict']).toBeGreaterThan(4);
    expect((await world.query(MEMBERS)).map(({ jid }) => jid)).toEqual(
      ['haddad', 'okonkwo', 'silva'].map((name) => `${name}@school.example`),
    );
  }
  // the only owner of the first room was kept, so it has the default owner
  expect(await affiliated()).toEqual([
    ...[
      'exams member dubois',
      'exams owner haddad',
      'exams member o\\27leary',
      'exams admin weber',
    ],
    ...['staffroom member haddad', 'staffroom owner weber'],
  ]);
  expect(await verified(world, old.url, home)).toEqual([]);
  await pass(world, old.url, home, { onConflict: 'replace' });
  expect((await world.query(MEMBERS)).map(({ jid }) => jid)).toContain('keller@school.example');
  expect(await affiliated()).toContain('staffroom owner keller');
  expect(await verified(world, old.url, home)).toEqual([]);
});

it('a group that is kept gets no rights in rooms that are imported', async () => {
  const groups = () =>
    world.query('select group_name from room_group_affiliation join room on room.id = room_id');
  await world.query(`insert into user_group (name) values ('Garden Club')`);
  await pass(world, old.url, home, { onConflict: 'keep' });
  expect(await groups()).toEqual([]);
  expect(await verified(world, old.url, home)).toEqual([]);
  await pass(world, old.url, home, { onConflict: 'replace' });
  expect(await groups()).toEqual([{ group_name: 'Garden Club' }]);
});

const OWN_LINE = `
  insert into room_message (room_id, sent_at, nickname, sender, sender_shown, body, stanza)
  select room_id, sent_at - interval '1 day', 'own', sender, sender_shown, 'own line', stanza
  from room_message where body = 'BODY' limit 1`;

it.each([
  ['empty', 'delete from room_message'],
  ['inhabited', `delete from room_message where nickname is distinct from 'own'`],
])(
  'where rooms are left out, verify compares the lines that those here get (%s)',
  async (_, rest) => {
    await pass(world, old.url, home);
    const [{ body }] = (await world.query(
      `select body from room_message where body is not null order by id limit 1`,
    )) as [{ body: string }];
    await world.query(OWN_LINE.replace('BODY', body.replaceAll(`'`, `''`)));
    await world.query(rest);
    await world.query('drop schema moving cascade');
    const kinds = new Set<Kind>(['messages']);
    await pass(world, old.url, home, { kinds });
    const ofLines = async () => {
      const { differences, kinds: counted } = await verifiedKinds(world, old.url, home);
      const { reported, here } = counted.find(({ kind }) => kind === 'messages')!;
      return { found: differences.filter(({ kind }) => kind === 'messages'), reported, here };
    };
    expect(await ofLines()).toEqual({ found: [], reported: 0, here: 21 });
    await world.query(
      `update room_message set body = 'Another' where id = (select max(id) from room_message)`,
    );
    expect((await ofLines()).found).toContainEqual(expect.objectContaining({ field: 'its lines' }));
    await world.query(`delete from room_message where id = (select max(id) from room_message)`);
    expect((await ofLines()).found).toContainEqual(
      expect.objectContaining({ field: expect.stringMatching(/^\d+ lines, here \d+$/) }),
    );
  },
);

it('leaves what a directory manages as it is, also when it is given up', async () => {
  await pass(world, old.url, home);
  await world.query(`
    insert into managed_account (username, source, external_id, fields, properties)
    values ('weber', 'directory:main', 'u1', '{name}', '{}')`);
  await world.query(`
    insert into managed_group select name, 'directory:main', name from user_group order by name limit 1`);
  const managed = () =>
    world.query(`
      select to_jsonb(account) as row from account where username = 'weber' union all
      select to_jsonb(one) from user_group one join managed_group on name = group_name union all
      select to_jsonb(one) from group_member one join managed_group using (group_name)`);
  const before = await managed();
  await source.query(OTHERS);
  const kinds = new Set<Kind>(['accounts', 'groups']);
  const { results } = await pass(world, old.url, home, { kinds, onConflict: 'replace' });
  expect(await managed()).toEqual(before);
  expect(results.get('accounts')!.lost).toBe(1);
  await abandoned();
  expect((await managed()).slice(0, 2)).toEqual(before.slice(0, 2));
});
