import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import type { ReportEntry } from '../src/report.js';
import { openfireData } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { targetRows } from '../src/testing/target-rows.js';
import { movingWorld, pass, quiet, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** The last one with keys in two tables. */
const SCHEMA = 39;

let world: MovingWorld;
let report: readonly ReportEntry[];
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nasty-'));
  const file = join(folder, 'report');
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(openfire(SCHEMA).postgres());
  await client.end();
  world = await movingWorld('corp.example');
  await pass(world, database.url, null, {}, quiet, file);
  await database.drop();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  report = lines.map((line) => JSON.parse(line));
  await rm(folder, { recursive: true });
});
afterAll(() => world?.close());

const rows = async (statement: string) =>
  (await world.query<object>(statement)).map((row) => Object.values(row));

describe('What becomes of nasty rows:', () => {
  it('what is noted of them is what is here, though it is not read again', async () => {
    const noted = await world.query<{ kind: string; items: number; others: string[] | null }>(
      `select kind, count(*)::integer as items,
         array_agg(target::text) filter (where written is distinct from moving.digest(kind, target)) as others
       from moving.item where kind in ('accounts', 'rosters') group by kind order by kind`,
    );
    expect(noted).toMatchObject([
      { kind: 'accounts', others: null },
      { kind: 'rosters', others: null },
    ]);
    for (const { items } of noted) expect(items).toBeGreaterThan(2);
  });

  it('names', async () => {
    const names = await rows(
      `select username from account where username !~ '^(text|dates|pw|keys)' order by username`,
    );
    expect(names.flat()).toEqual(
      ['admin', 'alice', 'bob', 'bob\\40corp.example', 'sha256', 'ss'].sort(),
    );
  });

  it('dates', async () => {
    const dates = `select username, extract(epoch from created_at)::integer from account
      where username ~ '^dates' order by username`;
    expect(await rows(dates)).toEqual([
      ['dates0', 0],
      ['dates1', 0],
      ['dates2', 0],
    ]);
  });

  it('passwords and keys', async () => {
    const hashes = await rows(
      `select username, concat_ws(' ', 'sha1' || left(sha1_stored_key::text, 0), 'sha256' || left(sha256_stored_key::text, 0))
       from account left join account_credential using (username)
       where username ~ '^(admin|alice|pw|keys|sha256)' order by username`,
    );
    expect(Object.fromEntries(hashes)).toEqual({
      ...{ admin: 'sha1', alice: 'sha1 sha256', sha256: 'sha1 sha256' },
      ...{ 'keys-cut': 'sha1', 'keys-half': '', 'keys-zero': '' },
      ...{ 'pw-empty': '', 'pw-nbsp': 'sha1 sha256', 'pw-bell': 'sha1', 'pw-raw': 'sha1 sha256' },
      ...{ 'pw-is-name': 'sha1 sha256', 'pw-55': 'sha1 sha256', 'pw-56': '', 'pw-admin': 'sha1' },
      ...{ 'pw-mixed': 'sha1 sha256', 'pw-upper': 'sha1 sha256', 'pw-odd': '', 'pw-no-hex': '' },
    });
  });

  it('contacts, with those of shared groups', async () => {
    const contacts =
      'select owner, jid, subscription, ask, groups from roster_item order by owner, jid';
    expect(await rows(contacts)).toEqual([
      ['admin', 'alice@corp.example', 3, false, []],
      ['admin', 'bob@corp.example', 1, false, []],
      ['alice', 'admin@corp.example', 3, false, []],
      ['alice', 'alice@corp.example', 3, false, []],
      ['alice', 'asked@other.example', 0, true, []],
      ['alice', 'bob@corp.example', 3, false, ['Crew', 'Friends', 'last', 'second']],
      ['alice', 'left@other.example', 1, false, []],
      ['alice', 'nine@other.example', 0, false, []],
      // the other side is absent
      ['alice', 'ss@corp.example', 0, false, []],
      // it does not agree
      ['bob', 'admin@corp.example', 0, false, []],
      ['bob', 'alice@corp.example', 3, false, ['Work']],
    ]);
    expect(await rows('select owner, jid from roster_request')).toEqual([
      ['alice', 'carol@other.example'],
    ]);
  });

  it('vCards', async () => {
    expect(await rows('select username from vcard order by username')).toEqual([
      ['admin'],
      ['alice'],
    ]);
  });

  it('groups', async () => {
    const groups = await rows(
      `select name, visibility, visible_to, display_name from user_group
       where visibility <> 'nobody' or display_name is not null order by name`,
    );
    expect(groups).toEqual([
      ['Empty list', 'members', [], null],
      ['Everybody', 'everybody', [], 'Everybody!'],
      ['Listed', 'groups', ['Listed', 'Sales, North', 'tab\tname'], 'Listed!'],
      ['Members', 'members', [], 'Members!'],
      ['Never', 'nobody', [], 'Never!'],
      ['Unlisted', 'groups', ['Crew', 'North'], 'Unlisted!'],
    ]);
    const emoji = `select group_name, jid from group_member where group_name like '😀%'`;
    expect(await rows(emoji)).toEqual([['😀'.repeat(50), 'bob\\40corp.example@corp.example']]);
    const crew = `select jid, is_admin from group_member where group_name = 'Crew' order by jid`;
    expect(await rows(crew)).toEqual([
      ['alice@corp.example', true],
      ['bob@corp.example', false],
      ['guest@other.example', false],
    ]);
  });

  it('services and rooms', async () => {
    expect((await rows('select name from chat_service order by name')).flat()).toEqual([
      ...['clubs', 'conference', 'twin'],
    ]);
    const rooms = `select service, name, subject, public_room, members_only from room order by 1, 2`;
    expect(await rows(rooms)).toEqual([
      ['clubs', 'locked', null, false, true],
      ['conference', 'broken', null, true, false],
      ['conference', 'groups', null, true, true],
      ['conference', 'lobby', null, true, false],
      ['conference', 'lobby-2', null, true, false],
      ['conference', 'plain', 'A plain subject', true, false],
      ['conference', 'topic', 'Hi & bye', true, false],
    ]);
  });

  it('affiliations', async () => {
    const people = `select name, jid, affiliation, room_affiliation.nickname
      from room_affiliation join room on id = room_id order by name, jid`;
    expect(await rows(people)).toEqual([
      ['groups', 'missing@corp.example', 'admin', null],
      ['lobby', 'alice@corp.example', 'owner', 'Both'],
      ['lobby', 'bob@corp.example', 'admin', null],
      ['lobby', 'evil@other.example', 'outcast', null],
      ['lobby', 'ss@corp.example', 'member', 'Ess'],
      ['lobby-2', 'alice@corp.example', 'owner', null],
      ['plain', '8dp6ato=@other.example', 'owner', null],
    ]);
    expect(await rows('select group_name, affiliation from room_group_affiliation')).toEqual([
      ['Crew', 'owner'],
    ]);
  });

  it('lines', async () => {
    const lines = `select m.id::integer, m.nickname, m.subject, m.body
      from room_message m join room on room.id = room_id where name = 'lobby' order by sent_at`;
    expect(await rows(lines)).toEqual([
      [12, 'Alice', null, 'when?'],
      [1, 'Alice', null, 'hello'],
      [2, 'Alice', null, 'no stanza'],
      [3, null, null, 'by the room'],
      [4, null, null, 'blank'],
      [5, 'Alice', 'Topic', null],
      [6, 'Alice', '', null],
      [7, 'Alice', null, 'column'],
      [8, 'Alice', null, 'twice'],
      [15, 'Alice', null, 'twice'],
      [16, 'Alice', null, 'no id'],
      [9, 'Alice', null, 'cut'],
      [10, 'Alice', null, 'private things'],
    ]);
    const added = `select from room_message where stanza ~ 'occupant-id|ofrom|addresses|stanza-id'`;
    expect(await rows(added)).toEqual([]);
  });

  it('what waits', async () => {
    const waiting = `select key, value from prosody.prosodyarchive where store = 'offline' order by key`;
    expect(await rows(waiting)).toEqual([
      [
        'of-1',
        "<message from='bob@corp.example/x' to='alice@corp.example' type='chat'><body>hi</body></message>",
      ],
      [
        'of-2',
        "<message from='bob@corp.example/x' to='alice@corp.example'><body>page  feed</body></message>",
      ],
      [
        'of-3',
        "<message from='bob@corp.example/x' to='bob@corp.example' type='normal'><body>hi</body></message>",
      ],
      [
        'of-4',
        "<message from='bob@corp.example/x' to='bob@corp.example'><x xmlns='http://jabber.org/protocol/muc#user'><invite from='alice@corp.example'/></x></message>",
      ],
    ]);
  });

  it('nodes and block lists', async () => {
    const nodes = `select "user", key, value::jsonb -> 'config' ->> 'access_model' from prosody.prosody where store = 'pep' order by 1, 2`;
    expect(await rows(nodes)).toEqual([
      ['alice', 'urn:example:notes', 'open'],
      ['alice', 'urn:xmpp:bookmarks:1', 'whitelist'],
    ]);
    const newest = `select count(*)::integer, min(substr(key, 2)::integer) from prosody.prosodyarchive where store = 'pep_urn:example:notes'`;
    expect(await rows(newest)).toEqual([[256, 44]]);
    const blocked = `select "user", key from prosody.prosody where store = 'blocklist' and key <> '' order by 1`;
    expect(await rows(blocked)).toEqual([
      ['alice', 'evil@other.example'],
      ['bob', 'a@b.example'],
    ]);
  });

  it('what is in the report', () => {
    const told: Record<string, string[]> = {};
    for (const { kind, code, name, field, count } of report) {
      if (code === 'no-password' && name.startsWith('text')) continue;
      const parts = [name, field, count].filter((part) => part !== undefined && part !== '');
      (told[`${kind} ${code}`] ??= []).push(parts.join(' | '));
    }
    for (const names of Object.values(told)) names.sort();
    expect(told).toEqual(REPORTED);
  });
});

