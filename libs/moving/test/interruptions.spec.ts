import { readFile } from 'node:fs/promises';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { abandonImport, finishImport } from '../src/passes/end-import.js';
import { Target } from '../src/target/target.js';
import { targetRows } from '../src/testing/target-rows.js';
import type { Kind } from '../src/rows.js';
import {
  homeOf,
  movingWorld,
  pass,
  quiet,
  remove,
  SCHOOL,
  SETTINGS,
  verified,
} from './support/school.js';
import type { MovingWorld } from './support/school.js';

let old: TestDatabase;
let source: pg.Client;
let home: string;

beforeAll(async () => {
  home = await homeOf('postgresql');
});
beforeEach(async () => {
  old = await emptyDatabase();
  source = new pg.Client({ connectionString: old.url });
  await source.connect();
  await source.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
  await source.query('set search_path = public');
});
afterEach(async () => {
  await source.end();
  await old.drop();
});
afterAll(() => remove(home));

class Killed extends Error {}

/** Fails at the batch of that number, as a process does that is killed there. */
async function interrupted(world: MovingWorld, at: number): Promise<boolean> {
  let batches = 0;
  const batchDone = () => {
    batches += 1;
    if (batches === at) throw new Killed();
  };
  try {
    await pass(world, old.url, home, {}, { ...quiet, batchDone });
    return false;
  } catch (error) {
    if (error instanceof Killed) return true;
    throw error;
  }
}

/** What keeps the rows of the services in order: a first load does without much of it. */
async function safeguards(world: MovingWorld): Promise<unknown> {
  return world.query(`
    select indexdef as what from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    order by what`);
}

it('killed at any batch, the same line ends in the same rows', async () => {
  const undisturbed = await movingWorld();
  const expected = await pass(undisturbed, old.url, home).then(() => targetRows(undisturbed));
  await undisturbed.close();
  const world = await movingWorld();
  const before = await safeguards(world);
  try {
    let at = 1;
    while (await interrupted(world, at)) at += 1;
    expect(at).toBeGreaterThan(4);
    expect(await targetRows(world)).toEqual(expected);
    expect(await safeguards(world)).toEqual(before);
    expect(await verified(world, old.url, home)).toEqual([]);
  } finally {
    await world.close();
  }
});

it('an account that goes while a first load is interrupted leaves nothing behind', async () => {
  const world = await movingWorld();
  let kind: Kind | null = null;
  const inAccounts = {
    ...quiet,
    begins: (begun: Kind) => (kind = begun),
    batchDone: () => {
      if (kind === 'accounts') throw new Killed();
    },
  };
  const credentials = () =>
    world
      .query(`select from account_credential where username = 'tanaka'`)
      .then((rows) => rows.length);
  try {
    await expect(pass(world, old.url, home, {}, inAccounts)).rejects.toThrow(Killed);
    expect(await credentials()).toBe(1);
    await source.query(`delete from ofuser where username = 'tanaka'`);
    await pass(world, old.url, home);
    expect(await credentials()).toBe(0);
    expect(await verified(world, old.url, home)).toEqual([]);
  } finally {
    await world.close();
  }
});

it('cut off while contacts are settled it is not finished, and the same line goes on there', async () => {
  const [undisturbed, world] = [await movingWorld(), await movingWorld()];
  let step = '';
  const inContacts = {
    ...quiet,
    begins: (begun: string) => void (step = begun),
    batchDone: () => {
      if (step === 'contacts') throw new Killed();
    },
  };
  try {
    await pass(undisturbed, old.url, home);
    await expect(pass(world, old.url, home, {}, inContacts)).rejects.toThrow(Killed);
    expect(step).toBe('contacts');
    const target = await Target.open({ url: world.url, engineUrl: null });
    const refused = 'Not finished: contacts. Repeat the last line first.';
    await expect(finishImport(target, 'here').finally(() => target.close())).rejects.toThrow(
      refused,
    );
    const { results } = await pass(world, old.url, home);
    expect(results.size).toBe(0);
    expect(await targetRows(world)).toEqual(await targetRows(undisturbed));
    expect(await verified(world, old.url, home)).toEqual([]);
  } finally {
    await Promise.all([undisturbed.close(), world.close()]);
  }
});

