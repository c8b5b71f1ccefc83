import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { domainpart, parseBareJid } from '@chat-admin/domain/shared/jid';
import { DEFAULT_SECURITY, OpenfireKeys } from '../passwords/openfire-keys.js';
import type { GroupRow, MessageRow, RoomRow, RosterRow } from '../rows.js';
import { accountName } from './account-name.js';
import { movedAccount } from './accounts.js';
import { movedAuditEntry } from './audit.js';
import { movedBlocks } from './blocks.js';
import type { MappingContext } from './context.js';
import { movedGroup, sharingOf, splitGroupList } from './groups.js';
import { MovedJids } from './jids.js';
import { movedMessage } from './messages.js';
import { MovedNames } from './names.js';
import { movedOffline } from './offline.js';
import type { Note } from './outcome.js';
import { movedNode } from './pep.js';
import { movedPrivate } from './private-data.js';
import { movedProperties } from './properties.js';
import { RoomNames } from './room-names.js';
import { movedRoom } from './rooms.js';
import { movedRoster } from './rosters.js';
import { movedService } from './services.js';
import { movedVcard } from './vcards.js';

function contextOf(from = 'example.org', to = from): MappingContext {
  const jids = new MovedJids(domainpart(from)!, domainpart(to)!);
  return {
    jids,
    now: new Date('2026-11-25T12:00:00Z'),
    accounts: new MovedNames(accountName),
    rooms: new RoomNames(jids.domain),
    groups: { sharedLabels: new Set(['Staff']), sizes: new Map([['Crew', 2]]), accounts: 10 },
  };
}

const context = contextOf();

describe('names', () => {
  const decided = (...listed: [name: string, modified: number][]) => {
    const names = new MovedNames(accountName);
    for (const [name, modified] of listed) names.see({ name, modified });
    for (const [name, modified] of listed) names.meet({ name, modified });
    names.decide();
    return listed.map(([name]) => names.of(name));
  };

  it('the prepared form wins, else the later change, else the smaller text', () => {
    expect(decided(['Bob', 9], ['bob', 1])).toEqual([null, 'bob']);
    expect(decided(['BOB', 1], ['Bob', 2])).toEqual([null, 'bob']);
    expect(decided(['Bob', 2], ['BOB', 2])).toEqual([null, 'bob']);
    expect(decided(['Bob', 2])).toEqual(['bob']);
    expect(
      decided(['bob\\40corp.example', 1], ['a b', 1], ['', 1], ['x'.repeat(65), 1], ['.', 1]),
    ).toEqual(['bob\\40corp.example', null, null, null, null]);
  });

  it('rooms that lose get a free name', () => {
    const names = new RoomNames(context.jids.domain);
    const listed = ['Tea', 'tea', 'tea-2'];
    for (const name of listed) names.see('conference', name, '1', false);
    for (const name of listed) names.meet('conference', name, '1');
    names.decide();
    expect(listed.map((name) => names.of('conference', name))).toEqual(['tea-3', 'tea', 'tea-2']);
    expect(names.isRenamed('conference', 'Tea')).toBe(true);
  });

  it('rooms cannot have names that are steps of a path', () => {
    const names = new RoomNames(context.jids.domain);
    names.decide();
    expect(['.', '..', '...'].map((name) => names.of('conference', name))).toEqual([
      null,
      null,
      '...',
    ]);
  });
});

describe('accounts', () => {
  const USER = {
    ...{ plainPassword: 'p', encryptedPassword: null, name: null, email: null },
    ...{ creationDate: '1', modificationDate: '1' },
    ...{ storedKey: null, serverKey: null, salt: null, iterations: null },
  };
  const named = (username: string) => {
    const accounts = new MovedNames(accountName);
    accounts.see({ name: username, modified: 1 });
    accounts.meet({ name: username, modified: 1 });
    accounts.decide();
    const { value, notes } = movedAccount(
      { username, user: USER, properties: [], flags: [], scram: [], presence: null },
      { ...context, accounts },
    );
    return [value?.username, ...notes.map(({ code }) => code)];
  };

  it('that are called as a label of the audit log keep their names, and are reported', () => {
    expect(['secret', 'service', 'userservice', 'anonymous'].map(named)).toEqual([
      ['secret', 'name-reserved'],
      ['service', 'name-reserved'],
      ['userservice', 'name-reserved'],
      ['anonymous', 'name-reserved'],
    ]);
    expect(named('ann')).toEqual(['ann']);
  });
});

