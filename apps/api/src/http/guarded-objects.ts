import { affiliationsDocs } from '@chat-admin/codecs/muc/affiliations/affiliations.doc';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { configuredServiceDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import { propertyDoc } from '@chat-admin/codecs/system/property.doc';
import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { lockoutDoc } from '@chat-admin/codecs/users/lockout.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { shownKey } from '@chat-admin/domain/access/key-repository';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { affiliationList } from '@chat-admin/domain/muc/affiliations/affiliation-list';
import type { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import { RoomDirectory } from '@chat-admin/domain/muc/rooms/room-directory';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { ServiceNames } from '@chat-admin/domain/muc/services/service-names';
import { shown } from '@chat-admin/domain/system/property-rules';
import { username } from '@chat-admin/domain/users/user';
import { isWebhookId, shownWebhook } from '@chat-admin/domain/webhooks/webhook';
import type { WebhookRepository } from '@chat-admin/domain/webhooks/webhook-repository';
import type { Ports } from '@chat-admin/domain/use-cases';
import { keyDocument } from '../access/key-document.js';
import { pathOf } from '../muc/rooms/room.query.js';
import { webhookDocument } from '../webhooks/webhook-document.js';
import { hiding } from './hiding.js';
import type { Query } from './query-string.js';
import { document, groupOfAnySize, storedXml, taggedList } from './replies.js';
import type { ReplyWriter } from './replies.js';

export type ObjectPorts = Pick<
  Ports,
  | 'domain'
  | 'users'
  | 'lockouts'
  | 'groups'
  | 'rooms'
  | 'chatServices'
  | 'propertyStore'
  | 'vcards'
  | 'rosters'
  | 'keys'
> & { readonly groupJids: GroupJids; readonly webhooks: WebhookRepository };

/** What a GET of the object shows. */
export interface GuardedDocument {
  readonly writer: ReplyWriter<never>;
  readonly result: never;
}

/**
 * Locks the object that a request changes until the transaction ends, and reads it; `null` if it
 * does not exist. Contract: extensions E2, "Which object"
 */
export type Guarded = (
  ports: ObjectPorts,
  path: Readonly<Record<string, string>>,
  query: Query,
) => Promise<GuardedDocument | 'untagged' | null>;

const shownBy = <T>(writer: ReplyWriter<T>, result: T | null): GuardedDocument | null =>
  result === null ? null : { writer: writer as ReplyWriter<never>, result: result as never };

/** A list, which exists and has no tag. */
export const aList: Guarded = () => Promise.resolve('untagged');

export const theUser: Guarded = async ({ users }, { username: path = '' }) => {
  const name = username(path);
  return shownBy(document(userDoc), name && (await users.lock(name)));
};

/** One that has ended is not there. */
export const theLockout: Guarded = async ({ lockouts }, { username: path = '' }) => {
  const name = username(path);
  const held = name && (await lockouts.hold(name));
  return shownBy(document(lockoutDoc), held && held.lockout);
};

export const theGroup: Guarded = async ({ groups }, { groupName = '' }) => {
  const group = await groups.lock(groupName);
  return shownBy(groupOfAnySize, group && { group });
};

export const theRoom: Guarded = async (ports, path, query) => {
  const room = await lockedRoom(ports, path, query);
  return shownBy(hiding(document(roomDoc), 'rooms:write', 'password'), room as never);
};

export const theAffiliations =
  (affiliation: Affiliation): Guarded =>
  async (ports, path, query) => {
    const room = await lockedRoom(ports, path, query);
    const groupJid = (name: string) => ports.groupJids.jidOf(name);
    const list = room && affiliationList(room, affiliation, groupJid);
    return shownBy(document(affiliationsDocs[affiliation]), list as never);
  };

export const theService: Guarded = async ({ chatServices, domain }, { serviceName: path = '' }) => {
  const name = await new ServiceNames(chatServices, domain).find(path);
  return shownBy(document(configuredServiceDoc), name && (await chatServices.lock(name)));
};

export const theProperty: Guarded = async ({ propertyStore }, { key = '' }) => {
  await propertyStore.hold(key);
  const value = await propertyStore.find(key);
  return shownBy(document(propertyDoc), value === null ? null : { key, value: shown(key, value) });
};

/** Changes of vCards lock their user. */
export const theVcard: Guarded = async ({ users, vcards }, { username: path = '' }) => {
  const name = username(path);
  const user = name && (await users.lock(name));
  return shownBy(storedXml, user && (await vcards.find(user.username)));
};

export const theRoster: Guarded = async ({ users, rosters }, { username: path = '' }) => {
  const name = username(path);
  const user = name && (await users.lock(name));
  const items = user && (await rosters.list(user.username));
  return shownBy(taggedList(rosterDoc), items && { items });
};

export const theKey: Guarded = async ({ keys }, { id = '' }) => {
  await keys.hold();
  const key = await keys.find(id);
  return shownBy(keyDocument, key && shownKey(key, new Date()));
};

export const theWebhook: Guarded = async ({ webhooks }, { id = '' }) => {
  const webhook = isWebhookId(id) ? await webhooks.lock(id) : null;
  return shownBy(webhookDocument, webhook && shownWebhook(webhook, new Date()));
};

async function lockedRoom(
  { rooms, chatServices, domain }: ObjectPorts,
  { roomName = '' }: Readonly<Record<string, string>>,
  query: Query,
): Promise<Room | null> {
  const names = new ServiceNames(chatServices, domain);
  const directory = new RoomDirectory(chatServices, rooms, names);
  const address = await directory.address(pathOf(query, roomName));
  if (address === null || !(await rooms.lock(address.service, address.name))) return null;
  return rooms.find(address.service, address.name, false);
}