it('settles contacts again only where something has changed of what decides', async () => {
  const world = await movingWorld();
  const settled: number[] = [];
  const counting = {
    ...quiet,
    advance: (step: string, rows: number) => void (step === 'contacts' && settled.push(rows)),
  };
  try {
    await pass(world, old.url, home);
    await source.query(`update ofmucroom set naturalname = 'The hall' where name = 'assembly'`);
    await pass(world, old.url, home, {}, counting);
    expect(settled).toEqual([]);
    await source.query(
      `delete from ofgroupuser where groupname = 'Teachers' and username = 'haddad'`,
    );
    await pass(world, old.url, home, {}, counting);
    expect(settled).not.toEqual([]);
    expect(await verified(world, old.url, home)).toEqual([]);
  } finally {
    await world.close();
  }
});

it('abandoned in the middle, all is as before', async () => {
  const world = await movingWorld();
  try {
    const before = [await targetRows(world), await safeguards(world)];
    expect(await interrupted(world, 8)).toBe(true);
    expect(await safeguards(world)).not.toEqual(before[1]);
    const target = await Target.open({ url: world.url, engineUrl: null });
    await target.lock();
    await abandonImport(target);
    await target.close();
    expect([await targetRows(world), await safeguards(world)]).toEqual(before);
  } finally {
    await world.close();
  }
});

const pictureOf = (text: string) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)]).toString('base64');

/** Another picture that somebody publishes. */
function avatar(username: string, text: string, at: string): string {
  return `insert into ofpubsubitem (serviceid, nodeid, id, jid, creationdate, payload)
    values ('${username}@school.example', 'urn:xmpp:avatar:data', '${text}', '${username}@school.example/x',
      '${at}', '<data xmlns="urn:xmpp:avatar:data">${pictureOf(text)}</data>')`;
}

const CHANGES = [
  `update ofuser set name = 'Ruth K.' where username = 'keller'`,
  `update ofuser set encryptedpassword = null where username = 'silva'`,
  `delete from ofuser where username = 'tanaka'`,
  `insert into ofuser (username, plainpassword, creationdate, modificationdate)
   values ('newcomer', 'welcome!', '001795350170000', '001795350170000')`,
  `update ofgroupprop set propvalue = 'everybody' where groupname = 'Teachers' and name = 'sharedRoster.showInRoster'`,
  `delete from ofgroupuser where groupname = 'Garden Club' and username = 'weber'`,
  `delete from ofmucaffiliation where affiliation = 40`,
  `update ofmucroom set naturalname = 'The hall', modificationdate = '001795350999000' where name = 'assembly'`,
  `delete from ofoffline where messageid = 1`,
  `delete from ofpubsubitem where nodeid = 'urn:xmpp:avatar:data'`,
  avatar('dubois', 'red', '001795360000000'),
  `delete from ofpubsubitem where nodeid = 'urn:xmpp:bookmarks:1' and id = (
     select min(id) from ofpubsubitem where nodeid = 'urn:xmpp:bookmarks:1')`,
  `delete from ofmucconversationlog where messageid = 2`,
  `delete from ofmucconversationlog where messageid = (select max(messageid) from ofmucconversationlog)`,
  `insert into ofmucconversationlog (roomid, messageid, sender, nickname, logtime, body)
   select roomid, 99, 'weber@school.example/x', 'Jürgen', '001795360000000', 'After the copy' from ofmucroom where name = 'assembly'`,
];

it('a catch-up after changes ends as a fresh copy does, and derives only new passwords', async () => {
  const [world, fresh] = [await movingWorld(), await movingWorld()];
  try {
    await pass(world, old.url, home);
    for (const change of CHANGES) await source.query(change);
    const { results } = await pass(world, old.url, home);
    expect(results.get('accounts')).toMatchObject({ derived: 2, removed: 1 });
    await pass(fresh, old.url, home);
    const [caughtUp, copied] = [await targetRows(world), await targetRows(fresh)];
    // keys of a password that was removed there stay
    const without = ['rosters'];
    for (const name of Object.keys(copied).filter((one) => !without.includes(one))) {
      expect([name, caughtUp[name]]).toEqual([name, copied[name]]);
    }
    expect(await verified(world, old.url, home)).toEqual([]);
  } finally {
    await world.close();
    await fresh.close();
  }
});

