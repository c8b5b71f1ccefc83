import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { create } from 'xmlbuilder2';
import { readMergePatch } from '../../wire/merge-patch.js';
import { readBody } from '../../wire/read-body.js';
import { roomDoc, roomsDoc } from './room.doc.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const tearoom = {
  roomName: 'tearoom',
  naturalName: 'Tea Room',
  description: 'Biscuits',
  password: null,
  subject: 'Earl Grey',
  creationDate: new Date('2025-03-04T09:11:12.345Z'),
  modificationDate: new Date('2025-03-04T09:11:12.345Z'),
  maxUsers: 12,
  persistent: true,
  publicRoom: true,
  registrationEnabled: true,
  canAnyoneDiscoverJid: false,
  canOccupantsChangeSubject: false,
  canOccupantsInvite: false,
  canChangeNickname: true,
  logEnabled: true,
  loginRestrictedToNickname: false,
  membersOnly: false,
  moderated: false,
  broadcastPresenceRoles: ['moderator'],
  owners: ['ann@example.org'],
  admins: [],
  members: ['bob@example.org'],
  outcasts: [],
  ownerGroups: [],
  adminGroups: [],
  memberGroups: ['ops'],
  outcastGroups: [],
  allowPm: 'anyone',
} as unknown as Room;

// verbatim from the contract
const XML =
  '<chatRoom><roomName>tearoom</roomName><naturalName>Tea Room</naturalName><description>Biscuits</description><subject>Earl Grey</subject><creationDate>2025-03-04T09:11:12.345+00:00</creationDate><modificationDate>2025-03-04T09:11:12.345+00:00</modificationDate><maxUsers>12</maxUsers><persistent>true</persistent><publicRoom>true</publicRoom><registrationEnabled>true</registrationEnabled><canAnyoneDiscoverJID>false</canAnyoneDiscoverJID><canOccupantsChangeSubject>false</canOccupantsChangeSubject><canOccupantsInvite>false</canOccupantsInvite><canChangeNickname>true</canChangeNickname><logEnabled>true</logEnabled><loginRestrictedToNickname>false</loginRestrictedToNickname><membersOnly>false</membersOnly><moderated>false</moderated><broadcastPresenceRoles><broadcastPresenceRole>moderator</broadcastPresenceRole></broadcastPresenceRoles><owners><owner>ann@example.org</owner></owners><admins/><members><member>bob@example.org</member></members><outcasts/><ownerGroups/><adminGroups/><memberGroups><memberGroup>ops</memberGroup></memberGroups><outcastGroups/><allowPM>anyone</allowPM></chatRoom>';
const JSON_TEXT =
  '{"roomName":"tearoom","naturalName":"Tea Room","description":"Biscuits","subject":"Earl Grey","creationDate":"2025-03-04T09:11:12.345+00:00","modificationDate":"2025-03-04T09:11:12.345+00:00","maxUsers":12,"persistent":true,"publicRoom":true,"registrationEnabled":true,"canAnyoneDiscoverJID":false,"canOccupantsChangeSubject":false,"canOccupantsInvite":false,"canChangeNickname":true,"logEnabled":true,"loginRestrictedToNickname":false,"membersOnly":false,"moderated":false,"broadcastPresenceRoles":["moderator"],"owners":["ann@example.org"],"admins":[],"members":["bob@example.org"],"outcasts":[],"ownerGroups":[],"adminGroups":[],"memberGroups":["ops"],"outcastGroups":[],"allowPM":"anyone"}';

it('writes a room as the contract shows', () => {
  expect(roomDoc.writeXml(tearoom)).toBe(DECLARATION + XML);
  expect(roomDoc.writeJson(tearoom)).toBe(JSON_TEXT);
});

it('writes XML that another reader can read', () => {
  const read = create(roomDoc.writeXml({ ...tearoom, naturalName: ' R&D <1>\r\n' })).end({
    format: 'object',
  }) as unknown as { chatRoom: Record<string, unknown> };
  expect(Object.keys(read.chatRoom)).toEqual(
    Object.keys(JSON.parse(JSON_TEXT) as Record<string, unknown>),
  );
});

