import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { DEFAULT_SECURITY, OpenfireKeys } from '@chat-admin/moving/passwords/openfire-keys';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { findContext } from '@chat-admin/moving/entities/find-context';
import { ImportPass } from '@chat-admin/moving/passes/import-pass';
import { USUAL_KINDS } from '@chat-admin/moving/passes/import-settings';
import { Reporter } from '@chat-admin/moving/passes/reporter';
import { Target } from '@chat-admin/moving/target/target';
import { openOpenfire } from '@chat-admin/moving/sources/open-openfire';
import type { Difference } from '@chat-admin/moving/verify/difference';
import { openRepositories } from '@chat-admin/moving/verify/repositories';
import { verifyImport } from '@chat-admin/moving/verify/verify-import';
import pg from 'pg';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { Capabilities } from './capable-client.js';

const suite = await suiteNeeds(describe, 'An Openfire 5.0.5 that moved in', ['prosody']);

const SCHOOL = new URL('../../../libs/moving/test/openfire-5.0.5/', import.meta.url);
interface Person {
  readonly username: string;
  readonly password: string;
  readonly locked: boolean;
}
const PUBSUB = 'http://jabber.org/protocol/pubsub';
const BOOKMARKS = 'urn:xmpp:bookmarks:1';

/** Names with commas; a list that names its group, one that does not, none; shown to nobody. */
const GROUPS = [
  ...[group('Chess, Go', 'Games', 'onlyGroup', ['tanaka', 'novak'], 'Chess, Go,Garden Club')],
  ...[
    group('Nights', 'Nights', 'onlyGroup', ['tanaka', 'o\\27leary'], 'Missing\\u0009Garden Club'),
  ],
  ...[group('Choir', 'Choir', 'onlyGroup', ['tanaka', 'admin'])],
  ...[group('Secret', 'Secret', 'nobody', ['tanaka', 'weber'], 'Garden Club')],
].join('');

/** Of those to whom groups are shown. */
const OWN_CONTACTS = new Set(['dubois', 'weber', 'silva', 'friend@partner.example']);

/** As the script of HSQLDB has it. */
function group(
  name: string,
  label: string,
  shown: string,
  people: readonly string[],
  list?: string,
): string {
  const properties = [
    ...[`'displayName','${label}'`, `'showInRoster','${shown}'`],
    ...(list === undefined ? [] : [`'groupList','${list}'`]),
  ];
  return [
    `OFGROUP VALUES('${name}','')`,
    ...properties.map((one) => `OFGROUPPROP VALUES('${name}','sharedRoster.${one.slice(1)})`),
    ...people.map((one) => `OFGROUPUSER VALUES('${name}','${one}',0)`),
  ]
    .map((row) => `INSERT INTO ${row}\n`)
    .join('');
}

