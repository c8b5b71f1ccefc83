import type { Job, paths } from '@chat-admin/client';
import type { TextKey } from '../texts/texts';
import type { AuditDetails } from './audit-details';

type Method = 'post' | 'put' | 'patch' | 'delete';

/** Affiliations share their sentences, and have plural and singular addresses. */
type Affiliations = `${'owner' | 'admin' | 'member' | 'outcast'}${'' | 's'}`;
type InRoom = `/chatrooms/{roomName}/${Affiliations}`;

/** Paths that are told alike are one. */
type Told<P> = P extends InRoom
  ? '/chatrooms/{roomName}/{affiliations}'
  : P extends `${InRoom}/{name}`
    ? '/chatrooms/{roomName}/{affiliations}/{name}'
    : P extends `${InRoom}/group/{name}`
      ? '/chatrooms/{roomName}/{affiliations}/group/{name}'
      : P & string;

/** `PUT /lockouts/{username}`: of each operation of the description that changes something. */
type Operation = {
  [P in keyof paths]: {
    [M in Method]-?: [paths[P][M]] extends [undefined] ? never : `${Uppercase<M>} ${Told<P>}`;
  }[Method];
}[keyof paths];

type Named<K> = K extends `sentences.${infer Name}` ? Name : never;
/** A text of `sentences`, in every language. */
export type SentenceName = Named<TextKey>;

/** By name, or by what the details say. */
export type Sentence = SentenceName | ((details: AuditDetails) => SentenceName);

const lock: Sentence = ({ until }) => (until === undefined ? 'lockUser' : 'lockUserUntil');
const changeUser: Sentence = ({ to, changed }) => {
  if (to !== undefined) return 'renameUser';
  return changed === 'password' ? 'setPassword' : 'changeUser';
};
const madeBy =
  (made: SentenceName, changed: SentenceName): Sentence =>
  ({ outcome }) =>
    outcome === '201' ? made : changed;

const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'] as const;
const ofAffiliation =
  (act: 'affiliate' | 'unaffiliate' | 'replace'): Sentence =>
  ({ affiliation }) =>
    `${act}.${AFFILIATIONS.find((one) => one === affiliation) ?? 'member'}`;

