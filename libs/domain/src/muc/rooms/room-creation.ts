import type { Localpart } from '../../shared/jid.js';
import type { ServiceName } from '../services/chat-service.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import type { RoomRepository } from './room-repository.js';
import { affiliationsIn } from './validated-room.js';
import type { ValidatedRoom } from './validated-room.js';

export interface CreatedRooms {
  readonly names: ReadonlySet<Localpart>;
  /** whether the service had to be created */
  readonly newService: boolean;
}

/** Stores validated rooms, creating their service if missing. Only inside a transaction. */
export class RoomCreation {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly rooms: RoomRepository,
  ) {}

  /** Existing rooms are left untouched. Contract: muc-and-legacy 5.2 "missing service" */
  async create(service: ServiceName, rooms: readonly ValidatedRoom[]): Promise<CreatedRooms> {
    const newService = await this.services.add({
      name: service,
      description: service,
      hidden: false,
    });
    const added = rooms.map((room) => ({
      name: room.name,
      settings: room.settings,
      affiliations: affiliationsIn(room),
    }));
    return { names: await this.rooms.add(service, added), newService };
  }
}