/** What the school has not: an avatar without photo, who is blocked but may log in, groups. */
const CHANGES: readonly (readonly [from: string | RegExp, to: string])[] = [
  [/(?=INSERT INTO OFGROUPUSER )/, GROUPS],
  [/<PHOTO>.*<\/PHOTO>/, ''],
  [
    'action="deny" order="1"/></list>',
    'action="deny" order="1"/><item type="jid" value="weber@school.example" action="deny" order="2"/></list>',
  ],
  // one person has all three: who has an avatar also blocks somebody, and has the bookmarks of okonkwo
  [
    /(?=INSERT INTO OFPRIVACYLIST )/,
    `INSERT INTO OFPRIVACYLIST VALUES('silva','mine',1,'<list xmlns="jabber:iq:privacy" name="mine"><item type="jid" value="tanaka@school.example" action="deny" order="1"/></list>')\n`,
  ],
  [
    /(INSERT INTO OFPUBSUBITEM VALUES\(')okonkwo(@.*?,')okonkwo(@.*\n)/,
    '$1okonkwo$2okonkwo$3$1silva$2silva$3',
  ],
];

suite('An Openfire 5.0.5 that moved in', () => {
  let world: World;
  let folder: string;
  let people: readonly Person[];
  let differences: readonly Difference[];
  let rows: Rows;
  let personal: { readonly silva: { readonly avatarSha1: string } };
  beforeAll(async () => {
    folder = await changedSchool();
    world = await World.start();
    differences = await move(folder, world.databaseUrl);
    rows = await rowsOf('silva', world.databaseUrl);
    ({ people, personal } = JSON.parse(await readFile(new URL('expected.json', SCHOOL), 'utf8')));
  });
  afterAll(async () => {
    await world?.stop();
    await rm(folder, { recursive: true });
  });

  const online = async (username: string) => {
    const { password } = people.find((one) => one.username === username)!;
    const client = await world.login(username, { password, mechanism: 'SCRAM-SHA-1' });
    await client.available();
    return client;
  };

  it('people log in with their old passwords, by SCRAM-SHA-1 and by PLAIN', async () => {
    for (const { username, password, locked } of people) {
      for (const mechanism of ['SCRAM-SHA-1', 'PLAIN'] as const) {
        // the stock client sends PLAIN in Latin-1 alone
        if (mechanism === 'PLAIN' && /[^\x00-\x7f]/.test(password)) continue;
        const login = world.login(username, { password, mechanism });
        if (locked) await expect(login).rejects.toThrow();
        else await (await login).close();
      }
    }
  });

  it('they find their contacts, with those of shared groups', async () => {
    const okonkwo = await online('okonkwo');
    const roster = await okonkwo.get(xml('query', 'jabber:iq:roster'));
    const contacts = roster.getChild('query')!.getChildren('item');
    expect(contacts.map(({ attrs }) => [attrs['jid'], attrs['subscription']]).sort()).toEqual([
      ['haddad@example.org', 'both'],
      ['keller@example.org', 'to'],
      ['lindqvist@example.org', 'to'],
      ['silva@example.org', 'both'],
      ['tanaka@example.org', 'none'],
    ]);
    await okonkwo.close();
  });

  it('groups are seen by whom they were shown to, under their labels', async () => {
    const labelled = async (username: string) => {
      const client = await online(username);
      const roster = await client.get(xml('query', 'jabber:iq:roster'));
      await client.close();
      return roster
        .getChild('query')!
        .getChildren('item')
        .map((item) => [
          ...[String(item.attrs['jid']).replace('@example.org', ''), item.attrs['subscription']],
          ...item
            .getChildren('group')
            .map((label) => label.text())
            .sort(),
        ])
        .sort();
    };
    const office = [
      ['keller', 'to', 'Office ☎'],
      ['lindqvist', 'to', 'Office ☎'],
    ];
    expect(await labelled('tanaka')).toEqual([
      ...[['admin', 'both', 'Choir'], ...office],
      ['novak', 'both', 'Games'],
    ]);
    expect(await labelled('admin')).toEqual([...office, ['tanaka', 'both', 'Choir']]);
    expect(await labelled('o\\27leary')).toEqual(office);
    expect(await labelled('lindqvist')).toEqual([['keller', 'both', 'Office ☎']]);
    const club = [
      ['novak', 'to', 'Games'],
      ['o\\27leary', 'to', 'Nights'],
      ['tanaka', 'to', 'Games', 'Nights'],
    ];
    for (const viewer of ['dubois', 'weber']) {
      const shown = (await labelled(viewer)).filter(([name]) => !OWN_CONTACTS.has(name));
      expect([viewer, shown]).toEqual([viewer, [...office, ...club]]);
    }
  });

  it('what waited comes once, with its sender', async () => {
    const keller = await online('keller');
    const message = await keller.nextMessage((stanza) => stanza.getChild('body') !== undefined);
    expect(message.getChildText('body')).toBe('The watering can is broken 🚿');
    expect(message.attrs['from']).toBe('weber@example.org/Büro');
    await keller.close();
  });

  const itemsOf = async (client: ChatClient, node: string, to?: string) => {
    const answer = await client.get(xml('pubsub', PUBSUB, xml('items', { node })), to);
    return answer.getChild('pubsub', PUBSUB)!.getChild('items')!.getChildren('item');
  };

  it('the avatar of somebody absent is shown, as node and as photo', async () => {
    const okonkwo = await online('okonkwo');
    const [item] = await itemsOf(okonkwo, 'urn:xmpp:avatar:data', 'silva@example.org');
    const picture = Buffer.from(item!.getChildText('data')!, 'base64');
    expect(createHash('sha1').update(picture).digest('hex')).toBe(personal.silva.avatarSha1);
    expect(item!.attrs['id']).toBe(personal.silva.avatarSha1);
    const answer = await okonkwo.get(xml('vCard', 'vcard-temp'), 'silva@example.org');
    const card = answer.getChild('vCard')!;
    expect(card.getChildText('FN')).toBe('Inês Silva');
    expect(card.getChild('PHOTO')!.getChildText('TYPE')).toBe('image/png');
    expect(Buffer.from(card.getChild('PHOTO')!.getChildText('BINVAL')!, 'base64')).toEqual(picture);
    await okonkwo.close();
  });

  it('who was blocked is blocked', async () => {
    const [dubois, weber] = [await online('dubois'), await online('weber')];
    const answer = await dubois.get(xml('blocklist', 'urn:xmpp:blocking'));
    const blocked = answer.getChild('blocklist')!.getChildren('item');
    expect(blocked.map(({ attrs }) => attrs['jid']).sort()).toEqual([
      ...['noise@partner.example', 'novak@example.org', 'weber@example.org'],
    ]);
    await weber.send(
      xml('message', { to: 'dubois@example.org', type: 'chat', id: 'b1' }, xml('body', {}, 'hi')),
    );
    const refusal = await weber.next(({ attrs }) => attrs['id'] === 'b1');
    expect(refusal.attrs['type']).toBe('error');
    await dubois.close();
    await weber.close();
  });

  /** Name, nickname and address. */
  const described = (jid: unknown, conference: Stanza) => [
    ...[jid, conference.attrs['name'], conference.getChildText('nick')],
  ];
  const asItems = async (client: ChatClient) =>
    (await itemsOf(client, BOOKMARKS))
      .map((item) => described(item.attrs['id'], item.getChild('conference', BOOKMARKS)!))
      .sort();
  const asDocument = async (client: ChatClient) => {
    const query = xml('query', 'jabber:iq:private', xml('storage', 'storage:bookmarks'));
    return (await client.get(query)).getChild('query')!.getChild('storage', 'storage:bookmarks')!;
  };
  const roomsOf = (storage: Stanza) =>
    storage
      .getChildren('conference')
      .map((conference) => described(conference.attrs['jid'], conference))
      .sort();
  const pagesOf = (storage: Stanza) =>
    storage.getChildren('url').map(({ attrs }) => [attrs['name'], attrs['url']]);

  const ASSEMBLY = 'assembly@conference.example.org';
  const STAFFROOM = 'staffroom@conference.example.org';
  const TIMETABLE = ['Timetable', 'https://timetable.example/?week=47&day=1'];

  it('bookmarks are there whichever way a client asks for them', async () => {
    const haddad = await online('haddad');
    const rooms = [
      [ASSEMBLY, 'Assembly', 'haddad'],
      [STAFFROOM, 'Staff room ☕', 'haddad'],
    ];
    expect(await asItems(haddad)).toEqual(rooms);
    expect(roomsOf(await asDocument(haddad))).toEqual(rooms);
    await haddad.close();

    const okonkwo = await online('okonkwo');
    const [item, ...others] = await itemsOf(okonkwo, BOOKMARKS);
    expect(others).toEqual([]);
    expect(item!.getChild('conference', BOOKMARKS)!.attrs['autojoin']).toBe('true');
    expect(await asItems(okonkwo)).toEqual([[STAFFROOM, 'Staff room', 'Adaeze']]);
    const storage = await asDocument(okonkwo);
    expect(roomsOf(storage)).toEqual([[STAFFROOM, 'Staff room', 'Adaeze']]);
    expect(pagesOf(storage)).toEqual([TIMETABLE]);
    expect(await itemsOf(okonkwo, 'storage:bookmarks')).toHaveLength(1);
    await okonkwo.close();
  });

  it('a change of a bookmark by one client is seen by all others', async () => {
    const old = await online('okonkwo');
    const document = await asDocument(old);
    const wishes = new Capabilities(BOOKMARKS);
    const recent = await online('okonkwo');
    await recent.send(xml('presence', {}, wishes.presence));
    await wishes.tell(recent);

    const conference = xml('conference', { xmlns: BOOKMARKS, name: 'Assembly' });
    const publish = xml('publish', { node: BOOKMARKS }, xml('item', { id: ASSEMBLY }, conference));
    await recent.set(xml('pubsub', PUBSUB, publish));
    const told = async () => {
      const message = await recent.nextMessage(
        (one) => one.getChild('event', `${PUBSUB}#event`) !== undefined,
      );
      const items = message.getChild('event')!.getChild('items')!;
      const [change] = items.getChildElements();
      return [items.attrs['node'], change!.name, change!.attrs['id']];
    };
    expect(await told()).toEqual([BOOKMARKS, 'item', ASSEMBLY]);

    // the other client has not seen the new room, and writes what it knows
    document.getChild('conference')!.attrs['name'] = 'Teachers';
    await old.set(xml('query', 'jabber:iq:private', document));
    expect(await told()).toEqual([BOOKMARKS, 'item', STAFFROOM]);
    const rooms = [
      [ASSEMBLY, 'Assembly', null],
      [STAFFROOM, 'Teachers', 'Adaeze'],
    ];
    expect(await asItems(recent)).toEqual(rooms);
    const seen = await asDocument(old);
    expect(roomsOf(seen)).toEqual(rooms);
    expect(pagesOf(seen)).toEqual([TIMETABLE]);

    seen.remove('conference');
    await old.set(xml('query', 'jabber:iq:private', seen));
    const gone = [await told(), await told()];
    expect(gone.sort()).toEqual([
      [BOOKMARKS, 'retract', ASSEMBLY],
      [BOOKMARKS, 'retract', STAFFROOM],
    ]);
    expect(await asItems(recent)).toEqual([]);
    expect(pagesOf(await asDocument(old))).toEqual([TIMETABLE]);
    await old.close();
    await recent.close();
  });

  it('avatar, block list and bookmarks of one person come all the way', async () => {
    expect(differences).toEqual([]);
    expect(rows.stored).toEqual([
      ...['blocklist/', 'blocklist/tanaka@example.org', 'private/storage:storage:bookmarks'],
    ]);
    expect(rows.photo).toBe(personal.silva.avatarSha1);

    const [silva, tanaka] = [await online('silva'), await online('tanaka')];
    const [item] = await itemsOf(silva, 'urn:xmpp:avatar:metadata');
    expect(item!.attrs['id']).toBe(personal.silva.avatarSha1);
    const answer = await silva.get(xml('blocklist', 'urn:xmpp:blocking'));
    const blocked = answer.getChild('blocklist')!.getChildren('item');
    expect(blocked.map(({ attrs }) => attrs['jid'])).toEqual(['tanaka@example.org']);
    await tanaka.send(
      xml('message', { to: 'silva@example.org', type: 'chat', id: 's1' }, xml('body', {}, 'hi')),
    );
    const refusal = await tanaka.next(({ attrs }) => attrs['id'] === 's1');
    expect(refusal.attrs['type']).toBe('error');
    const bookmarks = [[STAFFROOM, 'Staff room', 'Adaeze']];
    expect(await asItems(silva)).toEqual(bookmarks);
    expect(roomsOf(await asDocument(silva))).toEqual(bookmarks);
    expect(pagesOf(await asDocument(silva))).toEqual([TIMETABLE]);
    await silva.close();
    await tanaka.close();
  });

  it('a room has its history, subject and members', async () => {
    const haddad = await online('haddad');
    await haddad.join('assembly@conference.example.org', 'Karim');
    const last = await haddad.nextMessage(
      (stanza) => stanza.getChildText('body') === 'Zu spät \\ 🙈',
    );
    expect(last.attrs['from']).toBe('assembly@conference.example.org/haddad');
    await haddad.close();
  });
});

/** A copy of its files. */
async function changedSchool(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'school-'));
  await cp(fileURLToPath(new URL('hsqldb/', SCHOOL)), folder, { recursive: true });
  const script = join(folder, 'openfire.script');
  let text = await readFile(script, 'utf8');
  for (const [from, to] of CHANGES) {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`Not in the script: ${from}`);
    text = changed;
  }
  await writeFile(script, text);
  return folder;
}