describe('shared groups', () => {
  const properties = (shown: string | null, list: string | null) => [
    ...(shown === null ? [] : [{ name: 'sharedRoster.showInRoster', propValue: shown }]),
    ...(list === null ? [] : [{ name: 'sharedRoster.groupList', propValue: list }]),
  ];
  const groups = new Map([
    ['A', 1],
    ['B, C', 1],
    ['C', 1],
  ]);

  it.each([
    [null, null, 'nobody', [], []],
    ['nobody', 'A', 'nobody', [], []],
    ['else', null, 'nobody', [], []],
    ['onlyGroup', '', 'members', [], []],
    ['onlyGroup', null, 'members', [], ['grouplist-missing']],
    ['onlyGroup', 'B, C\tA,gone', 'groups', ['A', 'B, C'], ['reference-missing']],
    ['everybody', 'A', 'everybody', [], []],
  ])('%s, %j', (shown, list, visibility, visibleTo, codes) => {
    const notes: Note[] = [];
    expect(sharingOf(properties(shown, list), groups, notes)).toEqual({ visibility, visibleTo });
    expect(notes.map(({ code }) => code)).toEqual(codes);
  });

  it('the longest run of parts that is a name is one', () => {
    expect(splitGroupList('B, C,C', groups).found).toEqual(['B, C', 'C']);
  });
});

const contact = (row: Partial<RosterRow>): RosterRow => ({
  username: 'ola',
  jid: 'kim@example.org',
  rosterID: '1',
  nick: null,
  sub: 3,
  ask: -1,
  recv: -1,
  stanza: null,
  groups: [],
  ...row,
});

describe('rosters', () => {
  const rosterOf = (...rows: Partial<RosterRow>[]) => {
    const { value, notes } = movedRoster('ola', rows.map(contact), context);
    return { ...value!, codes: notes.map(({ code }) => code) };
  };

  it('a request alone is no contact', () => {
    const { contacts, requests } = rosterOf({ sub: 0, recv: 1 });
    expect(contacts).toEqual([]);
    expect(requests).toEqual([
      {
        jid: 'kim@example.org',
        stanza: "<presence type='subscribe' from='kim@example.org' to='ola@example.org'/>",
      },
    ]);
  });

  it('an agreed contact has no request', () => {
    expect(rosterOf({ sub: 3, recv: 1 })).toMatchObject({ requests: [] });
    expect(rosterOf({ sub: 1, recv: 1 }).requests).toHaveLength(1);
  });

  it('twice the same one: the stronger, with all groups', () => {
    const twice = rosterOf(
      { jid: 'Kim@example.org/phone', sub: 1, nick: 'weak', groups: ['b', 'Staff', 'b'] },
      { sub: 3, groups: ['a'] },
    );
    expect(twice.codes).toEqual(['contact-twice']);
    expect(twice.contacts).toEqual([
      {
        jid: 'kim@example.org',
        nickname: 'weak',
        subscription: 3,
        groups: ['a', 'b'],
        ask: false,
      },
    ]);
  });

  it('what cannot be kept is reported', () => {
    const { codes, contacts } = rosterOf(
      { sub: 9 },
      { jid: '@', sub: 1 },
      { jid: 'a@far.example', sub: 0, ask: 0 },
      { jid: 'gone@example.org', sub: -1 },
    );
    expect(codes).toEqual(['value-bad', 'jid-invalid', 'foreign-contact', 'contact-removed']);
    expect(contacts.map(({ jid, subscription, ask }) => [jid, subscription, ask])).toEqual([
      ['a@far.example', 0, true],
      ['kim@example.org', 0, false],
    ]);
  });
});

