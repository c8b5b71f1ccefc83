import { chatServiceDoc } from '../muc/services/chat-service.doc.js';
import { groupDoc } from '../groups/group.doc.js';
import { roomDoc } from '../muc/rooms/room.doc.js';
import { bulkRooms } from '../muc/rooms/bulk-rooms.doc.js';
import { propertyDoc } from '../system/property.doc.js';
import { rosterItemDoc } from '../users/roster.doc.js';
import { userGroupsDoc } from '../users/user-groups.doc.js';
import { userDoc, userOrUsers } from '../users/user.doc.js';
import { parseJson } from './json-text.js';
import { IgnoredNames } from './ignored-names.js';
import { readMergePatch } from './merge-patch.js';
import { readBody } from './read-body.js';
import type { BodyReader, WireFormat } from './read-body.js';

const bytes = (text: string) => Buffer.from(text);

async function ignoredOf(reader: BodyReader<unknown>, sent: string): Promise<IgnoredNames> {
  const ignored = new IgnoredNames();
  const format: WireFormat = sent.startsWith('<') ? 'xml' : 'json';
  await readBody(reader, format, bytes(sent), ignored);
  return ignored;
}

const toldOf = async (reader: BodyReader<unknown>, sent: string) =>
  (await ignoredOf(reader, sent)).told();

describe('CK-4: the names of a document that nothing reads', () => {
  it.each<[string, BodyReader<unknown>, string, string]>([
    ['members', userDoc, '{"a":1,"username":"ola","b":2}', 'a, b'],
    ['elements', userDoc, '<user><a/><username>ola</username><b/></user>', 'a, b'],
    ['names once', userDoc, '<user><a/><username>ola</username><a/></user>', 'a'],
    ['other letter cases', userDoc, '{"userName":"ola","name":"O"}', 'userName'],
    ['what is inside of it is not told', userDoc, '{"a":{"b":1},"name":"O"}', 'a'],
    ['nor elements', userDoc, '<user><a><b/></a><name>O</name></user>', 'a'],
    ['in text', userDoc, '<user><name>O<b/></name></user>', 'name.b'],
    ['in a list', groupDoc, '{"members":{"member":["a"],"x":1}}', 'members.x'],
    ['in a list that is not named', groupDoc, '{"members":{"x":["a"]}}', 'members.x'],
    ['in a wrapper', groupDoc, '<group><members><x>a</x></members></group>', 'members.x'],
    ['in an entry', userDoc, '{"properties":[{"key":"a","value":"b","x":1}]}', 'properties.x'],
    [
      'in a wrapped entry',
      userDoc,
      '{"properties":{"property":[{"@key":"a","@value":"b","x":1}]}}',
      'properties.property.x',
    ],
    [
      'attributes of properties',
      userDoc,
      '<user lang="en"><properties><property key="a" value="b" x="1"/></properties></user>',
      'properties.property.x',
    ],
    ['of a map', userDoc, '{"properties":{"a":"b"}}', ''],
    ['in many', userOrUsers, '{"users":[{"username":"a","x":1},{"x":2}],"y":1}', 'users.x, y'],
    ['in many', userOrUsers, '<users><user><x/></user><y/></users>', 'user.x, y'],
    ['in rooms', bulkRooms, '{"chatRooms":[{"roomName":"a","x":1}]}', 'chatRooms.x'],
    [
      'behind an entry that cannot be read',
      bulkRooms,
      '{"chatRooms":[{"owners":["a",{"b":1}],"y":1},{"roomName":"a","x":1}]}',
      'chatRooms.y, chatRooms.x',
    ],
    ['in a namespace', userDoc, '<user xmlns:n="urn:n"><n:name/><name>O</name></user>', 'n%3Aname'],
    ['attributes', propertyDoc, '<property key="a" value="b" xmlns:n="urn:n" n:x="1"/>', 'n%3Ax'],
    [
      'elements in place of attributes',
      propertyDoc,
      '<property key="a"><value>b</value></property>',
      'value',
    ],
  ])('tells %s', async (_what, reader, sent, told) => {
    expect(await toldOf(reader, sent)).toBe(told);
  });

  it.each<[string, BodyReader<unknown>, string]>([
    ['older names', roomDoc, '{"owner":"a","member":["b"],"broadcastPresenceRole":"none"}'],
    ['older names', roomDoc, '<chatRoom><owner>a</owner><owners/></chatRoom>'],
    ['older names', groupDoc, '{"isShared":true,"admin":"a"}'],
    ['older names', rosterItemDoc, '{"jid":"a","name":"b","subscription":"both"}'],
    ['older names', userGroupsDoc, '<groups><group>a</group></groups>'],
    ['names with a sign', propertyDoc, '{"@key":"a","@value":"b"}'],
    ['what an answer shows', userDoc, '{"username":"a","created":"x","online":true,"photo":"p"}'],
    ['what an answer shows', propertyDoc, '<property key="a" default="b"><choices/></property>'],
    ['what an answer shows', roomDoc, '{"occupantCount":1,"lastMessage":"x"}'],
    ['what an answer shows', chatServiceDoc, '{"serviceName":"a","historyMaxNumber":1}'],
    ['nothing', userDoc, '{}'],
  ])('knows %s', async (_what, reader, sent) => {
    const ignored = await ignoredOf(reader, sent);
    expect([ignored.isEmpty, ignored.told(), ignored.nothingIsKnown]).toEqual([true, '', false]);
  });

  it('tells those inside of a patch', async () => {
    const ignored = new IgnoredNames();
    readMergePatch(groupDoc, await parseJson(bytes('{"members":{"x":["a"]}}')), [], ignored);
    expect(ignored.told()).toBe('members.x');
  });

  it.each<[boolean, BodyReader<unknown>, string]>([
    [true, userDoc, '{"user":{"username":"ola"}}'],
    [true, userDoc, '<user><login>ola</login></user>'],
    [true, userOrUsers, '<users><person/></users>'],
    [true, propertyDoc, '{"name":"a"}'],
    [true, propertyDoc, '<property name="a"/>'],
    [true, propertyDoc, '<property><key>a</key></property>'],
    [false, propertyDoc, '<property key="a" x="1"/>'],
    [false, userDoc, '{"x":1,"username":null}'],
    [false, userDoc, '{"x":1,"created":null}'],
    [false, userDoc, '<user><x/><created/></user>'],
    [false, userDoc, '<user/>'],
    [false, groupDoc, '{"members":{"x":1}}'],
  ])('says whether nothing at all is known: %p', async (nothing, reader, sent) => {
    expect((await ignoredOf(reader, sent)).nothingIsKnown).toBe(nothing);
  });
});

