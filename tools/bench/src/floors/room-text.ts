import { escape } from './floor.js';

/** A row of `room` with all affiliations, by JID or name. */
export interface RoomRow {
  readonly name: string;
  readonly natural_name: string | null;
  readonly description: string | null;
  readonly password: string | null;
  readonly subject: string | null;
  readonly creation_date: Date | string;
  readonly modification_date: Date | string;
  readonly max_users: number;
  readonly persistent: boolean;
  readonly public_room: boolean;
  readonly registration_enabled: boolean;
  readonly can_anyone_discover_jid: boolean;
  readonly can_occupants_change_subject: boolean;
  readonly can_occupants_invite: boolean;
  readonly can_change_nickname: boolean;
  readonly log_enabled: boolean;
  readonly login_restricted_to_nickname: boolean;
  readonly members_only: boolean;
  readonly moderated: boolean;
  readonly broadcast_presence_roles: readonly string[];
  readonly allow_pm: string;
  readonly people: readonly Holder[];
  readonly groups: readonly Holder[];
}

interface Holder {
  readonly name: string;
  readonly affiliation: string;
}

/** The affiliations of a room, for a select list. */
export const HOLDERS = `
  (select coalesce(json_agg(json_build_object('name', jid, 'affiliation', affiliation)
                            order by jid), '[]')
   from room_affiliation where room_id = room.id) as people,
  (select coalesce(json_agg(json_build_object('name', group_name, 'affiliation', affiliation)
                            order by group_name), '[]')
   from room_group_affiliation where room_id = room.id) as groups`;

const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'];

const moment = (date: Date | string): string =>
  `${new Date(date).toISOString().slice(0, -1)}+00:00`;

export function roomXml(room: RoomRow): string {
  let xml = `<chatRoom><roomName>${escape(room.name)}</roomName>`;
  if (room.natural_name !== null) xml += `<naturalName>${escape(room.natural_name)}</naturalName>`;
  if (room.description !== null) xml += `<description>${escape(room.description)}</description>`;
  if (room.password !== null) xml += `<password>${escape(room.password)}</password>`;
  if (room.subject !== null) xml += `<subject>${escape(room.subject)}</subject>`;
  xml +=
    `<creationDate>${moment(room.creation_date)}</creationDate>` +
    `<modificationDate>${moment(room.modification_date)}</modificationDate>` +
    `<maxUsers>${room.max_users}</maxUsers><persistent>${room.persistent}</persistent>` +
    `<publicRoom>${room.public_room}</publicRoom>` +
    `<registrationEnabled>${room.registration_enabled}</registrationEnabled>` +
    `<canAnyoneDiscoverJID>${room.can_anyone_discover_jid}</canAnyoneDiscoverJID>` +
    `<canOccupantsChangeSubject>${room.can_occupants_change_subject}</canOccupantsChangeSubject>` +
    `<canOccupantsInvite>${room.can_occupants_invite}</canOccupantsInvite>` +
    `<canChangeNickname>${room.can_change_nickname}</canChangeNickname>` +
    `<logEnabled>${room.log_enabled}</logEnabled>` +
    `<loginRestrictedToNickname>${room.login_restricted_to_nickname}</loginRestrictedToNickname>` +
    `<membersOnly>${room.members_only}</membersOnly><moderated>${room.moderated}</moderated>`;
  xml += wrapped('broadcastPresenceRole', room.broadcast_presence_roles);
  for (const one of AFFILIATIONS) xml += wrapped(one, holders(room.people, one));
  for (const one of AFFILIATIONS) xml += wrapped(`${one}Group`, holders(room.groups, one));
  return `${xml}<allowPM>${room.allow_pm}</allowPM></chatRoom>`;
}

function wrapped(item: string, texts: readonly string[]): string {
  if (texts.length === 0) return `<${item}s/>`;
  let xml = `<${item}s>`;
  for (const text of texts) xml += `<${item}>${escape(text)}</${item}>`;
  return `${xml}</${item}s>`;
}

export function roomJson(room: RoomRow): string {
  const { people, groups } = room;
  return JSON.stringify({
    roomName: room.name,
    naturalName: room.natural_name ?? undefined,
    description: room.description ?? undefined,
    password: room.password ?? undefined,
    subject: room.subject ?? undefined,
    creationDate: moment(room.creation_date),
    modificationDate: moment(room.modification_date),
    maxUsers: room.max_users,
    persistent: room.persistent,
    publicRoom: room.public_room,
    registrationEnabled: room.registration_enabled,
    canAnyoneDiscoverJID: room.can_anyone_discover_jid,
    canOccupantsChangeSubject: room.can_occupants_change_subject,
    canOccupantsInvite: room.can_occupants_invite,
    canChangeNickname: room.can_change_nickname,
    logEnabled: room.log_enabled,
    loginRestrictedToNickname: room.login_restricted_to_nickname,
    membersOnly: room.members_only,
    moderated: room.moderated,
    broadcastPresenceRoles: room.broadcast_presence_roles,
    owners: holders(people, 'owner'),
    admins: holders(people, 'admin'),
    members: holders(people, 'member'),
    outcasts: holders(people, 'outcast'),
    ownerGroups: holders(groups, 'owner'),
    adminGroups: holders(groups, 'admin'),
    memberGroups: holders(groups, 'member'),
    outcastGroups: holders(groups, 'outcast'),
    allowPM: room.allow_pm,
  });
}

function holders(all: readonly Holder[], wanted: string): readonly string[] {
  const names: string[] = [];
  for (const { name, affiliation } of all) if (affiliation === wanted) names.push(name);
  return names;
}
