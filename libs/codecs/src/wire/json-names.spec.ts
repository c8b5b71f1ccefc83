import { JsonList } from '@chat-admin/domain/shared/json-list';
import { groupDoc, groupsDoc } from '../groups/group.doc.js';
import { affiliationsDocs } from '../muc/affiliations/affiliations.doc.js';
import { bulkResultsDoc } from '../muc/rooms/bulk-rooms.doc.js';
import { messagesDoc, occupantsDoc, participantsDoc } from '../muc/rooms/occupants.doc.js';
import { roomDoc, roomsDoc } from '../muc/rooms/room.doc.js';
import { chatServicesDoc } from '../muc/services/chat-service.doc.js';
import { sessionsDoc } from '../sessions/session.doc.js';
import { propertiesDoc, propertyDoc } from '../system/property.doc.js';
import { rosterDoc, rosterItemDoc } from '../users/roster.doc.js';
import { userGroupsDoc } from '../users/user-groups.doc.js';
import { userDoc, usersDoc } from '../users/user.doc.js';
import type { JsonNames } from './json-names.js';
import { readBody } from './read-body.js';
import type { BodyReader, WireFormat } from './read-body.js';
import type { WriteOptions } from './schema.js';

const everyName: readonly JsonNames[] = ['new', 'both', 'old'];

const ola = { username: 'ola', properties: [{ key: 'desk', value: '4B' }] };
const item = { jid: 'cy@example.org', subscription: -1, groups: ['Pals'] };
const session = { resource: 'desk', priority: 5, secure: true };
const room = { roomName: 'den', owners: ['ann@example.org'] };
const roomText = (list: (name: string, texts: string) => string) =>
  '{"roomName":"den",' +
  [
    list('broadcastPresenceRole', ''),
    list('owner', '"ann@example.org"'),
    ...['admin', 'member', 'outcast'].map((name) => list(name, '')),
    ...['owner', 'admin', 'member', 'outcast'].map((name) => list(`${name}Group`, '')),
  ].join() +
  '}';
const newRoom = roomText((name, texts) => `"${name}s":[${texts}]`);
const oldRoom = roomText((name, texts) => `"${name}s":{"${name}":${texts || '[]'}}`);

interface Doc<T> {
  writeXml(value: T): string;
  writeJson(value: T, options?: WriteOptions): string;
}

interface Row {
  readonly title: string;
  readonly texts: Readonly<Record<JsonNames, string>>;
  readonly write: (options?: WriteOptions) => string;
  readonly writeXml: () => string;
}

function row<T>(
  title: string,
  doc: Doc<T>,
  value: T,
  [first, both, old]: readonly [string, string, string],
): Row {
  return {
    title,
    texts: { new: first, both, old },
    write: (options) => doc.writeJson(value, options),
    writeXml: () => doc.writeXml(value),
  };
}

const same = (text: string) => [text, text, text] as const;
const inOld = (text: string, old: string) => [text, text, old] as const;
const emptyUser = '{"username":"zoe","name":"","properties":';
const olaIn = (properties: string) => `{"username":"ola","name":"","properties":${properties}}`;
const olas = [
  olaIn('[{"key":"desk","value":"4B"}]'),
  olaIn('[{"key":"desk","value":"4B","@key":"desk","@value":"4B"}]'),
  olaIn('{"property":{"@key":"desk","@value":"4B"}}'),
] as const;
const properties = [
  '{"key":"a","value":"1"}',
  '{"key":"a","value":"1","@key":"a","@value":"1"}',
  '{"@key":"a","@value":"1"}',
] as const;