describe('CK-4: as a header', () => {
  const told = (parameters: readonly string[], names: readonly string[]): string => {
    const ignored = new IgnoredNames();
    for (const name of names) ignored.add(name);
    for (const name of parameters) ignored.addParameter(name);
    return ignored.told();
  };

  it('has parameters first, each name once', () => {
    expect(told(['page', 'page'], ['a', '?a', 'a'])).toBe('?page, a, %3Fa');
  });

  it('leaves empty names out, so that no element of the list is empty', () => {
    expect(told([], ['a', '', 'b', ''])).toBe('a, b');
    expect(told([], [''])).toBe('');
  });

  it.each([
    ['az AZ.09_-@$[]', 'az%20AZ.09_-@$[]'],
    ['!~*\'(),"%', '%21%7E%2A%27%28%29%2C%22%25'],
    ['größe', 'gr%C3%B6%C3%9Fe'],
    ['\r\nSet-Cookie: a', '%0D%0ASet-Cookie%3A%20a'],
    ['x'.repeat(41), 'x'.repeat(40)],
    ['x'.repeat(39) + 'ö', 'x'.repeat(39)],
    ['x'.repeat(34) + 'ö', `${'x'.repeat(34)}%C3%B6`],
    ['x'.repeat(29) + '😀', 'x'.repeat(29)],
  ])('encodes %p', (name, encoded) => {
    expect(told([], [name])).toBe(encoded);
  });

  it('has twenty names at most, and counts the others', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const first = names.slice(0, 20).join(', ');
    expect(told([], names.slice(0, 20))).toBe(first);
    const sent = `<user><username>a</username>${names.map((name) => `<${name}/>`).join('')}</user>`;
    expect(await toldOf(userDoc, sent)).toBe(`${first} and 9980 more`);
    const members = names.slice(0, 5000).map((name) => `"${name}":1`);
    expect(await toldOf(userDoc, `{${members.join(',')}}`)).toBe(`${first} and 4980 more`);
    expect(told(['a', 'b'], names.slice(0, 19))).toBe(
      `?a, ?b, ${names.slice(0, 18).join(', ')} and 1 more`,
    );
  });
});
