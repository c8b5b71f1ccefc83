import { affiliationsDocs } from '@chat-admin/codecs/muc/affiliations/affiliations.doc';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { configuredServiceDoc } from '@chat-admin/codecs/muc/services/chat-service.doc';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { affiliationList } from '@chat-admin/domain/muc/affiliations/affiliation-list';
import { RoomDirectory } from '@chat-admin/domain/muc/rooms/room-directory';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { ServiceNames } from '@chat-admin/domain/muc/services/service-names';
import { guardedDocument } from '../http/guarded.js';
import type { Guarded, ObjectPorts } from '../http/guarded.js';
import { hiding } from '../http/hiding.js';
import type { Query } from '../http/query-string.js';
import { document } from '../http/replies.js';
import { pathOf } from './rooms/room.query.js';

export const theRoom: Guarded = async (ports, path, query) => {
  const room = await lockedRoom(ports, path, query);
  return guardedDocument(hiding(document(roomDoc), 'rooms:write', 'password'), room as never);
};

export const theAffiliations =
  (affiliation: Affiliation): Guarded =>
  async (ports, path, query) => {
    const room = await lockedRoom(ports, path, query);
    const groupJid = (name: string) => ports.groupJids.jidOf(name);
    const list = room && affiliationList(room, affiliation, groupJid);
    return guardedDocument(document(affiliationsDocs[affiliation]), list as never);
  };

export const theService: Guarded = async ({ chatServices, domain }, { serviceName: path = '' }) => {
  const name = await new ServiceNames(chatServices, domain).find(path);
  return guardedDocument(document(configuredServiceDoc), name && (await chatServices.lock(name)));
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