/** Files of HSQLDB in which people and rooms have other names. */
async function named(names: Readonly<Record<string, string>>): Promise<string> {
  let text = JSON.stringify(openfireData());
  for (const [old, name] of Object.entries(names)) text = text.replaceAll(old, name);
  const folder = await mkdtemp(join(tmpdir(), 'named-'));
  const form = { engine: '2', log: false, lobs: false } as const;
  for (const [name, content] of openfire(SCHEMA, { data: JSON.parse(text) }).hsqldb(form)) {
    await writeFile(join(folder, name), content);
  }
  return folder;
}

it('names that are given by a rename are as good as those of the source', async () => {
  const [bad, good] = ['00:1a:2b:3c', 'alys'];
  const [badRoom, goodRoom] = ['o.neil/y', 'parlour'];
  const renames = [
    { old: bad, given: good, line: null },
    { old: `${badRoom}@conference`, given: goodRoom, line: null },
  ];
  const folders = [
    await named({ alice: bad, lobby: badRoom }),
    await named({ alice: good, lobby: goodRoom }),
  ] as const;
  const worlds = [await movingWorld('corp.example'), await movingWorld('corp.example')] as const;
  try {
    const { counts } = await pass(worlds[0], folders[0], null, {}, quiet, null, renames);
    const others = await pass(worlds[1], folders[1], null);
    expect(counts).toEqual({ ...others.counts, renamed: 2 });
    const there = JSON.stringify(await targetRows(worlds[0]));
    // an email, the payload of an invitation, an audit entry, a title
    expect([there.split(bad).length, there.split(badRoom).length]).toEqual([4, 2]);
    const like = there.replaceAll(bad, good).replaceAll(badRoom, goodRoom);
    expect(JSON.parse(like)).toEqual(JSON.parse(JSON.stringify(await targetRows(worlds[1]))));
    const again = await pass(worlds[0], folders[0], null, {}, quiet, null, renames);
    const changed = [...again.results].filter(([, one]) => one.changed + one.removed > 0);
    // these are taken as a whole each time
    expect(changed.map(([kind]) => kind)).toEqual(['offline']);
    expect(await verified(worlds[0], folders[0], null, { renames })).toEqual([]);
  } finally {
    for (const one of worlds) await one.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  }
});

