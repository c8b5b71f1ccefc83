import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import type { Field } from '@chat-admin/domain/shared/fields';
import { element } from './documents.js';
import { refusal } from './expectations.js';
import type { Refusal } from './expectations.js';
import type { Form, TestApi } from './test-api.js';
import { XML } from './test-api.js';

/** Members of a room document by their names on the wire. */
export type RoomFields = Readonly<Record<string, string | number | boolean | readonly string[]>>;

const shown = Object.entries(valuesOf(ROOM_FIELDS, {})).flatMap(([name, value]) => {
  const { wireName = name }: Field = ROOM_FIELDS[name as keyof typeof ROOM_FIELDS];
  return value === null ? [] : [[wireName, value] as const];
});
const { allowPM: _last, ...others }: RoomFields = Object.fromEntries(shown);

/** The room created by an empty document; fields that are not written out have the default of their table. */
export const DEFAULTS = {
  ...others,
  maxUsers: 0,
  persistent: false,
  publicRoom: false,
  registrationEnabled: true,
  canAnyoneDiscoverJID: false,
  canOccupantsChangeSubject: false,
  canOccupantsInvite: false,
  canChangeNickname: true,
  logEnabled: false,
  loginRestrictedToNickname: false,
  membersOnly: false,
  moderated: false,
  broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
  owners: ['admin@example.org'],
  admins: [],
  members: [],
  outcasts: [],
  ownerGroups: [],
  adminGroups: [],
  memberGroups: [],
  outcastGroups: [],
  allowPM: 'anyone',
} satisfies RoomFields;

export function roomElement(fields: RoomFields): string {
  const children = Object.entries(fields).map(([name, value]) => {
    if (typeof value !== 'object') return element(name, String(value));
    return listElement(
      name,
      value.map((entry) => element(name.slice(0, -1), entry)),
    );
  });
  return listElement('chatRoom', children);
}

export function roomText(form: Form, fields: RoomFields): string {
  return form === 'json' ? JSON.stringify(fields) : XML + roomElement(fields);
}

export function roomsText(form: Form, rooms: readonly RoomFields[]): string {
  if (form === 'json') return JSON.stringify({ chatRooms: rooms });
  return XML + listElement('chatRooms', rooms.map(roomElement));
}

/** @param plural such as `members` */
export function affiliationsText(form: Form, plural: string, names: readonly string[]): string {
  if (form === 'json') return JSON.stringify({ [plural]: names });
  const children = names.map((name) => element(plural.slice(0, -1), name));
  return XML + listElement(plural, children);
}

export interface BulkResult {
  readonly roomName?: string;
  readonly resultType: 'Success' | 'Failure';
  readonly message: string;
}

export function resultsText(
  form: Form,
  success: readonly BulkResult[],
  failure: readonly BulkResult[],
): string {
  if (form === 'json') return JSON.stringify({ success, failure, other: [] });
  const write = (name: string, results: readonly BulkResult[]): string =>
    listElement(
      name,
      results.map(({ roomName, resultType, message }) => {
        const named = roomName === undefined ? '' : element('roomName', roomName);
        const rest = element('resultType', resultType) + element('message', message);
        return `<result>${named}${rest}</result>`;
      }),
    );
  return `${XML}<results>${write('success', success)}${write('failure', failure)}<other/></results>`;
}

function listElement(name: string, children: readonly string[]): string {
  return children.length === 0 ? `<${name}/>` : `<${name}>${children.join('')}</${name}>`;
}

export const noService = (asReceived: string): Refusal =>
  refusal(404, 'MUCServiceNotFoundException')(
    'Chat service does not exist or is not accessible.',
    asReceived,
  );
export const noRoom = (name: string): Refusal =>
  refusal(404, 'RoomNotFoundException')('Chat room does not exist or is not accessible.', name);
export const notAllowed = refusal(409, 'NotAllowedException');
export const alreadyExists = refusal(409, 'AlreadyExistsException');

/** Creates a room. @throws if that fails */
export async function makeRoom(api: TestApi, fields: RoomFields, query = ''): Promise<void> {
  const reply = await api.call('POST', `/chatrooms${query}`, 'json', fields);
  if (reply.status !== 201) throw new Error(`room could not be created: ${reply.text}`);
}

/** A room as JSON. */
export async function readRoom(
  api: TestApi,
  name: string,
  query = '',
): Promise<Record<string, unknown>> {
  const reply = await api.call('GET', `/chatrooms/${encodeURIComponent(name)}${query}`, 'json');
  return JSON.parse(reply.text) as Record<string, unknown>;
}

/** Removes all rooms, groups, users, and all chat services except the default one. */
export async function clearRooms(api: TestApi): Promise<void> {
  await api.database.sql('delete from room');
  await api.database.sql('delete from user_group');
  await api.database.sql('delete from account');
  await api.database.sql(`delete from chat_service where name <> 'conference'`);
}
