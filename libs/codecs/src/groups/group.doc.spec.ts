import type { Group } from '@chat-admin/domain/groups/group';
import { readBody } from '../wire/read-body.js';
import { groupDoc, groupsDoc } from './group.doc.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const XML =
  '<group><name>Crew</name><description>Night crew</description><admins><admin>ola</admin></admins><members><member>zoe</member><member>far@other.example</member></members><shared>true</shared></group>';
const JSON_TEXT =
  '{"name":"Crew","description":"Night crew","admins":["ola"],"members":["zoe","far@other.example"],"shared":true}';
const crew = {
  name: 'Crew',
  description: 'Night crew',
  admins: ['ola'],
  members: ['zoe', 'far@other.example'],
  shared: true,
} as unknown as Group;

it('writes the samples of the contract', () => {
  expect(groupDoc.writeXml(crew)).toBe(DECLARATION + XML);
  expect(groupDoc.writeJson(crew)).toBe(JSON_TEXT);
});

it('omits an unset description and keeps empty lists', () => {
  const bare = { ...crew, description: null, admins: [], members: [], shared: false };
  expect(groupDoc.writeXml(bare)).toBe(
    `${DECLARATION}<group><name>Crew</name><admins/><members/><shared>false</shared></group>`,
  );
  expect(groupDoc.writeJson(bare)).toBe('{"name":"Crew","admins":[],"members":[],"shared":false}');
});

it('writes lists of groups without members and admins', () => {
  expect(groupsDoc.writeXml([crew])).toBe(
    `${DECLARATION}<groups><group><name>Crew</name><description>Night crew</description><shared>true</shared></group></groups>`,
  );
  expect(groupsDoc.writeJson([crew])).toBe(
    '{"groups":[{"name":"Crew","description":"Night crew","shared":true}]}',
  );
  expect(groupsDoc.writeXml([])).toBe(`${DECLARATION}<groups/>`);
  expect(groupsDoc.writeJson([])).toBe('{"groups":[]}');
});

it.each([
  ['xml', XML],
  ['xml', XML.replaceAll('shared', 'isshared')],
  [
    'xml',
    XML.replace('</group>', '<isshared>false</isshared></group>').replace(
      '<admin>ola',
      '<admin> ola\n',
    ),
  ],
  ['xml', XML.replaceAll('shared', 'isShared')],
  ['xml', XML.replaceAll(/<\/?(?:admins|members)>/g, '')],
  ['json', JSON_TEXT],
  ['json', JSON_TEXT.replace('"shared":true', '"isShared":1')],
  ['json', JSON_TEXT.replace('"members"', '"member"').replace('"admins":["ola"]', '"admin":"ola"')],
  ['json', JSON_TEXT.replace('"shared":true', '"isshared":"true"')],
  ['json', JSON_TEXT.replace('{', '{"isshared":false,').replace('true', '"1"')],
  [
    'json',
    JSON_TEXT.replace('["ola"]', '{"admin":" ola "}')
      .replace('"members":[', '"members":{"member":[')
      .replace('"],"shared"', '"]},"shared"'),
  ],
  ['json', JSON_TEXT.replace('["ola"]', '"ola"')],
] as const)('reads every spelling, from %s: %s', async (format, body) => {
  expect(await readBody(groupDoc, format, Buffer.from(body))).toEqual(crew);
});