interface Rows {
  /** stores of the chat server and their keys */
  readonly stored: readonly string[];
  /** SHA-1 of the picture of the vCard */
  readonly photo: string;
}

/** What is here of a person before they log in. */
async function rowsOf(username: string, connectionString: string): Promise<Rows> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select xml, array(select concat(store, '/', key) from prosody.prosody where "user" = username order by 1) as stored
       from vcard where username = $1`,
      [username],
    );
    const { xml: card, stored } = rows[0] as { xml: string; stored: string[] };
    const picture = Buffer.from(/<BINVAL>(.*)<\/BINVAL>/s.exec(card)![1]!, 'base64');
    return { stored, photo: createHash('sha1').update(picture).digest('hex') };
  } finally {
    await client.end();
  }
}

/**
 * As `chat-admin import` does it; the chat server has nobody online yet.
 * @returns what `verify` finds
 */
async function move(folder: string, url: string): Promise<readonly Difference[]> {
  const source = await openOpenfire(folder);
  const target = await Target.open({ url, engineUrl: null });
  const reporter = new Reporter(null);
  try {
    const keys = new OpenfireKeys(DEFAULT_SECURITY);
    const renamed = { from: 'school.example', to: 'example.org' };
    const choice = { target: domainpart('example.org')!, renamed, fallback: null };
    const found = await findContext(source, keys, choice, new Date());
    const opened = { keys, found, domain: choice.target, administrators: [] };
    const settings = {
      sourceName: 'school',
      // the properties hold the secret with which the world asks the API
      kinds: new Set(USUAL_KINDS.filter((kind) => kind !== 'properties')),
      ...({
        onConflict: 'replace',
        mayRemove: false,
        jobs: 2,
        iterations: 4096,
        since: null,
      } as const),
      ...{ messagesSince: null, newPasswords: null },
      ...{ acceptNamePasswords: false, propertyPrefixes: [], remembered: null },
    };
    const nothing = () => undefined;
    const follower = { begins: nothing, advance: nothing, ends: nothing, isStopped: false };
    await new ImportPass(source, opened, target, settings, reporter, follower).run();
    const differences: Difference[] = [];
    const here = await openRepositories(url, found.context.jids.domain);
    try {
      await verifyImport(source, target, opened, here, {
        ...settings,
        found: (difference) => void differences.push(difference),
      });
    } finally {
      await here.close();
    }
    return differences;
  } finally {
    reporter.close();
    await target.close();
    await source.close();
  }
}