const room = (row: Partial<RoomRow>): RoomRow => ({
  services: ['conference'],
  serviceID: '1',
  roomID: '1',
  name: 'tea',
  naturalName: 'Tea',
  description: null,
  roomPassword: '',
  subject: null,
  creationDate: '001000000000000',
  modificationDate: null,
  lockedDate: '000000000000000',
  emptyDate: null,
  canChangeSubject: 0,
  maxUsers: 30,
  publicRoom: 1,
  moderated: 0,
  membersOnly: 0,
  canInvite: 0,
  canDiscoverJID: 1,
  logEnabled: 1,
  rolesToBroadcast: 5,
  useReservedNick: 0,
  canChangeNick: 1,
  canRegister: 1,
  allowpm: 2,
  fmucEnabled: null,
  affiliations: [],
  members: [],
  ...row,
});

describe('rooms', () => {
  it('numbers, dates and masks', () => {
    const { value } = movedRoom(room({}), context);
    expect(value).toMatchObject({
      broadcastPresenceRoles: ['moderator', 'visitor'],
      allowPm: 'moderators',
      creationDate: new Date(1e12),
      modificationDate: new Date(1e12),
      password: null,
      persistent: true,
    });
  });

  it('a locked one is for members, and not listed', () => {
    const { value, notes } = movedRoom(room({ lockedDate: '001000000000000' }), context);
    expect(value).toMatchObject({ membersOnly: true, publicRoom: false });
    expect(notes.map(({ code }) => code)).toEqual(['room-locked']);
  });

  it.each([
    ['Hello', 'Hello'],
    ['<message><subject>Hi &amp; you</subject></message>', 'Hi & you'],
    ['<message><subject>', null],
  ])('the subject of %j', (subject, expected) => {
    expect(movedRoom(room({ subject }), context).value!.subject).toBe(expected);
  });

  it('affiliations of people and groups, the first of several', () => {
    const member = { firstName: null, lastName: null, url: null, email: null, faqentry: null };
    const { value } = movedRoom(
      room({
        affiliations: [
          { jid: 'kim@example.org', affiliation: 40 },
          { jid: '8dp6ato=@example.org/e2eb313ebe80eedde70387f31c96bd8c', affiliation: 10 },
          { jid: 'corp.example', affiliation: 20 },
        ],
        members: [
          { ...member, jid: 'kim@example.org', nickname: 'K' },
          { ...member, jid: 'ola@example.org/x', nickname: 'O' },
        ],
      }),
      context,
    );
    expect(value!.groups).toEqual([{ name: 'Crew', affiliation: 'owner' }]);
    expect(value!.people).toEqual([
      { jid: 'corp.example', affiliation: 'admin', nickname: null },
      { jid: 'kim@example.org', affiliation: 'outcast', nickname: null },
      { jid: 'ola@example.org', affiliation: 'member', nickname: 'O' },
    ]);
  });

  describe('an affiliation of a group,', () => {
    /** Base32hex of RFC 4648, five bits after the other. */
    const encoded = (name: string) => {
      const bits = [...Buffer.from(name)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      const groups = bits.match(/.{1,5}/g) ?? [];
      const digits = groups.map((five) => parseInt(five.padEnd(5, '0'), 2).toString(32));
      return digits.join('').padEnd(Math.ceil(digits.length / 8) * 8, '=');
    };
    const jidOf = (name: string, domain: string) =>
      `${encoded(name)}@${domain}/${createHash('md5').update(name).digest('hex')}`;
    const affiliated = (jid: string) =>
      movedRoom(
        room({ affiliations: [{ jid, affiliation: 20 }] }),
        contextOf('old.example', 'new.example'),
      );
    const group = (groupName: string): GroupRow => ({
      ...{ groupName, group: { description: null }, properties: [], members: [] },
    });
    // without NUL alone, which would be no name
    const names = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 50 })
      .filter((name) => name.replaceAll('\0', '').trim() !== '');
    const domains = fc.constantFrom('old.example', 'OLD.example');
    const ways = fc.constantFrom(
      (jid: string) => jid,
      (jid: string) => jid.replaceAll('=', ''),
      (jid: string) => ` ${jid} `,
      (jid: string) => jid.replace(/^[^@]*/, (digits) => digits.toUpperCase()),
    );

    it('whatever its name and spelling, is one of the group that is moved', () => {
      fc.assert(
        fc.property(names, domains, ways, (groupName, domain, spelled) => {
          const { value, notes } = affiliated(spelled(jidOf(groupName, domain)));
          const { name } = movedGroup(group(groupName), context).value!;
          expect(value!.groups).toEqual([{ name, affiliation: 'admin' }]);
          expect(value!.people).toEqual([]);
          expect(notes.filter(({ code }) => code !== 'text-damaged')).toEqual([]);
        }),
      );
    });

    it('that is of another domain, or whose digest is of another name, is none of a group', () => {
      fc.assert(
        fc.property(names, names, (name, other) => {
          const foreign = affiliated(jidOf(name, 'new.example')).value!;
          expect([foreign.groups, foreign.people.length]).toEqual([[], 1]);
          if (name === other) return;
          const [local] = jidOf(name, 'old.example').split('/');
          const [, digest] = jidOf(other, 'old.example').split('/');
          const forged = affiliated(`${local}/${digest}`).value!;
          expect([forged.groups, forged.people.length]).toEqual([[], 1]);
        }),
      );
    });
  });
});

