import { PASSWORD_KEY, encryptedPassword, scramKeys } from './openfire-keys.js';

export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;
/** Rows by the newest names of tables and columns. What is not named is null. */
export type Data = Readonly<Record<string, readonly Row[]>>;

export const DOMAIN = 'corp.example';
const at = (name: string) => `${name}@${DOMAIN}`;
const ms = (time: number) => String(time).padStart(15, '0');
const T0 = 1_700_000_000_000;
const SPOKEN = 1_700_000_100_000;

/** Names that are refused, prepared, escaped, or twice. */
export const NASTY_NAMES = [
  ...['Bob', 'bob', 'ß', 'ss', 'bob\\40corp.example', 'a b', '', 'x'.repeat(65), '.', '😀'],
];

/** Texts that databases and files write in different ways. */
export const NASTY_TEXTS = [
  ...['NUL \0 in', 'lone \ud83d surrogate', '\udc00', 'damaged \ufffd', 'DEL \x7f', 'line\nbreak'],
  ...[
    "it's '' quoted '",
    'trail\\',
    'back\\slash \\n \\N',
    '\\u0041',
    '\\\\u00e4',
    'tab\tCR\rFF\f',
  ],
  ...['; -- /* comment */', 'Grüße 🎓', '  blanks  ', '\\', "'", '\u2028\u0085\u00a0', ''],
];

const user = (username: string, columns: Row = {}): Row => ({
  ...{ username, plainPassword: null, encryptedPassword: null, name: null, email: null },
  ...{ creationDate: ms(T0), modificationDate: ms(T0 + 1000) },
  ...{ storedKey: null, serverKey: null, salt: null, iterations: null },
  ...columns,
});
const withKeys = (password: string, options = {}): Row => ({ ...scramKeys(password, options) });
const both = (password: string): Row => ({
  ...{ encryptedPassword: encryptedPassword(password), ...withKeys(password) },
});

function users(): Row[] {
  const secret = encryptedPassword('secret');
  const cut = Buffer.from([...Array(32).keys()]);
  return [
    user('admin', { ...withKeys('admin'), modificationDate: '0', name: 'Administrator' }),
    user('alice', { ...both('secret'), name: 'Alice', email: 'alice@corp.example' }),
    ...NASTY_NAMES.map((name, index) => user(name, { plainPassword: `pass ${index}` })),
    ...NASTY_TEXTS.map((text, index) => user(`text${index}`, { name: text, email: text || null })),
    user('dates0', { creationDate: '0', modificationDate: '0'.padEnd(15) }),
    user('dates1', { creationDate: '-00000000000005', modificationDate: 'no number' }),
    user('dates2', { creationDate: '               ', modificationDate: '1700000000000' }),
    user('pw-empty', { plainPassword: '', encryptedPassword: '' }),
    user('pw-nbsp', both('a\u00a0b')),
    user('pw-bell', both('a\u0007b')),
    user('pw-raw', both('ﬁ Ⅸ')),
    user('pw-is-name', { plainPassword: 'pw-is-name' }),
    user('pw-55', both('p'.repeat(55))),
    user('pw-56'),
    user('pw-admin', withKeys('admin')),
    user('pw-mixed', { encryptedPassword: secret, ...withKeys('another') }),
    user('pw-upper', { encryptedPassword: secret.toUpperCase() }),
    user('pw-odd', { encryptedPassword: secret.slice(0, -1) }),
    user('pw-no-hex', { encryptedPassword: 'x'.repeat(32) }),
    user('keys-cut', {
      ...withKeys('cut', { salt: cut }),
      salt: cut.toString('base64').slice(0, 32),
    }),
    user('keys-zero', { ...withKeys('zero'), iterations: 0 }),
    user('keys-half', { ...withKeys('half'), serverKey: null }),
    user('sha256'),
  ];
}

const roster = (rosterID: number, username: string, jid: string, columns: Row = {}): Row => ({
  ...{ rosterID, username, jid, sub: 0, ask: -1, recv: -1, nick: null, stanza: null },
  ...columns,
});

