import { readBody } from '../wire/read-body.js';
import { userGroupsDoc } from './user-groups.doc.js';

const XML = '<groups><groupname>Red</groupname><groupname>Blue</groupname></groups>';

it('writes the samples of the contract', () => {
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  expect(userGroupsDoc.writeXml(['Red', 'Blue'])).toBe(declaration + XML);
  expect(userGroupsDoc.writeJson(['Red', 'Blue'])).toBe('{"groupnames":["Red","Blue"]}');
  expect(userGroupsDoc.writeXml([])).toBe(`${declaration}<groups/>`);
  expect(userGroupsDoc.writeJson([])).toBe('{"groupnames":[]}');
});

it.each([
  ['xml', XML, ['Red', 'Blue']],
  ['xml', '<groups/>', []],
  ['xml', '<groups><groupname/></groups>', ['']],
  ['json', '{"groupnames":["Red","Blue"]}', ['Red', 'Blue']],
  ['json', '{"groupname":["Red","Blue"]}', ['Red', 'Blue']],
  ['json', '{"groupname":"Red"}', ['Red']],
  ['json', '{"groupnames":"Red"}', ['Red']],
  ['json', '{"groupnames":{"groupname":["Red"]}}', ['Red']],
  ['json', '{"groupnames":[{"groupname":"Red"}, 7]}', ['Red', '7']],
  ['json', '{"groupnames":null,"groupname":" Red "}', [' Red ']],
  ['json', '{"groups":["Red","Blue"]}', ['Red', 'Blue']],
  ['json', '{"group":"Red"}', ['Red']],
  ['json', '{"groups":{"group":["Red"]}}', ['Red']],
  ['json', '{"groupname":null,"group":["Red"]}', ['Red']],
  ['json', '{"groups":["Blue"],"groupnames":["Red"]}', ['Red']],
  ['xml', '<groups><group>Red</group><groupname>Blue</groupname></groups>', ['Red', 'Blue']],
  ['json', '{"groupnames":[]}', []],
  ['json', '{}', []],
  ['json', 'null', null],
  ['json', '', null],
] as const)('reads from %s: %s', async (format, body, names) => {
  expect(await readBody(userGroupsDoc, format, Buffer.from(body))).toEqual(names);
});