it('lines that were deleted there are deleted here, wherever it is killed, and the others keep their ids', async () => {
  const [world, fresh] = [await movingWorld(), await movingWorld()];
  try {
    await pass(world, old.url, home);
    await source.query(
      `delete from ofmucconversationlog where roomid = (select roomid from ofmucroom where name = 'assembly') and messageid <> 1`,
    );
    let at = 1;
    while (await interrupted(world, at)) at += 1;
    expect(at).toBeGreaterThan(4);
    await pass(fresh, old.url, home);
    const [caughtUp, copied] = [await targetRows(world), await targetRows(fresh)];
    expect(copied['lines']).not.toEqual([]);
    expect(caughtUp['lines']).toEqual(copied['lines']);
    expect(await verified(world, old.url, home)).toEqual([]);
    const { results } = await pass(world, old.url, home);
    expect(results.get('messages')).toMatchObject({ changed: 0 });
    expect((await targetRows(world))['lines']).toEqual(copied['lines']);
  } finally {
    await world.close();
    await fresh.close();
  }
});

it('an avatar alone becomes the photo of a vCard, and follows the source', async () => {
  const world = await movingWorld();
  const photo = async () => {
    const [row] = await world.query(`select xml from vcard where username = 'keller'`);
    return row && /<PHOTO><TYPE>(.*)<\/TYPE><BINVAL>(.*)<\/BINVAL>/.exec(row['xml'])?.slice(1);
  };
  const changed = async (kinds = SETTINGS.kinds) => {
    const { results, counts } = await pass(world, old.url, home, { kinds });
    expect(await verified(world, old.url, home)).toEqual([]);
    const { changed: vcards, removed } = results.get('vcards')!;
    return { vcards, removed, dropped: counts['avatar-dropped'] };
  };
  try {
    await source.query(avatar('keller', 'first', '001795350000000'));
    expect(await changed()).toEqual({ vcards: 2, removed: 0 });
    expect(await photo()).toEqual(['image/png', pictureOf('first')]);
    expect(await changed()).toEqual({ vcards: 0, removed: 0 });
    await source.query(avatar('keller', 'another', '001795360000000'));
    await source.query(avatar('silva', 'other', '001795360000000'));
    const alone = new Set<Kind>(['vcards']);
    expect(await changed(alone)).toEqual({ vcards: 1, removed: 0, dropped: 1 });
    expect(await photo()).toEqual(['image/png', pictureOf('another')]);
    await source.query(`delete from ofpubsubitem where serviceid = 'keller@school.example'`);
    expect(await changed()).toEqual({ vcards: 0, removed: 1, dropped: 1 });
    expect(await photo()).toBeUndefined();
  } finally {
    await world.close();
  }
});

it('what was changed here stays, and is reported', async () => {
  const world = await movingWorld();
  try {
    await pass(world, old.url, home);
    await world.query(`update account set name = 'Changed here' where username = 'keller'`);
    await world.query(`update user_group set description = 'Changed here' where name = 'Teachers'`);
    await source.query(`update ofuser set name = 'Changed there' where username = 'keller'`);
    await source.query(`delete from ofgroup where groupname = 'Teachers'`);
    const { counts } = await pass(world, old.url, home);
    expect(counts['changed-here']).toBe(2);
    const names = await world.query(`select name from account where username = 'keller'`);
    expect(names).toEqual([{ name: 'Changed here' }]);
    expect(await world.query(`select from user_group where name = 'Teachers'`)).toHaveLength(1);
  } finally {
    await world.close();
  }
});

const REWRITTEN = 'is not as it was written';