function rosters(): Row[] {
  const ask = `<presence type="subscribe" from="carol@other.example" to="${at('alice')}"><status>me</status></presence>`;
  return [
    roster(1, 'alice', at('bob'), { sub: 3, nick: 'Bobby' }),
    roster(2, 'alice', at('Bob'), { sub: 1 }),
    roster(3, 'alice', at('alice'), { sub: 3 }),
    roster(4, 'alice', `${at('admin')}/desk`, { sub: 3 }),
    roster(5, 'alice', 'nine@other.example', { sub: 9 }),
    roster(6, 'alice', 'asked@other.example', { ask: 0 }),
    roster(7, 'alice', 'left@other.example', { sub: 1, ask: 1 }),
    roster(8, 'alice', 'carol@other.example', { recv: 1, stanza: ask }),
    roster(9, 'alice', at('ss'), { sub: 3, recv: 1 }),
    roster(10, 'alice', 'gone@other.example', { sub: -1 }),
    roster(11, 'ghost', at('alice'), { sub: 3 }),
    roster(12, 'bob', at('alice'), { sub: 3 }),
    roster(13, 'admin', at('alice'), { sub: 3 }),
    roster(14, 'Bob', at('alice'), { sub: 2, nick: 'line\nbreak \\ \u0000' }),
    roster(15, 'alice', 'not a jid@@', { sub: 1 }),
    // 3 beside a shared group: the other side is absent for ss, agrees for alice and admin, does not agree here
    roster(16, 'bob', at('admin'), { sub: 3 }),
    roster(17, 'admin', at('bob'), { sub: 1 }),
  ];
}

const ROSTER_GROUPS: readonly Row[] = [
  { rosterID: 1, rank: 10, groupName: 'last' },
  { rosterID: 1, rank: 2, groupName: 'second' },
  { rosterID: 1, rank: 0, groupName: 'Friends' },
  { rosterID: 2, rank: 0, groupName: 'Crew' },
  { rosterID: 2, rank: 1, groupName: '' },
  { rosterID: 12, rank: 0, groupName: 'Everybody!' },
  { rosterID: 12, rank: 1, groupName: 'Work' },
  { rosterID: 999, rank: 0, groupName: 'Orphans' },
];

const shared = (groupName: string, show: string, list = ''): Row[] => [
  { groupName, name: 'sharedRoster.showInRoster', propValue: show },
  { groupName, name: 'sharedRoster.displayName', propValue: `${groupName}!` },
  { groupName, name: 'sharedRoster.groupList', propValue: list },
];
const EMOJI_GROUP = '😀'.repeat(50);
const member = (groupName: string, username: string, administrator = 0): Row => ({
  ...{ groupName, username, administrator },
});

const room = (roomID: number, name: string, columns: Row = {}): Row => ({
  ...{ roomID, name, serviceID: 1, naturalName: name, description: null },
  ...{ creationDate: ms(T0), modificationDate: ms(T0), lockedDate: ms(0), emptyDate: null },
  ...{ canChangeSubject: 0, maxUsers: 30, publicRoom: 1, moderated: 0, membersOnly: 0 },
  ...{ canInvite: 1, roomPassword: null, canDiscoverJID: 1, logEnabled: 1, subject: null },
  ...{ rolesToBroadcast: 7, useReservedNick: 0, canChangeNick: 1, canRegister: 1, allowpm: 0 },
  ...{ fmucEnabled: 0, retireOnDeletion: 0 },
  ...columns,
});

const affiliation = (roomID: number, jid: string, number: number): Row => ({
  ...{ roomID, jid, affiliation: number },
});
const CREW = `8dp6ato=@${DOMAIN}/e2eb313ebe80eedde70387f31c96bd8c`;

/** Of `Gone`, which is no group. */
const GONE = `8tnmsp8=@${DOMAIN}/0b497b33b1a05057bc1634e607170bf6`;

const line = (roomID: number, messageID: number, time: number, columns: Row): Row => ({
  ...{ roomID, messageID, sender: `${at('alice')}/desk`, nickname: 'Alice', logTime: ms(time) },
  ...{ subject: null, body: null, stanza: null },
  ...columns,
});
const said = (id: string, children: string) =>
  `<message type="groupchat" id="${id}" from="lobby@conference.${DOMAIN}/Alice" to="lobby@conference.${DOMAIN}">${children}</message>`;

