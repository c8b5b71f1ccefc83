import { readFile } from 'node:fs/promises';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { KINDS, type Kind, type RowsByKind } from '../src/rows.js';
import type { Source } from '../src/source.js';
import { compareTexts } from '../src/sources/cells.js';
import { openOpenfire } from '../src/sources/open-openfire.js';

const folder = new URL('./openfire-5.0.5/', import.meta.url);
const expected = JSON.parse(await readFile(new URL('expected.json', folder), 'utf8'));
/** One of the expected things. */
interface Named {
  readonly [name: string]: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}
type All = { [K in Kind]: RowsByKind[K][] };

async function allOf(source: Source): Promise<All> {
  const all: Partial<Record<Kind, unknown[]>> = {};
  for (const kind of KINDS) {
    all[kind] = [];
    const report = (entry: unknown) => {
      throw new Error(JSON.stringify(entry));
    };
    for await (const row of source.rows(kind, { report })) all[kind].push(row);
  }
  return all as All;
}

async function read(address: string): Promise<[All, Source['facts']]> {
  const source = await openOpenfire(address);
  try {
    return [await allOf(source), source.facts];
  } finally {
    await source.close();
  }
}

function says(all: () => All) {
  it('has its people', () => {
    const people = all().accounts.map(({ username, user, properties, flags }) => ({
      username,
      ...{ name: user!.name, email: user!.email, locked: flags.length > 0 },
      properties: Object.fromEntries(
        properties
          .filter(({ name }) => name !== 'console.rows_per_page')
          .map((p) => [p.name, p.propValue]),
      ),
      stored: [
        ...(user!.plainPassword ? ['plainPassword'] : []),
        ...(user!.encryptedPassword ? ['encryptedPassword and keys'] : []),
        ...(user!.storedKey && !user!.encryptedPassword ? ['keys only'] : []),
      ].join(),
    }));
    expect(people).toEqual(
      expected.people
        .map(({ password: _, ...person }: Named) => person)
        .toSorted((a: Named, b: Named) => compareTexts(a.username!, b.username!)),
    );
  });

  it('has its groups', () => {
    const found = all().groups.map(({ groupName, group, members }) => ({
      ...{ name: groupName, description: group!.description },
      admins: members.filter((m) => m.administrator === 1).map((m) => m.username),
      members: members.filter((m) => m.administrator === 0).map((m) => m.username),
    }));
    const local = (jids: string[]) => jids.map((jid) => jid.replace('@school.example', ''));
    expect(found).toEqual(
      expected.groups
        .map((g: Named) => ({
          ...{ name: g.name, description: g.description },
          ...{ admins: local(g.admins), members: local(g.members) },
        }))
        .toSorted((a: Named, b: Named) => compareTexts(a.name!, b.name!)),
    );
  });

  it('has its rosters and requests', () => {
    const own = (jid: string) =>
      all().rosters.find((r) => r.username === 'okonkwo' && r.jid === jid);
    expect(own('silva@school.example')).toMatchObject({
      ...{ sub: 3, nick: 'Inês, languages', groups: ['Close colleagues'] },
    });
    const weber = all().rosters.find((r) => r.username === 'weber' && r.jid.startsWith('dubois'));
    expect(weber).toMatchObject({ sub: 3, nick: 'Claire', groups: ['Garden', 'Chess club'] });
    const requests = all().rosters.filter((r) => r.sub === 0 && r.ask === -1 && r.recv === 1);
    expect(requests.map(({ username, jid, stanza }) => [username, jid, stanza])).toEqual([
      ['dubois', 'haddad@school.example', expect.stringContaining('Chess on Monday?')],
      ['o\\27leary', 'haddad@school.example', expect.stringContaining('<presence')],
    ]);
  });

  it('has its services and rooms', () => {
    expect(all().services.map((s) => [s.subdomain, s.description, s.isHidden])).toEqual([
      ['clubs', 'Rooms of the clubs', 0],
      ['conference', null, 0],
    ]);
    expect(all().services[0]!.properties).toEqual(
      expect.arrayContaining([
        { name: 'history.maxNumber', propValue: '15' },
        { name: 'history.type', propValue: 'number' },
      ]),
    );
    const bool = (value: number | null) => value === 1;
    const found = all().rooms.map((room) => ({
      ...{ service: room.services[0], roomName: room.name, naturalName: room.naturalName },
      ...{ description: room.description, maxUsers: room.maxUsers, password: room.roomPassword },
      ...{ publicRoom: bool(room.publicRoom), moderated: bool(room.moderated) },
      ...{ membersOnly: bool(room.membersOnly), logEnabled: bool(room.logEnabled) },
      canAnyoneDiscoverJID: bool(room.canDiscoverJID),
      owners: room.affiliations.filter((a) => a.affiliation === 10).map((a) => a.jid),
      admins: room.affiliations.filter((a) => a.affiliation === 20).map((a) => a.jid),
      outcasts: room.affiliations.filter((a) => a.affiliation === 40).map((a) => a.jid),
      members: room.members.map((m) => m.jid).filter((jid) => !jid.includes('/')),
    }));
    expect(found).toHaveLength(expected.rooms.length);
    for (const room of found) {
      const known = expected.rooms.find((r: Named) => r.roomName === room.roomName);
      expect(known).toMatchObject(room);
    }
  });

  it('has its lines in order', () => {
    const lines = expected.lines.flatMap(({ service, room, lines }: Named) =>
      lines.map(({ sender, nickname, subject, body, id }: Named) => ({
        ...{ services: [service], room, sender, nickname, subject, body },
        stanza: expect.stringContaining(`id="${id}"`),
      })),
    );
    const found = all().messages.toSorted((a, b) => Number(a.messageID) - Number(b.messageID));
    for (const line of lines) expect(found).toContainEqual(expect.objectContaining(line));
    expect(found).toHaveLength(lines.length);
  });

  it('has what belongs to its people', () => {
    expect(
      all()
        .offline.map(({ username }) => username)
        .sort(),
    ).toEqual(['keller', 'o\\27leary']);
    expect(all().vcards).toEqual([
      { username: 'silva', vcard: expect.stringContaining('<FN>Inês Silva</FN>') },
    ]);
    const nodes = all().pep.filter((row) => row.type === 'node');
    expect(
      nodes.map(({ serviceID, nodeID, node, items }) => [serviceID, nodeID, node, items]),
    ).toEqual([
      ['haddad@school.example', 'urn:xmpp:bookmarks:1', null, 2],
      ['okonkwo@school.example', 'storage:bookmarks', null, 1],
      ['silva@school.example', 'urn:xmpp:avatar:data', null, 1],
      ['silva@school.example', 'urn:xmpp:avatar:metadata', null, 1],
    ]);
    const items = all().pep.filter((row) => row.type === 'item');
    expect(
      items
        .filter((i) => i.serviceID.startsWith('haddad'))
        .map((i) => i.id)
        .sort(),
    ).toEqual(expected.personal.haddad.items);
    expect(items.every(({ payload }) => /^<.*>$/s.test(payload!))).toBe(true);
    const [list] = all().blocks;
    for (const jid of expected.blocked.dubois) expect(list!.list).toContain(jid);
  });

  it('has its properties and audit entries', () => {
    const found = Object.fromEntries(all().properties.map((p) => [p.name, p.propValue]));
    expect(found).toMatchObject(expected.properties);
    expect(
      all()
        .properties.filter((p) => p.encrypted === 1)
        .map((p) => p.name),
    ).toEqual(['school.safe.code', 'xmpp.muc.masterkey']);
    const audit = all().audit.toSorted((a, b) => Number(a.msgID) - Number(b.msgID));
    expect(audit.map(({ username, summary }) => ({ username, summary }))).toEqual(expected.audit);
  });
}