/** What is done, and what is to be said of it, once or more. */
const PLANTED: readonly (readonly [
  change: string,
  kind: Kind,
  name: string,
  ...fields: string[],
])[] = [
  [
    `update account set name = 'x' where username = 'weber'`,
    'accounts',
    'weber',
    'name',
    REWRITTEN,
  ],
  [
    `update account set email = null where username = 'dubois'`,
    'accounts',
    'dubois',
    'email',
    REWRITTEN,
  ],
  [
    `update account set properties = '[]' where username = 'okonkwo'`,
    'accounts',
    'okonkwo',
    'properties',
    REWRITTEN,
  ],
  [
    `update account set created_at = now() where username = 'keller'`,
    'accounts',
    'keller',
    'createdAt',
    REWRITTEN,
  ],
  [`delete from lockout where username = 'novak'`, 'accounts', 'novak', 'lockout', REWRITTEN],
  [
    `update account_credential set sha256_stored_key = sha256(sha256_stored_key) where username = 'haddad'`,
    ...(['accounts', 'haddad', 'credentials'] as const),
  ],
  [
    `delete from account_credential where username = 'lindqvist'`,
    'accounts',
    'lindqvist',
    'credentials',
    REWRITTEN,
  ],
  [
    `update account_credential set sha1_server_key = substr(sha256(sha1_server_key), 1, 20) where username = 'silva'`,
    ...(['accounts', 'silva', 'credentials'] as const),
  ],
  [`delete from account where username = 'tanaka'`, 'accounts', 'tanaka', 'is missing'],
  [
    `update roster_item set nickname = 'x' where owner = 'silva'`,
    'rosters',
    'silva',
    'contacts',
    REWRITTEN,
  ],
  [
    `update roster_item set subscription = 0 where owner = 'dubois' and jid = 'weber@school.example'`,
    ...(['rosters', 'dubois', 'contacts', REWRITTEN] as const),
  ],
  [
    `update roster_item set groups = '{x}' where owner = 'weber'`,
    'rosters',
    'weber',
    'contacts',
    REWRITTEN,
  ],
  [`delete from roster_request where owner = 'dubois'`, 'rosters', 'dubois', 'requests', REWRITTEN],
  [`update vcard set xml = '<vCard xmlns="vcard-temp"/>'`, 'vcards', 'silva', 'xml', REWRITTEN],
  [
    `update user_group set display_name = null where name = 'Teachers'`,
    'groups',
    'Teachers',
    'displayName',
    REWRITTEN,
  ],
  [
    `update user_group set description = 'x' where name = 'Garden Club'`,
    'groups',
    'Garden Club',
    'description',
    REWRITTEN,
  ],
  [
    `update group_member set is_admin = false where group_name = 'Front Office'`,
    ...(['groups', 'Front Office', 'admins', 'members', REWRITTEN] as const),
  ],
  [
    `update user_group set visibility = 'members' where name = 'Front Office'`,
    'groups',
    'Front Office',
    'visibility',
  ],
  [
    `update chat_service set history_max_number = 3 where name = 'clubs'`,
    'services',
    'clubs',
    'historyMaxNumber',
    REWRITTEN,
  ],
  [
    `update chat_service set hidden = true where name = 'conference'`,
    'services',
    'conference',
    'hidden',
    REWRITTEN,
  ],
  [`update room set password = null where name = 'exams'`, 'rooms', 'exams@conference', 'password'],
  [
    `delete from room_affiliation where affiliation = 'outcast'`,
    'rooms',
    'staffroom@conference',
    'outcasts',
  ],
  [
    `update room_affiliation set nickname = 'x' where affiliation = 'member' and jid = 'haddad@school.example'`,
    ...(['rooms', 'staffroom@conference', 'nicknames'] as const),
  ],
  [`delete from room_group_affiliation`, 'rooms', 'garden@clubs', 'groups'],
  [
    `delete from room_message where room_id = (select id from room where name = 'staffroom') and sent_at = (
       select min(sent_at) from room_message join room on room.id = room_id where name = 'staffroom')`,
    ...([
      'messages',
      'staffroom@conference',
      'LINES',
      'its first lines',
      'its last lines',
    ] as const),
  ],
  [
    `update room_message set stanza = '<message/>' where id = 1`,
    ...([
      'messages',
      'assembly@conference',
      'its lines',
      'its first lines',
      'its last lines',
    ] as const),
  ],
  [
    `update room_message set nickname = 'x' where room_id = (select id from room where name = 'garden')`,
    ...(['messages', 'garden@clubs', 'its lines', 'its first lines', 'its last lines'] as const),
  ],
  [
    `delete from prosody.prosodyarchive where store = 'offline' and "user" = 'keller'`,
    ...(['offline', 'keller', '1 wait, here 0', 'is missing'] as const),
  ],
  [
    `update prosody.prosodyarchive set value = '<message/>' where store = 'offline'`,
    ...(['offline', 'o\\27leary', 'stanza'] as const),
  ],
  [
    `update prosody.prosody set value = '{}' where store = 'private'`,
    ...(['pep', 'okonkwo@school.example: storage:bookmarks', 'private'] as const),
  ],
  [
    `update prosody.prosody set value = '{}' where store = 'pep'`,
    ...(['pep', 'haddad@school.example: urn:xmpp:bookmarks:1', 'settings'] as const),
  ],
  [
    `delete from prosody.prosodyarchive where store = 'pep_urn:xmpp:bookmarks:1'`,
    ...(['pep', 'haddad@school.example: urn:xmpp:bookmarks:1', 'items', '3 rows, here 1'] as const),
  ],
  [
    `delete from prosody.prosody where store = 'blocklist' and key like 'noise%'`,
    ...(['blocks', 'dubois: blocklist', 'jids', '2 rows, here 1'] as const),
  ],
  [
    `update system_property set value = 'x' where key = 'admin.authorizedJIDs'`,
    ...(['properties', 'admin.authorizedJIDs', 'value', REWRITTEN] as const),
  ],
  [
    `delete from audit_entry where summary like 'Successful%'`,
    'audit',
    '',
    '4 rows there, 3 here and 0 reported',
  ],
  [
    `update audit_entry set details = 'x' where summary like 'enabled%Teachers'`,
    'audit',
    'AT admin',
    'is not as it is there',
  ],
];