/** How each operation is told. One that has no sentence here, or in one of the languages, does not compile. */
export const OPERATIONS: Readonly<Record<Operation, Sentence>> = {
  'POST /users': ({ users }) => (users === undefined ? 'createUser' : 'createUsers'),
  'PUT /users/{username}': changeUser,
  'PATCH /users/{username}': changeUser,
  'DELETE /users/{username}': 'deleteUser',
  'POST /lockouts/{username}': lock,
  'PUT /lockouts/{username}': lock,
  'DELETE /lockouts/{username}': 'unlockUser',
  'PUT /users/{username}/role': 'giveRole',
  'DELETE /users/{username}/role': 'takeRole',
  'PUT /users/{username}/administrator': 'grantAdministrator',
  'DELETE /users/{username}/administrator': 'revokeAdministrator',
  'POST /users/{username}/groups': 'joinGroups',
  'POST /users/{username}/groups/{groupName}': 'joinGroups',
  'DELETE /users/{username}/groups': 'leaveGroups',
  'DELETE /users/{username}/groups/{groupName}': 'leaveGroups',
  'POST /users/{username}/roster': 'addContact',
  'PATCH /users/{username}/roster': 'changeContacts',
  'PUT /users/{username}/roster/{jid}': 'changeContact',
  'DELETE /users/{username}/roster/{jid}': 'removeContact',
  'PUT /users/{username}/vcard': 'changeCard',
  'POST /users/{username}/vcard': 'changeCard',
  'DELETE /users/{username}/vcard': 'deleteCard',
  'POST /groups': 'createGroup',
  'PUT /groups/{groupName}': madeBy('createGroup', 'changeGroup'),
  'PATCH /groups/{groupName}': 'changeGroup',
  'DELETE /groups/{groupName}': 'deleteGroup',
  'PUT /groups/{groupName}/members/{jid}': 'putMember',
  'DELETE /groups/{groupName}/members/{jid}': 'removeMember',
  'POST /chatservices': 'createService',
  'PATCH /chatservices/{serviceName}': 'changeService',
  'DELETE /chatservices/{serviceName}': 'deleteService',
  'POST /chatrooms': 'createRoom',
  'POST /chatrooms/bulk': 'createRooms',
  'PUT /chatrooms/{roomName}': madeBy('createRoom', 'changeRoom'),
  'PATCH /chatrooms/{roomName}': 'changeRoom',
  'DELETE /chatrooms/{roomName}': 'deleteRoom',
  'PUT /chatrooms/{roomName}/occupants/{nickname}': 'changeOccupant',
  'DELETE /chatrooms/{roomName}/occupants/{nickname}': 'kickOccupant',
  'DELETE /chatrooms/{roomName}/chathistory': 'purgeHistory',
  'DELETE /chatrooms/{roomName}/chathistory/{id}': 'deleteMessage',
  'POST /chatrooms/{roomName}/chathistory/retract': 'retractMessages',
  'POST /chatrooms/{roomName}/invite': 'invite',
  'POST /chatrooms/{roomName}/invite/{name}': 'invite',
  'PUT /chatrooms/{roomName}/{affiliations}': ofAffiliation('replace'),
  'POST /chatrooms/{roomName}/{affiliations}': ofAffiliation('affiliate'),
  'POST /chatrooms/{roomName}/{affiliations}/{name}': ofAffiliation('affiliate'),
  'DELETE /chatrooms/{roomName}/{affiliations}/{name}': ofAffiliation('unaffiliate'),
  'POST /chatrooms/{roomName}/{affiliations}/group/{name}': ofAffiliation('affiliate'),
  'DELETE /chatrooms/{roomName}/{affiliations}/group/{name}': ofAffiliation('unaffiliate'),
  'POST /system/properties': 'setProperty',
  'PUT /system/properties/{key}': 'setProperty',
  'DELETE /system/properties/{key}': 'deleteProperty',
  'POST /messages/users': 'broadcast',
  'POST /messages/users/{username}': 'messageUser',
  'POST /messages/groups/{groupName}': 'messageGroup',
  'POST /messages/chatrooms/{roomName}': 'messageRoom',
  'DELETE /sessions/{username}': 'endSessions',
  'DELETE /sessions/{username}/{resource}': 'endSession',
  'POST /keys': 'createKey',
  'PATCH /keys/{id}': 'changeKey',
  'POST /keys/{id}/rotate': 'rotateKey',
  'DELETE /keys/{id}': 'deleteKey',
  'POST /session': 'signIn',
  'DELETE /session': 'signOut',
  'POST /session/back-channel': 'issuerSignOut',
  'POST /sign-in': 'other', // leaves no entry
  'POST /jobs': 'createJob',
  'DELETE /jobs/{id}': 'deleteJob',
  'POST /jobs/{id}/cancel': 'cancelJob',
  'POST /jobs/{id}/passwords': 'fetchPasswords',
  'POST /jobs/{id}/file': 'fetchFile',
  'POST /webhooks': 'createWebhook',
  'PATCH /webhooks/{id}': 'changeWebhook',
  'DELETE /webhooks/{id}': 'deleteWebhook',
  'POST /webhooks/{id}/rotate': 'rotateWebhook',
  'POST /webhooks/{id}/test': 'testWebhook',
  'POST /webhooks/{id}/replay': 'replayWebhook',
  'POST /reports': 'createReport',
  'PATCH /reports/{id}': 'changeReport',
  'POST /reports/{id}/measures': 'actOnReport',
  'DELETE /files/{id}': 'deleteFile',
  'POST /retention': 'createRule',
  'PATCH /retention/{id}': 'changeRule',
  'DELETE /retention/{id}': 'deleteRule',
  'POST /holds': 'createHold',
  'PATCH /holds/{id}': 'changeHold',
  'DELETE /holds/{id}': 'releaseHold',
  'PATCH /directories/{name}': 'pauseDirectory',
  'POST /directories/{name}/test': 'testDirectory',
  'POST /directories/{name}/runs': 'runDirectory',
  'POST /directories/{name}/runs/{id}/confirm': 'confirmRun',
  'POST /directories/{name}/runs/{id}/cancel': 'cancelRun',
  'POST /userservice': 'other', // by its type, below
};

/** Of a job whose lines add or remove: which of the two, where all do the same. */
const doing =
  (type: 'users' | 'groups' | 'memberships' | 'affiliations' | 'rooms' | 'lockouts'): Sentence =>
  ({ action }) => {
    if (action === 'add') return `runAdd.${type}`;
    return action === 'remove' ? `runRemove.${type}` : `run.${type}`;
  };

/** What the lines of a job do. */
export const JOBS: Readonly<Record<Job['type'], Sentence>> = {
  users: doing('users'),
  groups: doing('groups'),
  memberships: doing('memberships'),
  affiliations: doing('affiliations'),
  rooms: doing('rooms'),
  lockouts: doing('lockouts'),
  messages: 'run.messages',
  sessions: 'run.sessions',
  passwords: 'run.passwords',
  purge: 'run.purge',
  files: 'run.files',
  'person-export': 'run.person-export',
  'person-erase': 'run.person-erase',
};

/** Of commands, by their first two words; what follows is whom they are about. */
export const COMMANDS: Readonly<Record<string, Sentence>> = {
  'user lock': lock,
  'user unlock': 'unlockUser',
  'user passwd': 'setPassword',
  'admin create': 'grantAdministrator',
  'admin grant': ({ role }) => (role === undefined ? 'grantAdministrator' : 'giveRole'),
  'admin revoke': ({ role }) => (role === undefined ? 'revokeAdministrator' : 'takeRole'),
  'group rename': 'renameGroup',
  'property set': 'setProperty',
  'property delete': 'deleteProperty',
  'retention set': 'changeRule',
  'retention delete': 'deleteRule',
  'hold add': 'createHold',
  'hold release': 'releaseHold',
};

/** Of types of the user service, whose address names nobody. */
export const TYPES: Readonly<Record<string, SentenceName>> = {
  add: 'createUser',
  update: 'changeUser',
  delete: 'deleteUser',
  disable: 'lockUser',
  enable: 'unlockUser',
  add_roster: 'changeContacts',
  update_roster: 'changeContacts',
  delete_roster: 'changeContacts',
};
