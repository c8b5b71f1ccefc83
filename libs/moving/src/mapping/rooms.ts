import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { PRIVATE_MESSAGE_RULES, ROLES, ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { RoomOptions } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { RoomMemberColumns, RoomRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { shown } from './groups.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import {
  cleanText,
  cutText,
  dateOf,
  flagOf,
  millisecondsOf,
  oneOf,
  optionalText,
} from './values.js';
import { childOf, parseElement, textOf, withoutForbidden } from '../xml.js';

export interface MovedRoom extends RoomOptions {
  readonly service: string;
  readonly name: string;
  readonly creationDate: Date;
  readonly modificationDate: Date;
  /** ascending by JID */
  readonly people: readonly MovedAffiliation[];
  /** ascending by name; the groups may be missing */
  readonly groups: readonly { readonly name: string; readonly affiliation: Affiliation }[];
}

export interface MovedAffiliation {
  readonly jid: BareJid;
  readonly affiliation: Affiliation;
  readonly nickname: string | null;
}

/** By precedence, for who has several. */
const PRECEDENCE: readonly Affiliation[] = ['owner', 'admin', 'outcast', 'member'];
const NUMBERS = new Map<number, Affiliation>([
  [10, 'owner'],
  [20, 'admin'],
  [30, 'member'],
  [40, 'outcast'],
]);
const PRIVATE_MESSAGES = new Map(PRIVATE_MESSAGE_RULES.map((rule, number) => [number, rule]));
const MOST_USERS = 2_147_483_647;

/** Moving in: 4, 5.2, 5.5 */
export function movedRoom(
  row: RoomRow,
  { rooms, jids }: Pick<MappingContext, 'rooms' | 'jids'>,
): Outcome<MovedRoom> {
  const [subdomain] = row.services;
  if (subdomain === undefined) return dropped(note('reference-missing', 'its service is missing'));
  const service = rooms.service(subdomain);
  const name = service === null ? null : rooms.of(subdomain, row.name);
  if (service === null || name === null) {
    return dropped(note('name-invalid', 'no room can have this name'));
  }
  const notes: Note[] = [];
  if (rooms.isGiven(subdomain, row.name)) {
    notes.push(note('renamed', `it is ${name} here`));
  } else if (rooms.isRenamed(subdomain, row.name)) {
    notes.push(note('room-renamed', `another room has its name; it is ${name} here`));
  } else if (name !== row.name) notes.push(note('name-unprepared', `it is ${name} here`));
  const isLocked = (millisecondsOf(row.lockedDate) ?? 0) > 0;
  if (isLocked)
    notes.push(note('room-locked', 'its maker has not opened it: for members, not listed'));
  if (row.fmucEnabled === 1) {
    notes.push(note('fmuc-dropped', 'rooms are not federated here', 'fmucEnabled'));
  }
  const creationDate = dateOf(row.creationDate, notes, 'creationDate');
  const flag = (field: Flag) => flagOf(row[field], notes, field);
  return moved(
    {
      ...valuesOf(ROOM_FIELDS, {}), // what an Openfire does not have
      service,
      name,
      creationDate,
      modificationDate: row.modificationDate?.trim()
        ? dateOf(row.modificationDate, notes, 'modificationDate')
        : creationDate,
      naturalName: limited(row.naturalName, 'naturalName', notes),
      description: limited(row.description, 'description', notes),
      password: limited(row.roomPassword, 'password', notes),
      subject: subjectOf(row.subject, notes),
      maxUsers: Math.min(Math.max(row.maxUsers ?? 0, 0), MOST_USERS),
      persistent: true,
      publicRoom: flag('publicRoom') && !isLocked,
      registrationEnabled: flag('canRegister'),
      canAnyoneDiscoverJid: flag('canDiscoverJID'),
      canOccupantsChangeSubject: flag('canChangeSubject'),
      canOccupantsInvite: flag('canInvite'),
      canChangeNickname: flag('canChangeNick'),
      logEnabled: flag('logEnabled'),
      loginRestrictedToNickname: flag('useReservedNick'),
      membersOnly: flag('membersOnly') || isLocked,
      moderated: flag('moderated'),
      allowPm: oneOf(row.allowpm, PRIVATE_MESSAGES, notes, 'allowpm'),
      broadcastPresenceRoles: rolesOf(row.rolesToBroadcast, notes),
      ...affiliationsOf(row, jids, notes),
    },
    notes,
  );
}

type Flag =
  | 'publicRoom'
  | 'canRegister'
  | 'canDiscoverJID'
  | 'canChangeSubject'
  | 'canInvite'
  | 'canChangeNick'
  | 'logEnabled'
  | 'useReservedNick'
  | 'membersOnly'
  | 'moderated';

function limited(
  text: string | null,
  field: 'naturalName' | 'description' | 'password',
  notes: Note[],
): string | null {
  return cutText(optionalText(text, notes, field), ROOM_FIELDS[field].limit!, notes, field);
}

/** Text, or from schema 38 on a stanza that has it. */
function subjectOf(stored: string | null, notes: Note[]): string | null {
  const text = optionalText(stored, notes, 'subject');
  if (text === null || !/^\s*<message[\s/>]/.test(text)) return text;
  const stanza = parseElement(withoutForbidden(text));
  if (stanza === null) {
    notes.push(note('xml-broken', 'the stanza of its subject is broken', 'subject'));
    return null;
  }
  const subject = childOf(stanza, 'subject');
  return subject === undefined ? null : textOf(subject) || null;
}

function rolesOf(value: number | null, notes: Note[]): RoomOptions['broadcastPresenceRoles'] {
  const all = 7;
  const known = value === null || (value >= 0 && value <= all);
  if (!known) notes.push(note('value-bad', 'an unknown number', 'rolesToBroadcast'));
  const mask = known ? (value ?? all) : all;
  return ROLES.filter((_, index) => (mask & (4 >> index)) !== 0);
}

function affiliationsOf(row: RoomRow, jids: MappingContext['jids'], notes: Note[]) {
  const people = new Map<BareJid, MovedAffiliation>();
  const groups = new Map<string, Affiliation>();
  const add = (text: string, affiliation: Affiliation, nickname: string | null) => {
    const group = jids.groupOf(text);
    if (group !== null) {
      groups.set(group, stronger(affiliation, groups.get(group)));
      return;
    }
    const jid = jids.bare(text);
    if (jid === null) {
      notes.push(note('jid-invalid', `no JID: ${shown(text)}`, affiliation));
      return;
    }
    const other = people.get(jid);
    const held = stronger(affiliation, other?.affiliation);
    const reserved = nickname ?? other?.nickname ?? null;
    people.set(jid, { jid, affiliation: held, nickname: held === 'outcast' ? null : reserved });
  };
  for (const { jid, affiliation } of row.affiliations) {
    const held = affiliation === null ? undefined : NUMBERS.get(affiliation);
    if (held !== undefined) add(jid, held, null);
    else notes.push(note('value-bad', `an unknown affiliation: ${shown(jid)}`, 'affiliation'));
  }
  for (const member of row.members) {
    noteUnused(member, notes);
    add(member.jid, 'member', optionalText(member.nickname, notes, 'nickname', { blank: true }));
  }
  return {
    people: [...people.values()].sort((a, b) => compareCodePoints(a.jid, b.jid)),
    groups: [...groups]
      .map(([name, affiliation]) => ({ name: cleanText(name, notes, 'group'), affiliation }))
      .sort((a, b) => compareCodePoints(a.name, b.name)),
  };
}

const stronger = (a: Affiliation, b: Affiliation | undefined): Affiliation =>
  b === undefined || PRECEDENCE.indexOf(a) < PRECEDENCE.indexOf(b) ? a : b;

function noteUnused(member: RoomMemberColumns, notes: Note[]): void {
  for (const field of ['firstName', 'lastName', 'url', 'email', 'faqentry'] as const) {
    if (member[field]?.trim()) {
      notes.push(note('property-dropped', 'members of rooms have a nickname alone here', field));
    }
  }
}