function lines(): Row[] {
  return [
    line(1, 1, SPOKEN, { body: 'hello', stanza: said('m1', '<body>hello</body>') }),
    line(1, 2, SPOKEN + 1, { body: 'no stanza' }),
    line(1, 3, SPOKEN + 2, {
      body: 'by the room',
      nickname: null,
      sender: `lobby@conference.${DOMAIN}`,
    }),
    line(1, 4, SPOKEN + 3, { body: 'blank', nickname: ' ' }),
    line(1, 5, SPOKEN + 4, { subject: 'Topic', stanza: said('m5', '<subject>Topic</subject>') }),
    line(1, 6, SPOKEN + 5, { subject: '', stanza: said('m6', '<subject/>') }),
    line(1, 7, SPOKEN + 6, { body: 'column', stanza: said('m7', '<body>other</body>') }),
    line(1, 8, SPOKEN + 7, { body: 'twice' }),
    line(1, 8, SPOKEN + 8, { body: 'twice' }),
    line(1, 0, SPOKEN + 9, { body: 'no id' }),
    line(1, 9, SPOKEN + 10, { body: 'cut', stanza: '<message><body>cut' }),
    line(1, 10, SPOKEN + 11, {
      ...{ body: 'private things' },
      stanza: said(
        'm10',
        `<body>private things</body><occupant-id xmlns="urn:xmpp:occupant-id:0" id="o"/><addresses xmlns="http://jabber.org/protocol/address"><address type="ofrom" jid="${at('alice')}/desk"/></addresses><stanza-id xmlns="urn:xmpp:sid:0" id="s" by="lobby@conference.${DOMAIN}"/>`,
      ),
    }),
    line(999, 11, SPOKEN + 12, { body: 'nowhere' }),
    { ...line(1, 12, 0, { body: 'when?' }), logTime: 'never' },
    line(2, 13, SPOKEN + 13, { body: NASTY_TEXTS.join('|') }),
    // equal in every column, as tables without a key may have them
    line(2, 14, SPOKEN + 14, { body: 'the same' }),
    line(2, 14, SPOKEN + 14, { body: 'the same' }),
  ];
}

const stanza = (attributes: string, children = '<body>hi</body>') =>
  `<message from="${at('bob')}/x" ${attributes}>${children}</message>`;
const between = (messageID: number, from: string, to: string | null, columns: Row): Row => ({
  ...{ messageID, conversationID: 1, fromJID: from, fromJIDResource: 'desk', toJID: to },
  ...{ toJIDResource: null, sentDate: SPOKEN + messageID, body: null, stanza: null },
  ...{ isPMforJID: null, ...columns },
});

/** What two people have said, and what is none of it. */
function archived(): Row[] {
  const [alice, bob] = [at('alice'), at('bob')];
  const lobby = `lobby@conference.${DOMAIN}`;
  const added = `<stanza-id xmlns="urn:xmpp:sid:0" id="s" by="${bob}"/><delay xmlns="urn:xmpp:delay" stamp="2023-11-14T22:15:00Z" from="${DOMAIN}"/>`;
  return [
    between(1, alice, bob, { body: 'hi' }),
    between(2, bob, alice, {
      ...{ toJIDResource: 'phone', body: 'hello' },
      stanza: `<message xmlns="jabber:client" type="chat" id="a2" from="${bob}/desk" to="${alice}/phone"><body>hello</body>${added}</message>`,
    }),
    between(3, alice, 'carol@other.example', { body: 'abroad' }),
    between(4, alice, alice, { body: 'to myself' }),
    between(5, alice, bob, { body: 'cut', stanza: '<message><body>cut' }),
    between(6, alice, bob, { stanza: '<message><body>cut' }),
    between(7, alice, lobby, { body: 'in the room' }),
    between(8, alice, bob, { body: 'aside', isPMforJID: `${lobby}/Bob` }),
    between(9, 'x@other.example', 'y@other.example', { body: 'of strangers' }),
    between(10, alice, null, { body: 'to nobody' }),
    between(11, at('ghost'), bob, { body: 'of who is gone' }),
  ];
}

const offline = (messageID: number, username: string, text: string): Row => ({
  ...{ messageID, username, creationDate: ms(SPOKEN + messageID), stanza: text },
  messageSize: text.length,
});