const line = (row: Partial<MessageRow>): MessageRow => ({
  services: ['conference'],
  messageID: '7',
  roomID: '1',
  room: 'tea',
  sender: 'ola@example.org/pc',
  nickname: 'Ola',
  logTime: '001000000000000',
  subject: null,
  body: 'hi',
  stanza: null,
  ...row,
});

describe('conversations', () => {
  it('a stanza without what servers and rooms have added', () => {
    const stanza = `<message xmlns="jabber:client" to="x@y/z" type="groupchat" id="m1" from="old"><body>hi</body>
      <delay xmlns="urn:xmpp:delay" stamp="x"/><stanza-id xmlns="urn:xmpp:sid:0" by="tea@conference.example.org" id="u"/>
      <stanza-id xmlns="urn:xmpp:sid:0" by="other@example.org" id="v"/><occupant-id xmlns="urn:xmpp:occupant-id:0" id="o"/>
      <addresses xmlns="http://jabber.org/protocol/address"><address type="ofrom" jid="a@b"/></addresses>
      <x xmlns="http://jabber.org/protocol/muc#user"/></message>`;
    const { value } = movedMessage(line({ stanza }), context);
    expect(value!.stanza).toBe(
      "<message from='tea@conference.example.org/Ola' type='groupchat' id='m1'><body>hi</body>" +
        "<stanza-id xmlns='urn:xmpp:sid:0' by='other@example.org' id='v'/></message>",
    );
  });

  it('a line without stanza gets one; who spoke is told where everybody sees it', () => {
    const open = contextOf();
    open.rooms.see('conference', 'tea', null, true);
    const { value } = movedMessage(line({ body: 'a\f<b>', nickname: ' ' }), open);
    expect(value).toMatchObject({ id: '7', nickname: null, senderShown: true });
    expect(value!.stanza).toBe(
      "<message from='tea@conference.example.org' type='groupchat'><body>a&lt;b&gt;</body>" +
        "<x xmlns='http://jabber.org/protocol/muc#user'><item jid='ola@example.org'/></x></message>",
    );
  });

  it('a removed subject stays so; a broken stanza is built anew', () => {
    const { value, notes } = movedMessage(
      line({ subject: '', body: null, stanza: '<message>' }),
      context,
    );
    expect(value!.stanza).toContain('<subject/>');
    expect(notes.map(({ code }) => code)).toEqual(['xml-broken']);
  });
});