/** Rooms by the digest of what was written. */
const ROOMS_REWRITTEN = ['exams@conference', 'staffroom@conference', 'garden@clubs'];

const LATER = `+ interval '1 minute'`;

/** Nothing but when it was, whose it is, or what only clients see. */
const SMALL: typeof PLANTED = [
  [
    `update lockout set starts_at = starts_at ${LATER}`,
    ...(['accounts', 'novak', 'lockout', REWRITTEN] as const),
  ],
  [
    `update room set creation_date = creation_date ${LATER} where name = 'exams'`,
    ...(['rooms', 'exams@conference', 'creationDate', REWRITTEN] as const),
  ],
  [
    `update room_message set sent_at = sent_at ${LATER} where id = 1`,
    ...([
      'messages',
      'assembly@conference',
      'its lines',
      'its first lines',
      'its last lines',
    ] as const),
  ],
  [
    `update room_message set sender_shown = not sender_shown
     where room_id = (select id from room where name = 'garden')`,
    ...(['messages', 'garden@clubs', 'its lines'] as const),
  ],
  [
    `update room_message set body = 'x' where room_id = (select id from room where name = 'staffroom')`,
    ...(['messages', 'staffroom@conference', 'its lines'] as const),
  ],
  [
    `update audit_entry set occurred_at = occurred_at ${LATER} where summary like 'enabled%Teachers'`,
    ...(['audit', 'AT admin', 'is not as it is there'] as const),
  ],
  [
    `update prosody.prosodyarchive set "when" = "when" + 1 where store = 'offline' and "user" = 'keller'`,
    ...(['offline', 'keller', 'sentAt'] as const),
  ],
  [
    `update prosody.prosodyarchive set "when" = "when" + 1 where store = 'pep_urn:xmpp:bookmarks:1'`,
    ...(['pep', 'haddad@school.example: urn:xmpp:bookmarks:1', 'items'] as const),
  ],
  [
    `update roster_item set subscription = 2 where owner = 'okonkwo' and jid = 'silva@school.example'`,
    ...(['rosters', 'okonkwo', 'contacts'] as const),
  ],
  [
    `update roster_request set stanza = '<presence/>' where owner = 'dubois'`,
    ...(['rosters', 'dubois', REWRITTEN] as const),
  ],
  [
    `delete from prosody.prosody where store = 'private'`,
    ...(['pep', 'okonkwo@school.example: storage:bookmarks', 'is missing'] as const),
  ],
];

it.each([
  ['', PLANTED, ROOMS_REWRITTEN],
  ['small ', SMALL, []],
])(
  'verify finds each %splanted difference by kind, name and field, and nothing else',
  async (_, changes, rewritten) => {
    const world = await movingWorld();
    try {
      await pass(world, old.url, home);
      for (const [change] of changes) await world.query(change);
      const found = await verified(world, old.url, home);
      const told = found.map(({ kind, name, field }) =>
        [
          ...[kind, name.replace(/^\d{4}-\S+Z /, 'AT ')],
          field.replace(/^\d+ lines, here \d+$/, 'LINES'),
        ].join(' | '),
      );
      const planted = changes.flatMap(([, kind, name, ...fields]) =>
        fields.map((field) => [kind, name, field].join(' | ')),
      );
      const rooms = rewritten.map((name) => ['rooms', name, REWRITTEN].join(' | '));
      expect([...new Set(told)].sort()).toEqual([...new Set([...planted, ...rooms])].sort());
    } finally {
      await world.close();
    }
  },
);
