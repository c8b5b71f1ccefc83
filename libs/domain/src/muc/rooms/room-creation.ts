import type { Localpart } from '../../shared/jid.js';
import type { ChatService, ServiceName } from '../services/chat-service.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import type { CreatedRoom, NewRoom, RoomRepository } from './room-repository.js';
import { affiliationsIn } from './validated-room.js';
import type { ValidatedRoom } from './validated-room.js';

export interface CreatedRooms {
  readonly names: ReadonlySet<Localpart>;
  /** whether the service had to be created */
  readonly newService: boolean;
}

/** Stores validated rooms, creating their service if missing. */
export class RoomCreation {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly rooms: RoomRepository,
  ) {}

  /** Only inside a transaction. Existing rooms are left untouched. Contract: muc-and-legacy 5.2 "missing service" */
  async create(service: ServiceName, rooms: readonly ValidatedRoom[]): Promise<CreatedRooms> {
    const newService = await this.services.add(newServiceNamed(service));
    return { names: await this.rooms.add(service, rooms.map(newRoom)), newService };
  }

  /** In a transaction of its own; its groups need not exist. */
  createOne(service: ServiceName, room: ValidatedRoom): Promise<CreatedRoom> {
    return this.rooms.create(newServiceNamed(service), newRoom(room));
  }
}

function newServiceNamed(name: ServiceName): ChatService {
  return { name, description: name, hidden: false };
}

function newRoom(room: ValidatedRoom): NewRoom {
  return { name: room.name, settings: room.settings, affiliations: affiliationsIn(room) };
}