describe('another domain', () => {
  const other = contextOf('old.example', 'new.example');

  it('changes what is of it', () => {
    expect(other.jids.full('Ola@old.example/x')).toBe('ola@new.example/x');
    expect(other.jids.bare('tea@conference.old.example')).toBe('tea@conference.new.example');
    expect(other.jids.bare('a@cold.example')).toBe('a@cold.example');
    const { value } = movedPrivate(
      {
        username: 'ola',
        name: 'storage',
        namespace: 'storage:bookmarks',
        privateData:
          '<storage xmlns="storage:bookmarks"><conference jid="tea@conference.old.example"/></storage>',
      },
      other,
    );
    expect(JSON.stringify(value)).toContain('tea@conference.new.example');
  });
});

describe('what belongs to the chat server', () => {
  it('private data as its decoder reads it', () => {
    const { value } = movedPrivate(
      {
        username: 'ola',
        name: 'x',
        namespace: 'urn:x',
        privateData: '<x xmlns="urn:x" xmlns:p="urn:p" p:a="1" xml:lang="en">t<y/></x>',
      },
      context,
    );
    expect(value).toEqual({
      user: 'ola',
      key: 'x:urn:x',
      element: {
        name: 'x',
        attr: { xmlns: 'urn:x', 'urn:p\u0001a': '1', 'xml:lang': 'en' },
        __array: ['t', { name: 'y', attr: { xmlns: 'urn:x' } }],
      },
    });
  });

  it('a block list, and what is none', () => {
    const list = `<list name="b"><item type="jid" value="spam@example.org" action="deny" order="2"/>
      <item type="jid" value="kim@example.org" action="allow" order="1"/>
      <item type="jid" value="kim@example.org" action="deny" order="3"/>
      <item type="group" value="x" action="deny" order="4"/></list>`;
    const row = { username: 'ola', name: 'blocklist', isDefault: 1, list };
    const { value, notes } = movedBlocks(row, context);
    expect(value!.jids).toEqual(['spam@example.org']);
    expect(notes.filter(({ code }) => code === 'privacy-rule')).toHaveLength(3);
    expect(movedBlocks({ ...row, isDefault: 0 }, context).value).toBeNull();
  });

  it('nodes that were never stored', () => {
    const row = {
      type: 'node' as const,
      serviceID: 'ola@example.org',
      nodeID: 'http://jabber.org/protocol/nick',
      node: null,
      items: 1,
    };
    const item = {
      type: 'item' as const,
      serviceID: row.serviceID,
      nodeID: row.nodeID,
      id: 'h',
      jid: 'ola@example.org/pc',
      creationDate: '001000000000000',
      payload: '<nick xmlns="http://jabber.org/protocol/nick">Ola</nick>',
    };
    const { value, notes } = movedNode({ row, items: [item] }, context);
    expect(notes.map(({ code }) => code)).toEqual(['pep-node-missing']);
    expect(value).toMatchObject({
      settings: { config: { access_model: 'presence', max_items: 1 } },
      items: [{ id: 'h', publisher: 'ola@example.org' }],
      asPrivate: null,
    });
  });

  it('items beside the one document of bookmarks are told', () => {
    const nodeID = 'storage:bookmarks';
    const owner = { serviceID: 'ola@example.org', nodeID };
    const row = { type: 'node' as const, ...owner, node: null, items: 3 };
    const items = ['current', 'a', 'b'].map((id) => ({
      ...{ type: 'item' as const, ...owner, id, jid: 'ola@example.org' },
      creationDate: '001000000000000',
      payload: '<storage xmlns="storage:bookmarks"/>',
    }));
    const { value, notes } = movedNode({ row, items }, context);
    expect(value).toMatchObject({ settings: null, items: [], asPrivate: { user: 'ola' } });
    expect(notes).toMatchObject([{ code: 'pep-items-dropped', rows: 2 }]);
  });

  it('bookmarks of rooms are for nobody else, and none is forgotten', () => {
    const columns = { leaf: 1, creationDate: null, modificationDate: null, persistItems: 0 };
    const unset = { publisherModel: null, payloadType: null, creator: null, name: null };
    const row = {
      type: 'node' as const,
      serviceID: 'ola@example.org',
      nodeID: 'urn:xmpp:bookmarks:1',
      node: {
        ...columns,
        ...unset,
        ...{ maxItems: 1, sendItemSubscribe: 1, accessModel: 'open', description: null },
        affiliations: [],
      },
      items: 0,
    };
    const { value, notes } = movedNode({ row, items: [] }, context);
    expect(notes).toMatchObject([{ code: 'pep-access-narrowed', text: 'open became whitelist' }]);
    expect(value).toMatchObject({
      settings: {
        config: {
          ...{ access_model: 'whitelist', max_items: 'max', persist_items: true },
          send_last_published_item: 'never',
        },
      },
    });
  });

  it('offline messages keep receiver and sender', () => {
    const { value } = movedOffline(
      {
        username: 'ola',
        messageID: '3',
        creationDate: '001000000000000',
        stanza:
          '<message from="kim@example.org/x" type="chat"><body>a&#12;</body><delay xmlns="urn:xmpp:delay" from="example.org" stamp="x"/></message>',
      },
      context,
    );
    expect(value).toMatchObject({
      key: 'of-3',
      stanza:
        "<message from='kim@example.org/x' to='ola@example.org' type='chat'><body>a</body></message>",
    });
  });
});