it('omits unset texts and writes empty ones', () => {
  const room = { ...tearoom, naturalName: '', description: null, password: 'p', subject: null };
  expect(roomDoc.writeXml(room)).toContain(
    '<roomName>tearoom</roomName><naturalName></naturalName><password>p</password><creationDate>',
  );
  expect(roomDoc.writeJson(room)).toMatch(
    /^{"roomName":"tearoom","naturalName":"","password":"p","creationDate":/,
  );
});

it('writes lists of rooms', () => {
  expect(roomsDoc.writeXml([tearoom, tearoom])).toBe(
    `${DECLARATION}<chatRooms>${XML}${XML}</chatRooms>`,
  );
  expect(roomsDoc.writeJson([tearoom])).toBe(`{"chatRooms":[${JSON_TEXT}]}`);
  expect(roomsDoc.writeXml([])).toBe(`${DECLARATION}<chatRooms/>`);
  expect(roomsDoc.writeJson([])).toBe('{"chatRooms":[]}');
});

it('reads what it writes', async () => {
  const { password: _password, ...read } = tearoom;
  expect(await readBody(roomDoc, 'xml', Buffer.from(XML))).toEqual(read);
  expect(await readBody(roomDoc, 'json', Buffer.from(JSON_TEXT))).toEqual(read);
});

it.each([
  ['a list', ['a', 'b']],
  ['the older object', { owner: ['a', 'b'] }],
  ['the plural in the plural', { owners: ['a', 'b'] }],
  ['a list of the older objects', [{ owner: 'a' }, { owner: 'b' }]],
])('reads a collection as %s', async (_, owners) => {
  const body = Buffer.from(JSON.stringify({ owners }));
  expect(await readBody(roomDoc, 'json', body)).toEqual({ owners: ['a', 'b'] });
});

it.each(['"a"', '{"owner":"a"}', '["a"]', '[" a "]'])('reads one owner from %s', async (owners) => {
  const body = Buffer.from(`{"owners":${owners}}`);
  expect(await readBody(roomDoc, 'json', body)).toEqual({ owners: ['a'] });
});

describe('older names [CK-3]', () => {
  const lists = Object.entries(roomDoc.fields).flatMap(([list, field]) =>
    field.kind === 'list' ? [[list, field.itemName] as const] : [],
  );
  const read = (body: object) => readBody(roomDoc, 'json', Buffer.from(JSON.stringify(body)));
  const readXml = (body: string) =>
    readBody(roomDoc, 'xml', Buffer.from(`<chatRoom>${body}</chatRoom>`));

  it('are those of the entries', () => {
    expect(lists.map(([, older]) => older)).toEqual([
      ...['broadcastPresenceRole', 'owner', 'admin', 'member', 'outcast'],
      ...['ownerGroup', 'adminGroup', 'memberGroup', 'outcastGroup'],
    ]);
  });

  it.each(lists)('of %s is %s: one text or a list, in XML its elements', async (list, older) => {
    for (const sent of ['a', ['a'], { [older]: 'a' }]) {
      expect(await read({ [older]: sent })).toEqual({ [list]: ['a'] });
      expect(readMergePatch(roomDoc, { [older]: sent })).toEqual({ [list]: ['a'] });
      expect(await read({ [older]: sent, [list]: null })).toEqual({ [list]: ['a'] });
      expect(await read({ [older]: sent, [list]: ['b'] })).toEqual({ [list]: ['b'] });
    }
    const elements = `<${older}>a</${older}><subject/><${older}>b</${older}>`;
    expect(await readXml(elements)).toEqual({ subject: '', [list]: ['a', 'b'] });
    for (const wrapper of [`<${list}/>`, `<${list}></${list}>`]) {
      expect(await readXml(elements + wrapper)).toEqual({ subject: '', [list]: [] });
      expect(await readXml(wrapper + elements)).toEqual({ subject: '', [list]: [] });
    }
  });

  it('are no others', async () => {
    expect(await read({ Owner: 'a', roles: ['b'], ownergroup: 'c' })).toEqual({});
    expect(() => readMergePatch(roomDoc, { Owner: 'a' })).toThrow('Unknown member: Owner');
  });

  it('count for the limits', async () => {
    const sent = Array.from({ length: 50_001 }, (_, n) => `m${n}`);
    await expect(read({ member: sent })).rejects.toThrow('too many affiliations');
    const elements = sent.map((one) => `<member>${one}</member>`).join('');
    await expect(readXml(elements)).rejects.toThrow('too many affiliations');
  });
});

it('never shows an invalid password', async () => {
  const body = Buffer.from('{"password":{"hidden":1}}');
  await expect(readBody(roomDoc, 'json', body)).rejects.toThrow(/^Invalid value for password$/);
});