/** By kind and code: names, each with its field and number. */
const REPORTED: Readonly<Record<string, readonly string[]>> = {
  'source table-dropped': [
    'ofid | 1',
    'ofmucroomprop | 2',
    'ofmucroomretiree | 1',
    'ofversion | 1',
  ],
  'source connection-dropped': [
    'gateway | ofExtComponentConf',
    'other.example | ofRemoteServerConf',
  ],
  'properties property-dropped': [
    ...['aes.gcm', 'lost.key', 'nasty', 'passwordKey', 'xmpp.domain'],
    ...['xmpp.muc.history.maxNumber', 'xmpp.muc.history.type'],
  ],
  'accounts default-password': ['admin'],
  'accounts no-password': [
    ...['dates0', 'dates1', 'dates2', 'keys-half', 'keys-zero', 'pw-56', 'pw-empty', 'pw-no-hex'],
    'pw-odd',
  ],
  'accounts scram-incomplete': ['keys-half | SCRAM-SHA-1', 'keys-zero | SCRAM-SHA-1'],
  'accounts password-unusable': ['pw-bell'],
  'accounts scram-disagrees': ['pw-mixed'],
  'accounts password-undecryptable': ['pw-no-hex', 'pw-odd'],
  'accounts name-invalid': ['', '.', 'a b', 'x'.repeat(65), '😀'],
  'accounts name-twice': ['Bob', 'ß'],
  'accounts property-dropped': ['alice'],
  'accounts flag-dropped': ['alice | other', 'ss | lockout'],
  'accounts value-bad': ['dates1 | creationDate'],
  'accounts reference-missing': ['ghost'],
  'accounts text-damaged': ['1', '2', '3'].flatMap((n) => [`text${n} | email`, `text${n} | name`]),
  'groups member-missing': ['Listed | 1'],
  'groups property-dropped': ['Crew | colour'],
  'groups grouplist-missing': ['Empty list | sharedRoster.groupList'],
  'groups reference-missing': ['Listed | sharedRoster.groupList', 'no group'],
  'rosters reference-missing': ['Bob', 'ghost', 'rosterID 999 | ofRosterGroups | 1'],
  'rosters contact-own': ['alice | jid'],
  'rosters contact-twice': ['alice'],
  'rosters contact-removed': ['alice'],
  'rosters value-bad': ['alice | sub'],
  'rosters jid-invalid': ['alice | jid'],
  'rosters foreign-contact': ['other.example | 4'],
  'vcards reference-missing': ['ghost'],
  'vcards xml-broken': ['bob | vcard', 'ss | vcard'],
  'vcards avatar-dropped': ['bob | PHOTO'],
  'services reference-missing': ['serviceID 99 | ofMucServiceProp | 1'],
  'services name-unprepared': ['CLUBS'],
  'services property-dropped': ['CLUBS | create.anyone'],
  'rooms reference-missing': [
    ...['adrift@', 'groups@conference'],
    ...['roomID 999 | ofMucAffiliation | 1', 'roomID 999 | ofMucMember | 1'],
  ],
  'rooms room-locked': ['locked@CLUBS'],
  'rooms room-renamed': ['Lobby@conference'],
  'rooms xml-broken': ['broken@conference | subject'],
  'rooms value-bad': [
    ...['broken@conference | allowpm', 'broken@conference | rolesToBroadcast'],
    'plain@conference | affiliation',
  ],
  'rooms property-dropped': ['lobby@conference | email', 'lobby@conference | firstName'],
  'properties property-proposed': ['plugin.restapi.secret'],
  'rooms fmuc-dropped': ['plain@conference | fmucEnabled'],
  'messages xml-broken': ['lobby@conference | stanza'],
  'messages value-bad': ['lobby@conference | logTime'],
  'messages text-damaged': ['Lobby@conference | body'],
  'messages reference-missing': ['1'],
  'messages message-id-new': ['3'],
  'offline xml-broken': ['alice | stanza'],
  'offline reference-missing': ['1'],
  'pep reference-missing': [
    'ghost@corp.example: urn:example:notes',
    'nobody@corp.example: urn:example:notes',
    'nobody@corp.example: urn:none | ofPubsubAffiliation | 1',
    'someone@other.example: urn:xmpp:avatar:data',
  ],
  'pep pep-node-dropped': ['alice@corp.example: root', 'pubsub: news'],
  'pep pep-items-dropped': [
    ...['alice@corp.example: urn:example:notes', 'bob@corp.example: urn:xmpp:avatar:data'],
  ],
  'pep pep-node-missing': ['1'],
  'blocks reference-missing': ['ghost: l'],
  'blocks privacy-rule': ['alice: empty | empty', 'bob: blocklist | blocklist'],
  'archive xml-broken': ['alice@corp.example', 'alice@corp.example | stanza'],
  'archive jid-invalid': ['alice@corp.example'],
  'archive archive-of-room': ['2'],
  'archive reference-missing': ['1'],
};
