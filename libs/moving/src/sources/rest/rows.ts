import type {
  AccountRow,
  AffiliationColumns,
  FlagColumns,
  GroupRow,
  MessageRow,
  PropertyRow,
  RoomRow,
  RosterRow,
  ServiceRow,
} from '../../rows.js';
import { compareTexts, integer } from '../cells.js';
import { bool, milliseconds, objectsOf, text, textsOf } from './documents.js';
import type { Json, JsonObject } from './rest-client.js';

const byName = (a: { readonly name: string }, b: { readonly name: string }) =>
  compareTexts(a.name, b.name);

export const propertyRow = (document: JsonObject): PropertyRow => ({
  ...{ name: text(document, 'key', '@key') ?? '', propValue: text(document, 'value', '@value') },
  ...{ encrypted: null, iv: null },
});

/** Without credentials and dates. */
export function accountRow(document: JsonObject, flags: readonly FlagColumns[]): AccountRow {
  const properties = objectsOf(document['properties'], 'property').map((property) => ({
    name: text(property, 'key', '@key') ?? '',
    propValue: text(property, 'value', '@value'),
  }));
  return {
    username: text(document, 'username') ?? '',
    user: {
      ...{ plainPassword: null, encryptedPassword: null },
      ...{ salt: null, storedKey: null, serverKey: null, iterations: null },
      ...{ name: text(document, 'name'), email: text(document, 'email') },
      ...{ creationDate: null, modificationDate: null },
    },
    ...{ properties: properties.sort(byName), flags, scram: [], presence: null },
  };
}

export const lockout = (document: JsonObject): FlagColumns => ({
  name: 'lockout',
  startTime: milliseconds(document, 'from'),
  endTime: milliseconds(document, 'until'),
});

/** What `shared` says is all that is known of its visibility. */
export function groupRow(document: JsonObject, isShared: boolean): GroupRow {
  const admins = textsOf(document['admins'], 'admin').map((username) => ({
    ...{ username, administrator: 1 },
  }));
  const members = textsOf(document['members'], 'member').map((username) => ({
    ...{ username, administrator: 0 },
  }));
  const shared = [
    { name: 'sharedRoster.groupList', propValue: '' },
    { name: 'sharedRoster.showInRoster', propValue: 'onlyGroup' },
  ];
  return {
    groupName: text(document, 'name') ?? '',
    group: { description: text(document, 'description') },
    properties: isShared ? shared : [],
    members: [...admins, ...members].sort(
      (a, b) => compareTexts(a.username, b.username) || a.administrator - b.administrator,
    ),
  };
}

export const rosterRow = (username: string, item: JsonObject): RosterRow => ({
  ...{ username, jid: text(item, 'jid') ?? '', rosterID: null, nick: text(item, 'nickname') },
  ...{ sub: integer(text(item, 'subscriptionType')), ask: -1, recv: -1, stanza: null },
  groups: textsOf(item['groups'], 'group'),
});

export const serviceRow = (document: JsonObject): ServiceRow => ({
  ...{ serviceID: null, subdomain: text(document, 'serviceName') ?? '' },
  ...{ description: text(document, 'description'), isHidden: null, properties: [] },
});

const ROLES: Readonly<Record<string, number>> = { moderator: 4, participant: 2, visitor: 1 };
const MAY_WRITE = ['anyone', 'participants', 'moderators', 'none'];
/** by the singular name of the list; members have a table of their own */
const AFFILIATIONS: Readonly<Record<string, number>> = { owner: 10, admin: 20, outcast: 40 };

export function roomRow(
  service: string,
  document: JsonObject,
  groupJid: (name: string) => string,
): RoomRow {
  const people = (name: string) => [
    ...textsOf(document[`${name}s`], name),
    ...textsOf(document[`${name}Groups`], `${name}Group`).map(groupJid),
  ];
  const affiliations = Object.entries(AFFILIATIONS).flatMap(([name, affiliation]) =>
    people(name).map((jid): AffiliationColumns => ({ jid, affiliation })),
  );
  const roles = textsOf(document['broadcastPresenceRoles'], 'broadcastPresenceRole');
  const mayWrite = text(document, 'allowPM');
  return {
    ...{ serviceID: null, roomID: null, services: [service] },
    name: text(document, 'roomName') ?? '',
    naturalName: text(document, 'naturalName'),
    description: text(document, 'description'),
    roomPassword: text(document, 'password'),
    subject: text(document, 'subject'),
    creationDate: milliseconds(document, 'creationDate'),
    modificationDate: milliseconds(document, 'modificationDate'),
    ...{ lockedDate: null, emptyDate: null, fmucEnabled: null },
    canChangeSubject: bool(document, 'canOccupantsChangeSubject'),
    maxUsers: integer(text(document, 'maxUsers')),
    publicRoom: bool(document, 'publicRoom'),
    moderated: bool(document, 'moderated'),
    membersOnly: bool(document, 'membersOnly'),
    canInvite: bool(document, 'canOccupantsInvite'),
    canDiscoverJID: bool(document, 'canAnyoneDiscoverJID'),
    logEnabled: bool(document, 'logEnabled'),
    rolesToBroadcast: roles.reduce((sum, role) => sum + (ROLES[role] ?? 0), 0),
    useReservedNick: bool(document, 'loginRestrictedToNickname'),
    canChangeNick: bool(document, 'canChangeNickname'),
    canRegister: bool(document, 'registrationEnabled'),
    allowpm: mayWrite === null ? null : Math.max(0, MAY_WRITE.indexOf(mayWrite)),
    affiliations: affiliations.sort((a, b) => compareTexts(a.jid, b.jid)),
    members: people('member')
      .sort(compareTexts)
      .map((jid) => ({
        ...{ jid, nickname: null, firstName: null, lastName: null, url: null },
        ...{ email: null, faqentry: null },
      })),
  };
}

export function messageRows(service: string, room: string, history: Json): MessageRow[] {
  return objectsOf(history, 'message', 'messages').map((message) => {
    const from = text(message, 'from') ?? '';
    const slash = from.indexOf('/');
    return {
      ...{ messageID: null, roomID: null, services: [service], room },
      sender: text(message, 'delay_from', 'delayFrom') ?? from,
      nickname: slash < 0 ? null : from.slice(slash + 1),
      logTime: milliseconds(message, 'delay_stamp') ?? milliseconds(message, 'delayStamp'),
      ...{ subject: null, body: text(message, 'body'), stanza: null },
    };
  });
}