describe('properties', () => {
  const keys = new OpenfireKeys(DEFAULT_SECURITY);
  const row = (name: string, propValue: string, encrypted = 0) => ({
    name,
    propValue,
    encrypted,
    iv: null,
  });

  it('only those that have a meaning here; absent authentication is basic there', () => {
    const { values, notes } = movedProperties(
      [
        row('admin.authorizedJIDs', 'Ola@example.org, kim@example.org'),
        row('plugin.restapi.secret', 's'),
        row('xmpp.domain', 'example.org'),
        row('a.b', 'c'),
      ],
      {
        keys,
        jids: context.jids,
        prefixes: ['a.', 'xmpp.'],
        administrators: ['carol,dave@corp.example'],
      },
    );
    expect(Object.fromEntries(values)).toEqual({
      'admin.authorizedJIDs': 'ola@example.org,kim@example.org,carol@example.org,dave@corp.example',
      'plugin.restapi.secret': 's',
      'plugin.restapi.httpAuth': 'basic',
      'a.b': 'c',
    });
    expect(notes.map(({ name, note }) => [name, note.code])).toEqual([
      ['xmpp.domain', 'property-dropped'],
      ['plugin.restapi.secret', 'property-proposed'],
    ]);
  });

  it('propose what scripts need, by what is found, once for each plugin', () => {
    const { values, notes } = movedProperties(
      ['plugin.presence.unavailable.status', 'plugin.presence.public', 'plugin.other.a'].map(
        (name) => row(name, 'true'),
      ),
      { keys, jids: context.jids, prefixes: [], administrators: [] },
    );
    expect([...values.keys()]).toEqual([]);
    const proposed = notes.filter(({ note }) => note.code === 'property-proposed');
    expect(proposed.map(({ name, note }) => [name, note.text])).toEqual([
      ['plugin.presence.public', expect.stringContaining('plugin.presence.enabled = true')],
    ]);
  });
});

