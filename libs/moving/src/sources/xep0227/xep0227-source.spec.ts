import { jest } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ReportEntry } from '../../report.js';
import { KINDS, type Kind, type RowsByKind } from '../../rows.js';
import { SourceRefused } from '../../source.js';
import { Xep0227Source } from './xep0227-source.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-xep-0227-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function files(contents: Record<string, string | Buffer>): Promise<string> {
  for (const [name, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const data = (users: string, namespace = 'urn:xmpp:pie:0') =>
  `<?xml version='1.0' encoding='UTF-8'?><server-data xmlns='${namespace}' xmlns:xi='http://www.w3.org/2001/XInclude'><host jid='corp.example'>${users}</host></server-data>`;

async function read(path: string) {
  const source = await Xep0227Source.open(path);
  const report: ReportEntry[] = [];
  const all = {} as { [K in Kind]: RowsByKind[K][] };
  for (const kind of KINDS) {
    const rows: unknown[] = [];
    for await (const row of source.rows(kind, { report: (e) => void report.push(e) })) {
      rows.push(row);
    }
    all[kind] = rows as never;
    expect(await source.count(kind)).toEqual({ rows: rows.length, estimated: false });
  }
  await source.close();
  return { all, report, facts: source.facts };
}

it('reads what Openfire exports, in the old namespace, too', async () => {
  const users = `
    <user name='bob' password='bob'/>
    <user name='alice' password='s&amp;cret'>
      <query xmlns='jabber:iq:roster'>
        <item jid='bob@corp.example' subscription='both' name='Bob'><group>FriendsWork</group></item>
        <item jid='c@corp.example' subscription='none' ask='subscribe'><group>Friends</group><group>Work</group></item>
      </query>
      <offline-messages><message xmlns='jabber:client' from='bob@corp.example/x' to='alice@corp.example' type='chat'><body>hi</body>
        <delay xmlns='urn:xmpp:delay' stamp='2026-11-22T08:02:16Z'/></message>
        <message xmlns='jabber:client'><x xmlns='jabber:x:delay' stamp='20261122T08:02:17'/></message></offline-messages>
      <vCard xmlns='vcard-temp'><FN>Alice</FN></vCard>
    </user>`;
  for (const namespace of ['urn:xmpp:pie:0', 'http://www.xmpp.org/extensions/xep-0227.html#ns']) {
    const { all, report, facts } = await read(await files({ 'all.xml': data(users, namespace) }));
    expect(facts).toMatchObject({ form: 'xep-0227', domain: 'corp.example', schema: null });
    expect(facts.lost.map(({ kind, code }) => [kind, code])).toEqual(
      ['properties', 'groups', 'services', 'rooms', 'audit', 'messages'].map((kind) => [
        kind,
        'kind-missing',
      ]),
    );
    expect(all.accounts.map(({ username, user }) => [username, user!.plainPassword])).toEqual([
      ['alice', 's&cret'],
      ['bob', 'bob'],
    ]);
    expect(all.rosters).toMatchObject([
      { username: 'alice', jid: 'bob@corp.example', sub: 3, nick: 'Bob', groups: ['FriendsWork'] },
      { jid: 'c@corp.example', sub: 0, ask: 0, recv: -1, groups: ['Friends', 'Work'] },
    ]);
    expect(report).toEqual([
      expect.objectContaining({ name: 'alice', field: 'FriendsWork', code: 'groups-joined' }),
    ]);
    expect(all.offline.map(({ creationDate }) => creationDate)).toEqual([
      String(Date.parse('2026-11-22T08:02:16Z')),
      String(Date.parse('2026-11-22T08:02:17Z')),
    ]);
    expect(all.vcards).toEqual([
      { username: 'alice', vcard: "<vCard xmlns='vcard-temp'><FN>Alice</FN></vCard>" },
    ]);
  }
});

it("reads ejabberd's: old keys, privacy lists, private data, requests", async () => {
  const users = `
    <user name='old' password='scram:c3RvcmVk,c2VydmVy,c2FsdA==,4096'/>
    <user name='old256' password='scram:sha256,c3RvcmVk,c2VydmVy,c2FsdA==,4096'/>
    <user name='old512' password='scram:sha512,c3RvcmVk,c2VydmVy,c2FsdA==,4096'/>
    <user name='odd' password='scram:but a password'/>
    <user name='new'>
      <scram-credentials xmlns='urn:xmpp:pie:0#scram' mechanism='SCRAM-SHA-1'><iter-count>4096</iter-count><salt>c2FsdA==</salt><server-key>c2VydmVy</server-key><stored-key>c3RvcmVk</stored-key></scram-credentials>
      <query xmlns='jabber:iq:privacy'><default name='one'/><list name='one'><item type='jid' value='x@y.example' action='deny' order='1'/></list><list name='two'/></query>
      <query xmlns='jabber:iq:private'><storage xmlns='storage:bookmarks' xmlns:p='urn:p' p:a='b'/></query>
      <query xmlns='jabber:iq:roster'><item jid='friend@corp.example' subscription='to'/></query>
      <presence xmlns='jabber:client' type='subscribe' from='asks@corp.example'><status>please</status></presence>
      <presence xmlns='jabber:client' type='subscribe' from='friend@corp.example'/>
    </user>`;
  const { all, report } = await read(await files({ 'all.xml': data(users) }));
  const keys = { salt: 'c2FsdA==', storedKey: 'c3RvcmVk', serverKey: 'c2VydmVy', iterations: 4096 };
  expect(Object.fromEntries(all.accounts.map((a) => [a.username, a.scram]))).toEqual({
    new: [{ mechanism: 'SCRAM-SHA-1', ...keys }],
    odd: [],
    old: [{ mechanism: 'SCRAM-SHA-1', ...keys }],
    old256: [{ mechanism: 'SCRAM-SHA-256', ...keys }],
    old512: [],
  });
  expect(all.accounts.map(({ user }) => user!.plainPassword)).toEqual([
    ...[null, 'scram:but a password', null, null, null],
  ]);
  expect(report).toMatchObject([{ name: 'old512', code: 'scram-unsupported' }]);
  expect(all.blocks.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['one', 1],
    ['two', 0],
  ]);
  expect(all.private).toMatchObject([{ name: 'storage', namespace: 'storage:bookmarks' }]);
  expect(all.rosters).toMatchObject([
    { jid: 'asks@corp.example', sub: 0, ask: -1, recv: 1 },
    { jid: 'friend@corp.example', sub: 1, recv: 1 },
  ]);
  expect(all.rosters[0]!.stanza).toContain('<status>please</status>');
});

it("reads Prosody's: a file for each user, nodes, an archive", async () => {
  const alice = `<user xmlns='urn:xmpp:pie:0' name='a/b'>
    <pubsub xmlns='http://jabber.org/protocol/pubsub#owner'><configure node='n'><x xmlns='jabber:x:data' type='submit'>
      <field var='pubsub#access_model'><value>open</value></field><field var='pubsub#max_items'><value>5</value></field>
      <field var='pubsub#persist_items'><value>true</value></field></x></configure>
      <affiliations node='n'><affiliation jid='b@corp.example' affiliation='member'/></affiliations></pubsub>
    <pubsub xmlns='http://jabber.org/protocol/pubsub'><items node='n'><item id='2'><p xmlns='urn:p'>two</p></item><item id='1'><p xmlns='urn:p'/></item></items></pubsub>
    <archive xmlns='urn:xmpp:pie:0#mam'><result xmlns='urn:xmpp:mam:2' id='u-1'><forwarded xmlns='urn:xmpp:forward:0'>
      <delay xmlns='urn:xmpp:delay' stamp='2026-11-22T08:02:16.500Z'/><message xmlns='jabber:client' from='a/b@corp.example' to='b@corp.example/r/1'><body>hi</body></message></forwarded></result></archive>
    </user>`;
  const path = await files({
    'all.xml': data(
      "<xi:include href='users/a%252fb.xml'/><xi:include href='users/raw%2fname.xml'/><xi:include href='users/a%25252fb.xml'/>",
    ),
    'users/a%252fb.xml': "<user xmlns='urn:xmpp:pie:0' name='a%2fb'/>",
    'users/a%2fb.xml': alice,
    'users/raw%2fname.xml': "<user xmlns='urn:xmpp:pie:0' name='raw'/>",
  });
  const { all } = await read(path);
  expect(all.accounts.map(({ username }) => username)).toEqual(['a%2fb', 'a/b', 'raw']);
  expect(all.pep).toMatchObject([
    {
      ...{ type: 'node', serviceID: 'a/b@corp.example', nodeID: 'n', items: 2 },
      node: {
        ...{ accessModel: 'open', maxItems: 5, persistItems: 1, leaf: 1 },
        affiliations: [{ jid: 'b@corp.example', affiliation: 'member' }],
      },
    },
    { type: 'item', id: '2', payload: "<p xmlns='urn:p'>two</p>" },
    { type: 'item', id: '1' },
  ]);
  expect(all.archive).toMatchObject([
    {
      ...{ messageID: 'u-1', sentDate: String(Date.parse('2026-11-22T08:02:16.5Z')), body: 'hi' },
      ...{ toJID: 'b@corp.example', toJIDResource: 'r/1', owner: 'a/b@corp.example' },
    },
  ]);
});

it('includes nothing but files below the folder, once; what is broken there is reported', async () => {
  const path = await files({
    'in/all.xml': data(
      [
        '../out.xml',
        '/etc/passwd',
        'file:///etc/passwd',
        'https://a.example/x',
        'all.xml',
        'gone.xml',
      ]
        .map((href) => `<xi:include href='${href}'/>`)
        .join('') +
        "<xi:include href='text.xml' parse='text'/><xi:include href='broken.xml'/><user name='last'/>",
    ),
    'out.xml': "<user xmlns='urn:xmpp:pie:0' name='outside'/>",
    'in/broken.xml':
      "<host xmlns='urn:xmpp:pie:0' jid='corp.example'><user name='whole'/><user name='ha",
  });
  const { all, facts } = await read(join(path, 'in/all.xml'));
  expect(all.accounts.map(({ username }) => username)).toEqual(['last', 'whole']);
  const said = facts.lost.filter(({ code }) => code !== 'kind-missing');
  expect(said.map(({ code, name }) => [code, name])).toEqual([
    ['include-refused', '../out.xml'],
    ['include-refused', '/etc/passwd'],
    ['include-refused', 'file:///etc/passwd'],
    ['include-refused', 'https://a.example/x'],
    ['include-refused', 'all.xml'],
    ['include-refused', 'gone.xml'],
    ['include-refused', ''],
    ['file-broken', 'broken.xml'],
  ]);
});

it('reads each file once, however often files include one another', async () => {
  const levels = 10;
  const includes = (level: number) => `<xi:include href='${level}.xml'/>`.repeat(20);
  const contents = Array.from({ length: levels }, (_, level) => [
    `files/${level}.xml`,
    `<host xmlns='urn:xmpp:pie:0' xmlns:xi='http://www.w3.org/2001/XInclude' jid='corp.example'>${
      level + 1 < levels ? includes(level + 1) : ''
    }<user name='u${level}'/></host>`,
  ]);
  const path = await files({
    'all.xml': data("<xi:include href='files/0.xml'/>"),
    ...(Object.fromEntries(contents) as Record<string, string>),
  });
  const { all, facts } = await read(path);
  expect(all.accounts.map(({ username }) => username)).toEqual(
    Array.from({ length: levels }, (_, level) => `u${level}`),
  );
  const refused = facts.lost.filter(({ code }) => code === 'include-refused');
  expect(refused).toHaveLength((levels - 1) * 19);
});

it('looks for joined groups within a bound, however many and long they are', async () => {
  const names = Array.from({ length: 3_000 }, (_, index) => String(index).padStart(900, 'a'));
  const groups = names.map((name) => `<group>${name}</group>`).join('');
  const item = `<item jid='c@corp.example'>${groups}</item>`;
  const user = `<user name='alice'><query xmlns='jabber:iq:roster'>${item}</query></user>`;
  const path = await files({ 'all.xml': data(user) });
  const endsWith = jest.spyOn(String.prototype, 'endsWith');
  const { all } = await read(path);
  const comparisons = endsWith.mock.calls.length;
  endsWith.mockRestore();
  expect(all.rosters[0]!.groups).toHaveLength(3_000);
  expect(comparisons).toBeLessThan(4_000_000);
});

it('finds the request of a contact among many', async () => {
  const count = 5_000;
  const numbers = Array.from({ length: count }, (_, index) => index);
  const items = numbers.map((n) => `<item jid='c${n}@corp.example' subscription='to'/>`).join('');
  const asking = numbers
    .map((n) => `<presence xmlns='jabber:client' type='subscribe' from='c${n}@corp.example/r'/>`)
    .join('');
  const user = `<user name='alice'><query xmlns='jabber:iq:roster'>${items}</query>${asking}</user>`;
  const { all } = await read(await files({ 'all.xml': data(user) }));
  expect(all.rosters).toHaveLength(count);
  expect(all.rosters.every(({ sub, recv }) => sub === 1 && recv === 1)).toBe(true);
});

it.each([
  ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${data('')}`, /document type/],
  ['another root', '<html/>', /Its root is html/],
  ['no end', data("<user name='a'/>").slice(0, -5), /cannot be read/],
  ['another coding', Buffer.from(data("<user name='\xe4'/>"), 'latin1'), /utf-8/],
  ['no users', data(''), /no users/],
  [
    'two hosts',
    data("<user name='a'/></host><host jid='b.example'><user name='b'/>"),
    /several hosts/,
  ],
  ['too many levels', data(`<user name='a'>${'<x>'.repeat(300)}`), /more than 202 levels/],
])('refuses a file with %s', async (_what, content, message) => {
  const path = await files({ 'one.xml': content });
  await expect(read(path)).rejects.toThrow(SourceRefused);
  await expect(read(path)).rejects.toThrow(message);
});