const rows: readonly Row[] = [
  row('a user', userDoc, ola, olas),
  row(
    'a user read from the database',
    userDoc,
    { ...ola, properties: new JsonList('[{"key": "desk", "value": "4B"}]') as never },
    olas,
  ),
  row(
    'a user without properties',
    userDoc,
    { username: 'zoe' },
    inOld(`${emptyUser}[]}`, `${emptyUser}{"property":[]}}`),
  ),
  row(
    'users',
    usersDoc,
    [ola],
    [`{"users":[${olas[0]}]}`, `{"users":[${olas[1]}]}`, `{"user":${olas[2]}}`],
  ),
  row(
    'two users',
    usersDoc,
    [ola, ola],
    [
      `{"users":[${olas[0]},${olas[0]}]}`,
      `{"users":[${olas[1]},${olas[1]}]}`,
      `{"user":[${olas[2]},${olas[2]}]}`,
    ],
  ),
  row('no users', usersDoc, [], inOld('{"users":[]}', '{}')),
  row(
    'groups',
    groupsDoc,
    [{ name: 'a' }],
    inOld('{"groups":[{"name":"a"}]}', '{"group":{"name":"a"}}'),
  ),
  row(
    'a group',
    groupDoc,
    { name: 'a', members: ['b'] },
    same('{"name":"a","admins":[],"members":["b"]}'),
  ),
  row(
    'groups of a user',
    userGroupsDoc,
    ['a', 'b'],
    [
      '{"groupnames":["a","b"]}',
      '{"groupnames":["a","b"],"groupname":["a","b"]}',
      '{"groupname":["a","b"]}',
    ],
  ),
  row(
    'no groups of a user',
    userGroupsDoc,
    [],
    ['{"groupnames":[]}', '{"groupnames":[],"groupname":[]}', '{}'],
  ),
  row(
    'one group of a user',
    userGroupsDoc,
    ['a'],
    ['{"groupnames":["a"]}', '{"groupnames":["a"],"groupname":["a"]}', '{"groupname":"a"}'],
  ),
  row(
    'a roster item',
    rosterItemDoc,
    item,
    inOld(
      '{"jid":"cy@example.org","subscriptionType":-1,"groups":["Pals"]}',
      '{"jid":"cy@example.org","subscriptionType":"-1","groups":{"group":"Pals"}}',
    ),
  ),
  row(
    'a roster item in two groups',
    rosterItemDoc,
    { jid: 'a@b', groups: ['A', 'B'] },
    inOld('{"jid":"a@b","groups":["A","B"]}', '{"jid":"a@b","groups":{"group":["A","B"]}}'),
  ),
  row(
    'a roster',
    rosterDoc,
    [{ jid: 'a@b' }],
    inOld(
      '{"rosterItem":[{"jid":"a@b","groups":[]}]}',
      '{"rosterItem":[{"jid":"a@b","groups":{"group":[]}}]}',
    ),
  ),
  row(
    'sessions',
    sessionsDoc,
    [session],
    [
      '{"sessions":[{"resource":"desk","priority":5,"secure":true}]}',
      '{"sessions":[{"resource":"desk","ressource":"desk","priority":5,"secure":true}]}',
      '{"session":{"resource":"desk","ressource":"desk","priority":"5","secure":"true"}}',
    ],
  ),
  row('a system property', propertyDoc, { key: 'a', value: '1' }, properties),
  row('a system property without value', propertyDoc, { key: 'a' }, [
    '{"key":"a"}',
    '{"key":"a","@key":"a"}',
    '{"@key":"a"}',
  ]),
  row(
    'system properties',
    propertiesDoc,
    [{ key: 'a', value: '1' }],
    [
      `{"property":[${properties[0]}]}`,
      `{"property":[${properties[1]}]}`,
      `{"property":[${properties[2]}]}`,
    ],
  ),
  row('a room', roomDoc, room, inOld(newRoom, oldRoom)),
  row('rooms', roomsDoc, [room], inOld(`{"chatRooms":[${newRoom}]}`, `{"chatRoom":${oldRoom}}`)),
  row(
    'participants',
    participantsDoc,
    [{ role: 'x' }],
    inOld('{"participants":[{"role":"x"}]}', '{"participant":{"role":"x"}}'),
  ),
  row(
    'occupants',
    occupantsDoc,
    [{ role: 'x' }],
    inOld('{"occupants":[{"role":"x"}]}', '{"occupant":{"role":"x"}}'),
  ),
  row('messages', messagesDoc, [{ body: 'x' }], same('{"message":[{"body":"x"}]}')),
  row(
    'chat services',
    chatServicesDoc,
    [{ name: 'x' }],
    same('{"chatService":[{"serviceName":"x"}]}'),
  ),
  row('affiliations', affiliationsDocs.owner, ['a@b'], same('{"owners":["a@b"]}')),
  row(
    'bulk results',
    bulkResultsDoc,
    { success: [{ roomName: 'x' }] },
    same('{"success":[{"roomName":"x"}],"failure":[],"other":[]}'),
  ),
];

describe.each(rows)('$title', ({ texts, write, writeXml }) => {
  it.each(everyName)('with the names %s', (names) => {
    expect(write({ names })).toBe(texts[names]);
  });

  it('has the names new by default, and one form in XML', () => {
    expect(write()).toBe(texts.new);
    expect(writeXml()).not.toContain('ressource');
  });
});

it.each(everyName)('streamed lists have the names %s, too', async (names) => {
  const batches = async function* (all: readonly unknown[]) {
    for (const one of all) yield [one];
    await Promise.resolve();
  };
  const streamed = async (
    list: {
      stream(
        form: WireFormat,
        all: AsyncIterable<never[]>,
        to: WriteOptions,
      ): AsyncIterable<string>;
    },
    all: readonly unknown[],
  ) => {
    let text = '';
    for await (const piece of list.stream('json', batches(all) as never, { names })) text += piece;
    return text;
  };
  for (const groups of [[], ['a'], ['a', 'b', 'c']]) {
    expect(await streamed(userGroupsDoc, groups)).toBe(userGroupsDoc.writeJson(groups, { names }));
  }
  expect(await streamed(usersDoc, [ola])).toBe(usersDoc.writeJson([ola], { names }));
  expect(await streamed(usersDoc, [ola, ola])).toBe(usersDoc.writeJson([ola, ola], { names }));
  expect(await streamed(roomsDoc, [])).toBe(roomsDoc.writeJson([], { names }));
  const results = { success: [{ roomName: 'x' }], failure: [], other: [] } as never;
  let text = '';
  for await (const piece of bulkResultsDoc.stream('json', results, { names })) text += piece;
  expect(text).toBe(bulkResultsDoc.writeJson(results, { names }));
});

it.each(everyName)('documents with the names %s are read', async (names) => {
  const read = <T>(doc: BodyReader<T>, text: string) => readBody(doc, 'json', Buffer.from(text));
  expect(await read(userDoc, userDoc.writeJson(ola, { names }))).toEqual({ ...ola, name: '' });
  expect(await read(rosterItemDoc, rosterItemDoc.writeJson(item, { names }))).toEqual(item);
  expect(await read(userGroupsDoc, userGroupsDoc.writeJson(['a'], { names }))).toEqual(['a']);
  expect(await read(roomDoc, roomDoc.writeJson(room, { names }))).toMatchObject(room);
  const property = { key: 'a', value: '1' };
  expect(await read(propertyDoc, propertyDoc.writeJson(property, { names }))).toEqual(property);
});

it('names without @ win', async () => {
  const text = '{"@key":"b","@value":"2","key":"a","value":"1"}';
  expect(await readBody(propertyDoc, 'json', Buffer.from(text))).toEqual({ key: 'a', value: '1' });
});
