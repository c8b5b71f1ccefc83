import type { RoomRef } from '../../chat-server/chat-server.js';
import type { DomainError } from '../../shared/domain-error.js';
import type { Localpart } from '../../shared/jid.js';
import type { ServiceName } from '../services/chat-service.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import type { ServiceNames } from '../services/service-names.js';
import { RoomNotFound, ServiceNotFound } from '../errors.js';
import type { RoomRepository } from './room-repository.js';
import { roomName } from './room.js';
import type { Room } from './room.js';

/** Service and room as received, unprepared. */
export interface RoomPath {
  readonly service: string;
  readonly room: string;
}

export interface RoomAddress {
  readonly service: ServiceName;
  readonly name: Localpart;
}

/** The address in the form the chat server is given. */
export function refOf({ service, name }: RoomAddress): RoomRef {
  return { service, room: name };
}

/** Looks up existing rooms. Contract: muc-and-legacy 1.5 */
export class RoomDirectory {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly rooms: RoomRepository,
    private readonly names: ServiceNames,
  ) {}

  /** @throws ServiceNotFound */
  async requireService(text: string): Promise<ServiceName> {
    const name = await this.names.find(text);
    if (name === null || !(await this.services.exists(name))) throw new ServiceNotFound(text);
    return name;
  }

  /** @throws ServiceNotFound, RoomNotFound */
  find(path: RoomPath, expandGroups = false): Promise<Room> {
    return this.require(path, ({ service, name }) => this.rooms.find(service, name, expandGroups));
  }

  /** Calls `look` with the room's address. @throws ServiceNotFound, RoomNotFound */
  async require<T>(path: RoomPath, look: (address: RoomAddress) => Promise<T | null>): Promise<T> {
    const address = await this.address(path);
    const found = address && (await look(address));
    if (found === null) throw await this.missing(path);
    return found;
  }

  /** `null` if no such room can exist */
  async address(path: RoomPath): Promise<RoomAddress | null> {
    const name = roomName(path.room);
    const service = await this.names.find(path.service);
    return service === null || name === null ? null : { service, name };
  }

  /** The error for a room that was not found. */
  async missing({ service, room }: RoomPath): Promise<DomainError> {
    const name = await this.names.find(service);
    if (name === null || !(await this.services.exists(name))) return new ServiceNotFound(service);
    return new RoomNotFound(shownRoomName(room));
  }
}

/** Normalised, or as received if it cannot be a room name. */
export function shownRoomName(text: string): string {
  return roomName(text) ?? text;
}