const tables = ({ tables }: Source['facts']) =>
  Object.fromEntries([...tables].sort().map(([name, columns]) => [name, [...columns].sort()]));
const at = (name: string) => new URL(name, folder).pathname;

describe('HSQLDB files of a real Openfire 5.0.5, stopped', () => {
  let all: All;
  let facts: Source['facts'];
  beforeAll(async () => {
    [all, facts] = await read(at('hsqldb'));
  });

  says(() => all);

  it('is known as what it is', () => {
    expect(facts).toMatchObject({
      ...{ form: 'hsqldb', server: 'HSQLDB 2.7.4', schema: 37, domain: 'school.example' },
      ...{ stopped: true, mayWrite: null },
    });
    const lost = facts.lost.map(({ name, count }) => [name, count]);
    expect(lost).toContainEqual(['ofpubsubsubscription', 16]);
  });

  it('gives the same while the server runs', async () => {
    const [running, { stopped }] = await read(at('hsqldb-running'));
    expect(running).toEqual(all);
    expect(stopped).toBe(false);
  });

  it('is counted as it is read', async () => {
    const source = await openOpenfire(at('hsqldb-running'));
    const owners = { ...all, pep: all.pep.filter(({ type }) => type === 'item') };
    for (const kind of KINDS) {
      expect([kind, await source.count(kind)]).toEqual([
        kind,
        { rows: owners[kind].length, estimated: false },
      ]);
    }
    await source.close();
  });
});

describe('PostgreSQL of a real Openfire 5.0.5', () => {
  let all: All;
  let facts: Source['facts'];
  beforeAll(async () => {
    const database = await emptyDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    // psql's own commands and settings aside, a dump is one script
    await client.query(await readFile(at('postgresql.sql'), 'utf8'));
    await client.end();
    [all, facts] = await read(database.url);
    await database.drop();
  });

  says(() => all);

  it('has the tables of HSQLDB', async () => {
    expect(facts).toMatchObject({ form: 'postgresql', schema: 37, mayWrite: true });
    const [, files] = await read(at('hsqldb'));
    expect(tables(facts)).toEqual(tables(files));
  });
});

const [suite, mariadb] = await suiteWith(
  ...([describe, 'MariaDB of a real Openfire 5.0.5', startTemporaryMariadb] as const),
);

suite('MariaDB of a real Openfire 5.0.5', () => {
  let all: All;
  let facts: Source['facts'];
  beforeAll(async () => {
    [all, facts] = await read(await mariadb!.load('openfire', new URL('mariadb.sql', folder)));
  });
  afterAll(() => mariadb!.stop());

  says(() => all);

  it('has the tables of HSQLDB', async () => {
    expect(facts).toMatchObject({ form: 'mysql', schema: 37, mayWrite: true });
    expect(facts.server).toMatch(/^MariaDB \d/);
    const [, files] = await read(at('hsqldb'));
    expect(tables(facts)).toEqual(tables(files));
  });
});