describe('the mapping is total', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.constantFrom(
      '',
      '\0',
      '\ud800',
      'a@b',
      '@',
      'Bob',
      '<vCard xmlns="vcard-temp"/>',
      '<a>',
      '-1',
      '0',
      ' 5 ',
    ),
    fc.string({
      unit: fc.constantFrom('<', '>', 'a', '/', '"', '=', '&', '#', ';', '\ud800', '1', ' '),
    }),
  );
  const optional = fc.option(text, { nil: null });
  const number = fc.option(fc.oneof(fc.integer(), fc.constantFrom(-1, 0, 1, 2, 3, 10)), {
    nil: null,
  });
  const named = fc.array(fc.record({ name: text, propValue: optional }), { maxLength: 3 });
  const record = (texts: readonly string[], numbers: readonly string[], more: object = {}) =>
    fc.record({
      ...Object.fromEntries(texts.map((key) => [key, optional])),
      ...Object.fromEntries(numbers.map((key) => [key, number])),
      ...more,
    }) as fc.Arbitrary<never>;
  const user = record(
    ['plainPassword', 'encryptedPassword', 'name', 'email', 'creationDate', 'modificationDate'],
    [],
  );
  const flags = fc.array(
    fc.record({ name: fc.constantFrom('lockout', 'x'), startTime: optional, endTime: optional }),
    { maxLength: 2 },
  );
  const each = (
    rows: fc.Arbitrary<never>,
    map: (row: never) => { value: unknown; notes: readonly Note[] },
  ) =>
    fc.assert(
      fc.property(rows, (row) => {
        const outcome = map(row);
        if (outcome.value === null) expect(outcome).toHaveProperty('reason.code');
        else expect(JSON.stringify(outcome.value)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
      { numRuns: 300 },
    );

  it('for accounts', () =>
    each(
      record([], [], {
        username: text,
        user: fc.option(user, { nil: null }),
        properties: named,
        flags,
        scram: fc.constant([]),
        presence: fc.constant(null),
      }),
      (row) => movedAccount(row, context),
    ));
  it('for groups', () =>
    each(
      record([], [], {
        groupName: text,
        group: fc.option(fc.record({ description: optional }), { nil: null }),
        properties: named,
        members: fc.array(fc.record({ username: text, administrator: number }), { maxLength: 3 }),
      }),
      (row: GroupRow) => movedGroup(row, context),
    ));
  it('for rosters', () =>
    each(
      record(['nick', 'stanza'], ['sub', 'ask', 'recv'], {
        username: text,
        jid: text,
        groups: fc.array(text, { maxLength: 3 }),
      }),
      (row: RosterRow) => movedRoster(row.username, [row, row], context),
    ));
  it('for vCards', () =>
    each(record(['vcard'], [], { username: fc.constant('ola') }), (row) =>
      movedVcard(row, context),
    ));
  it('for services', () =>
    each(record(['description'], ['isHidden'], { subdomain: text, properties: named }), (row) =>
      movedService(row, context),
    ));
  it('for rooms', () =>
    each(
      record([], ['allowpm', 'rolesToBroadcast', 'maxUsers', 'publicRoom'], {
        services: fc.constantFrom([], ['conference'], ['A', 'b']),
        name: text,
        subject: optional,
        naturalName: optional,
        description: optional,
        roomPassword: optional,
        lockedDate: optional,
        creationDate: optional,
        modificationDate: optional,
        affiliations: fc.array(fc.record({ jid: text, affiliation: number }), { maxLength: 3 }),
        members: fc.array(record(['nickname', 'email'], [], { jid: text }), { maxLength: 3 }),
      }),
      (row) => movedRoom(row, context),
    ));
  it('for lines', () =>
    each(
      record(['messageID', 'sender', 'nickname', 'logTime', 'subject', 'body', 'stanza'], [], {
        services: fc.constantFrom([], ['conference']),
        room: optional,
      }),
      (row) => movedMessage(row, context),
    ));
  it('for the rest', () => {
    each(record(['entryStamp', 'username', 'summary', 'node', 'details'], []), (row) =>
      movedAuditEntry(row),
    );
    each(record(['stanza', 'creationDate', 'messageID'], [], { username: text }), (row) =>
      movedOffline(row, context),
    );
    each(record(['privateData'], [], { username: text }), (row) => movedPrivate(row, context));
    each(record(['list'], ['isDefault'], { username: text, name: text }), (row) =>
      movedBlocks(row, context),
    );
  });
  it('for JIDs: what is one is mapped to one', () => {
    fc.assert(
      fc.property(text, (given) => {
        const jid = context.jids.bare(given);
        if (jid !== null) expect(parseBareJid(jid)).toBe(jid);
      }),
    );
  });
});
