import { groupDoc } from '../groups/group.doc.js';
import { affiliationsDocs } from '../muc/affiliations/affiliations.doc.js';
import { invitationBody } from '../muc/invitations/invitation.doc.js';
import { bulkRooms } from '../muc/rooms/bulk-rooms.doc.js';
import { roomDoc } from '../muc/rooms/room.doc.js';
import { rosterItemDoc } from '../users/roster.doc.js';
import { userGroupsDoc } from '../users/user-groups.doc.js';
import { userOrUsers } from '../users/user.doc.js';
import { readBody } from './read-body.js';
import type { BodyReader } from './read-body.js';

const many = (count: number, text: string, separator = ''): string =>
  Array<string>(count).fill(text).join(separator);
const items = (count: number): string => `[${many(count, '"a"', ',')}]`;

interface Limited {
  readonly reader: BodyReader<unknown>;
  readonly things: string;
  readonly most: number;
  readonly json: (count: number) => string;
  readonly xml: (count: number) => string;
}

const user = {
  json: (count: number) => `{"properties":[${many(count, '{"key":"a"}', ',')}]}`,
  xml: (count: number) =>
    `<user><properties>${many(count, '<property key="a"/>')}</properties></user>`,
};
const room = {
  json: (count: number) => `{"owners":${items(count - 3)},"outcastGroups":["a","b","c"]}`,
  xml: (count: number) =>
    `<chatRoom><admins>${many(count - 1, '<admin>a</admin>')}</admins><memberGroups><memberGroup>a</memberGroup></memberGroups></chatRoom>`,
};

const LIMITED: Readonly<Record<string, Limited>> = {
  'users of a bulk request': {
    reader: userOrUsers,
    things: 'users',
    most: 10_000,
    json: (count) => `{"users":[${many(count, '{}', ',')}]}`,
    xml: (count) => `<users>${many(count, '<user/>')}</users>`,
  },
  'users that are listed within entries': {
    reader: userOrUsers,
    things: 'users',
    most: 10_000,
    json: (count) => `{"users":[{"user":[${many(count - 1, '{}', ',')}]},{}]}`,
    xml: (count) => `<users>${many(count, '<user></user>')}</users>`,
  },
  'rooms of a bulk request': {
    reader: bulkRooms,
    things: 'rooms',
    most: 5000,
    json: (count) => `{"chatRooms":[${many(count - 1, '{}', ',')},0]}`,
    xml: (count) => `<chatRooms>${many(count, '<chatRoom/>')}</chatRooms>`,
  },
  'properties of a user': { reader: userOrUsers, things: 'properties', most: 1000, ...user },
  'properties as a map': {
    reader: userOrUsers,
    things: 'properties',
    most: 1000,
    json: (count) =>
      `{"properties":{${Array.from({ length: count }, (_, index) => `"${index}":"a"`).join()}}}`,
    xml: user.xml,
  },
  'properties of one user of a bulk request': {
    reader: userOrUsers,
    things: 'properties',
    most: 1000,
    json: (count) => `{"users":[{},${user.json(count)},${user.json(1000)}]}`,
    xml: (count) => `<users>${user.xml(1000)}${user.xml(count)}</users>`,
  },
  'members and admins of a group': {
    reader: groupDoc,
    things: 'members',
    most: 100_000,
    json: (count) => `{"members":${items(count - 7)},"admins":${items(7)}}`,
    xml: (count) =>
      `<group><members>${many(7, '<member>a</member>')}</members><admins>${many(count - 7, '<admin>a</admin>')}</admins></group>`,
  },
  'affiliations of a room': { reader: roomDoc, things: 'affiliations', most: 50_000, ...room },
  'affiliations of one room of a bulk request': {
    reader: bulkRooms,
    things: 'affiliations',
    most: 50_000,
    json: (count) => `{"chatRooms":[{},${room.json(count)}]}`,
    xml: (count) => `<chatRooms>${room.xml(50_000)}${room.xml(count)}</chatRooms>`,
  },
  'affiliations of a list': {
    reader: affiliationsDocs.outcast,
    things: 'affiliations',
    most: 50_000,
    json: (count) => `{"outcasts":${items(count)}}`,
    xml: (count) => `<outcasts>${many(count, '<outcast>a</outcast>')}</outcasts>`,
  },
  invitations: {
    reader: invitationBody,
    things: 'invitations',
    most: 10_000,
    json: (count) => `{"jidsToInvite":${items(count)}}`,
    xml: (count) =>
      `<mucInvitations><jidsToInvite>${many(count, '<jid>a</jid>')}</jidsToInvite></mucInvitations>`,
  },
  'groups of a user': {
    reader: userGroupsDoc,
    things: 'groups',
    most: 1000,
    json: (count) => `{"groupname":${items(count)}}`,
    xml: (count) => `<groups>${many(count, '<groupname>a</groupname>')}</groups>`,
  },
  'groups of a roster item': {
    reader: rosterItemDoc,
    things: 'groups',
    most: 1000,
    json: (count) => `{"groups":{"group":${items(count)}}}`,
    xml: (count) => `<rosterItem><groups>${many(count, '<group>a</group>')}</groups></rosterItem>`,
  },
  'elements of a document': {
    reader: userOrUsers,
    things: 'elements',
    most: 500_000,
    json: () => '{}',
    xml: (count) => `<user>${many(count - 1, '<a/>')}</user>`,
  },
  'values of a document': {
    reader: userOrUsers,
    things: 'values',
    most: 500_000,
    json: (count) => `{"x":{"y":${items(count - 3)}}}`,
    xml: () => '<user/>',
  },
};

const FORMATS = ['json', 'xml'] as const;

describe.each(Object.entries(LIMITED))('%s', (_what, { reader, things, most, ...text }) => {
  const formats = FORMATS.filter((format) => text[format](most) !== text[format](most + 1));

  it.each(formats)('have a limit in %s', async (format) => {
    const read = (count: number) => readBody(reader, format, Buffer.from(text[format](count)));
    await expect(read(most)).resolves.toBeDefined();
    await expect(read(most + 1)).rejects.toMatchObject({
      name: 'TooManyParts',
      resource: null,
      message: `The request body has too many ${things}: more than ${most}`,
    });
  });
});