const node = (serviceID: string, nodeID: string, columns: Row = {}): Row => ({
  ...{ serviceID, nodeID, leaf: 1, creationDate: ms(T0), modificationDate: ms(T0) },
  ...{ persistItems: 1, maxItems: 1, sendItemSubscribe: 1, publisherModel: 'publishers' },
  ...{ accessModel: 'whitelist', payloadType: null, creator: at('alice') },
  ...{ description: null, name: null },
  ...columns,
});
const item = (owner: string, nodeID: string, id: string, payload: string | null, n = 0): Row => ({
  ...{
    serviceID: owner,
    nodeID,
    id,
    jid: `${at('alice')}/desk`,
    creationDate: ms(T0 + n),
    payload,
  },
});
const NOTES = 'urn:example:notes';

/** A tiny Openfire with every nasty row, the same for all schemas and engines. */
export function openfireData(): Data {
  return {
    ofProperty: [
      { name: 'xmpp.domain', propValue: DOMAIN, encrypted: 0 },
      { name: 'passwordKey', propValue: PASSWORD_KEY, encrypted: 0 },
      { name: 'admin.authorizedJIDs', propValue: `${at('alice')},${at('Bob')}`, encrypted: 0 },
      { name: 'plugin.restapi.secret', propValue: 'rest-secret', encrypted: 0 },
      { name: 'xmpp.muc.history.type', propValue: 'number', encrypted: 0 },
      { name: 'xmpp.muc.history.maxNumber', propValue: '7', encrypted: 0 },
      { name: 'lost.key', propValue: 'AAECAwQFBgcICQoLDA0ODw==', encrypted: 1, iv: null },
      {
        ...{ name: 'aes.gcm', propValue: 'b1RYziBSudRt2E2HAQGLY0DWmBlV1RhzLqyuhUIC4A==' },
        ...{ encrypted: 1, iv: 'AAECAwQFBgcICQoLDA0ODw==' },
      },
      { name: 'nasty', propValue: "'\\u0041'\n\\", encrypted: 0 },
    ],
    ofUser: users(),
    ofUserScram: [
      { username: 'sha256', mechanism: 'SCRAM-SHA-1', ...scramKeys('both kinds') },
      {
        username: 'sha256',
        mechanism: 'SCRAM-SHA-256',
        ...scramKeys('both kinds', { hash: 'sha256' }),
      },
      { username: 'ghost', mechanism: 'SCRAM-SHA-1', ...scramKeys('nobody') },
    ],
    ofUserProp: [
      { username: 'alice', name: 'room', propValue: 'B 12' },
      { username: 'alice', name: 'console.rows_per_page', propValue: '/user-summary.jsp=25' },
      { username: 'alice', name: 'k'.repeat(100), propValue: 'long' },
      { username: 'alice', name: '', propValue: 'no name' },
      { username: 'ghost', name: 'room', propValue: 'nowhere' },
    ],
    ofUserFlag: [
      { username: 'bob', name: 'lockout', startTime: null, endTime: null },
      { username: 'ss', name: 'lockout', startTime: null, endTime: ms(T0) },
      { username: 'alice', name: 'lockout', startTime: ms(4_000_000_000_000), endTime: null },
      { username: 'alice', name: 'other', startTime: null, endTime: null },
      { username: 'ghost', name: 'lockout', startTime: null, endTime: null },
    ],
    ofPresence: [
      {
        username: 'alice',
        offlinePresence: '<presence type="unavailable"/>',
        offlineDate: ms(SPOKEN),
      },
      { username: 'ghost', offlinePresence: null, offlineDate: '0' },
    ],
    ofGroup: [
      ...['Crew', 'Sales, North', 'Sales', 'North', 'tab\tname', 'Never', 'Members', 'Everybody'],
      ...['Listed', 'Unlisted', 'Empty list', EMOJI_GROUP],
    ].map((groupName) => ({ groupName, description: groupName === 'Crew' ? 'All hands' : null })),
    ofGroupProp: [
      ...shared('Never', 'nobody'),
      ...shared('Members', 'onlyGroup'),
      ...shared('Everybody', 'everybody'),
      ...shared('Listed', 'onlyGroup', 'Listed,Sales, North\ttab\tname,Missing'),
      ...shared('Unlisted', 'onlyGroup', 'Crew,North'),
      { groupName: 'Empty list', name: 'sharedRoster.showInRoster', propValue: 'onlyGroup' },
      { groupName: 'Crew', name: 'colour', propValue: 'red' },
      { groupName: 'no group', name: 'colour', propValue: 'red' },
    ],
    ofGroupUser: [
      ...[
        member('Crew', 'alice'),
        member('Crew', 'alice', 1),
        member('Crew', 'guest@other.example'),
      ],
      ...[
        member('Crew', `${at('bob')}/desk`),
        member('Members', 'alice'),
        member('Members', 'bob'),
      ],
      ...[member('Everybody', 'admin'), member('no group', 'alice'), member('Listed', 'ghost')],
      ...[member('Unlisted', 'ss'), member(EMOJI_GROUP, 'bob\\40corp.example')],
    ],
    ofRoster: rosters(),
    ofRosterGroups: ROSTER_GROUPS,
    ofVCard: [
      { username: 'alice', vcard: '<vCard xmlns="vcard-temp"><FN>Alice &amp; Äöü</FN></vCard>' },
      { username: 'bob', vcard: '' },
      {
        username: 'ss',
        vcard: '<!DOCTYPE vCard [<!ENTITY a "b">]><vCard xmlns="vcard-temp"><FN>&a;</FN></vCard>',
      },
      { username: 'ghost', vcard: '<vCard xmlns="vcard-temp"/>' },
    ],
    ofMucService: [
      { serviceID: 1, subdomain: 'conference', description: null, isHidden: 0 },
      { serviceID: 1, subdomain: 'twin', description: 'The same number', isHidden: 1 },
      { serviceID: 2, subdomain: 'CLUBS', description: 'In capitals', isHidden: 0 },
    ],
    ofMucServiceProp: [
      { serviceID: 2, name: 'history.type', propValue: 'none' },
      { serviceID: 2, name: 'create.anyone', propValue: 'false' },
      { serviceID: 99, name: 'history.type', propValue: 'all' },
    ],
    ofMucRoom: [
      room(1, 'lobby', { description: "Everybody's \\ room" }),
      room(2, 'Lobby', { roomPassword: 'open sesame', allowpm: null }),
      room(3, 'adrift', { serviceID: 77 }),
      room(4, 'locked', { serviceID: 2, lockedDate: ms(T0) }),
      room(5, 'topic', {
        subject: '<message type="groupchat"><subject>Hi &amp; bye</subject></message>',
      }),
      room(6, 'broken', { subject: '<message><subject>cut', allowpm: 9, rolesToBroadcast: 99 }),
      room(7, 'groups', { membersOnly: 1 }),
      room(8, 'plain', { subject: 'A plain subject', fmucEnabled: 1, maxUsers: -1 }),
    ],
    ofMucRoomProp: [
      { roomID: 1, name: 'p', propValue: 'v' },
      { roomID: 999, name: 'p', propValue: 'v' },
    ],
    ofMucAffiliation: [
      ...[affiliation(1, at('alice'), 10), affiliation(1, at('bob'), 20)],
      ...[affiliation(1, 'evil@other.example', 40), affiliation(2, at('alice'), 10)],
      ...[
        affiliation(7, CREW, 10),
        affiliation(7, GONE, 10),
        affiliation(7, 'missing@corp.example/x', 20),
      ],
      ...[affiliation(7, CREW.replace('=', ''), 20), affiliation(999, at('alice'), 10)],
      ...[affiliation(8, CREW.replace(DOMAIN, 'other.example'), 10), affiliation(8, 'x', 77)],
    ],
    ofMucMember: [
      { roomID: 1, jid: at('alice'), nickname: 'Both' },
      { roomID: 1, jid: at('ss'), nickname: 'Ess', firstName: 'S', email: 's@corp.example' },
      { roomID: 999, jid: at('alice'), nickname: null },
    ],
    ofMucConversationLog: lines(),
    ofMucRoomRetiree: [
      { serviceID: 1, name: 'old', reason: null, retiredAt: '2026-11-22 08:02:16.173347' },
    ],
    ofSecurityAuditLog: [
      {
        msgID: 1,
        username: 'admin',
        entryStamp: T0,
        summary: 'Logged in',
        node: DOMAIN,
        details: null,
      },
      {
        msgID: 2,
        username: 'alice',
        entryStamp: SPOKEN,
        summary: "It's",
        node: DOMAIN,
        details: 'a\nb',
      },
    ],
    ofOffline: [
      offline(1, 'alice', stanza(`to="${at('alice')}" type="chat"`)),
      offline(2, 'alice', stanza(`to="${at('alice')}"`, '<body>page &#12; feed</body>')),
      offline(3, 'bob', stanza('type="normal"')),
      offline(
        4,
        'bob',
        stanza(
          `to="${at('bob')}"`,
          `<x xmlns="http://jabber.org/protocol/muc#user"><invite from="${at('alice')}"/></x>`,
        ),
      ),
      offline(5, 'ghost', stanza(`to="${at('ghost')}"`)),
      offline(6, 'alice', '<message'),
    ],
    ofPrivate: [
      {
        ...{ username: 'alice', name: 'storage', namespace: 'storage:bookmarks' },
        privateData:
          '<storage xmlns="storage:bookmarks"><conference jid="lobby@conference.corp.example" x:y="z" xmlns:x="urn:x"/></storage>',
      },
      { username: 'ghost', name: 'a', namespace: 'urn:a', privateData: '<a xmlns="urn:a"/>' },
    ],
    ofPubsubNode: [
      node(at('alice'), NOTES, { accessModel: 'open', maxItems: 10 }),
      node(at('alice'), 'root', { leaf: 0 }),
      node('pubsub', 'news'),
      node(at('nobody'), 'urn:example:notes'),
      node(at('bob'), 'urn:xmpp:avatar:data', { accessModel: 'roster', maxItems: 0 }),
    ],
    ofPubsubAffiliation: [
      ...[
        [at('alice'), NOTES, at('alice'), 'owner'],
        [at('alice'), NOTES, at('bob'), 'member'],
        [at('nobody'), 'urn:none', at('bob'), 'owner'],
      ].map(([serviceID, nodeID, jid, affiliation]) => ({
        ...{ serviceID: serviceID!, nodeID: nodeID!, jid: jid!, affiliation: affiliation! },
      })),
    ],
    ofPubsubItem: [
      ...Array.from({ length: 300 }, (_, n) =>
        item(at('alice'), NOTES, `n${n}`, `<note xmlns="${NOTES}">${n} ü</note>`, n),
      ),
      item(at('bob'), 'urn:xmpp:avatar:data', 'none', null),
      item(
        at('bob'),
        'urn:xmpp:avatar:data',
        'long',
        `<data xmlns="urn:xmpp:avatar:data">${'Aä😀'.repeat(10_000)}</data>`,
      ),
      ...['alice', 'admin'].map((owner) =>
        item(
          at(owner),
          'urn:xmpp:avatar:data',
          'small',
          '<data xmlns="urn:xmpp:avatar:data">iVBORw0KGgoAAAAN</data>',
        ),
      ),
      item(
        at('alice'),
        'urn:xmpp:bookmarks:1',
        'lobby@conference.corp.example',
        '<conference xmlns="urn:xmpp:bookmarks:1"/>',
      ),
      item(
        'someone@other.example',
        'urn:xmpp:avatar:data',
        'a',
        '<data xmlns="urn:xmpp:avatar:data"/>',
      ),
      item('pubsub', 'news', 'a', '<entry/>'),
      // their owners have no account: one has a node, the other has not
      ...['a', 'b'].map((id) => item(at('nobody'), NOTES, id, `<note xmlns="${NOTES}"/>`)),
      item(at('ghost'), NOTES, 'a', `<note xmlns="${NOTES}"/>`),
    ],
    ofPrivacyList: [
      {
        ...{ username: 'alice', name: 'blocklist', isDefault: 1 },
        list: '<list xmlns="jabber:iq:privacy" name="blocklist"><item type="jid" value="evil@other.example" action="deny" order="1"/></list>',
      },
      { username: 'alice', name: 'empty', isDefault: 0, list: '' },
      {
        ...{ username: 'bob', name: 'blocklist', isDefault: 1 },
        list: '<list name="blocklist"><item type="jid" action="deny" order="2"/><item type="jid" value="a@b.example" action="deny" order="1"/></list>',
      },
      { username: 'ghost', name: 'l', isDefault: 1, list: '<list/>' },
    ],
    ofExtComponentConf: [
      { subdomain: 'gateway', wildcard: 0, secret: 'component secret', permission: 'allowed' },
    ],
    ofRemoteServerConf: [{ xmppDomain: 'other.example', remotePort: 5269, permission: 'allowed' }],
    ofMessageArchive: archived(),
    ofID: [{ idType: 18, id: 21 }],
  };
}
