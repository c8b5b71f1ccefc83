import type { Localpart } from '../../shared/jid.js';
import { hasNewMember, NOBODY } from '../affiliations/affiliations.js';
import type { ServiceName } from '../services/chat-service.js';
import type { ChatServiceRepository } from '../services/chat-service-repository.js';
import { plannedAffiliations } from './room-draft.js';
import type { ValidatedRoom } from './room-draft.js';
import type { RoomRepository } from './room-repository.js';

export interface CreatedRooms {
  readonly names: ReadonlySet<Localpart>;
  /** whether the service was created along with them */
  readonly newService: boolean;
}

/** Stores planned rooms, and their service where it is missing. Only inside a transaction. */
export class RoomCreation {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly rooms: RoomRepository,
  ) {}

  /** Rooms that exist are left untouched. Contract: muc-and-legacy 5.2 "missing service" */
  async create(service: ServiceName, plans: readonly ValidatedRoom[]): Promise<CreatedRooms> {
    const newService = await this.services.add({
      name: service,
      description: service,
      hidden: false,
    });
    const rooms = plans.map((plan) => ({
      name: plan.name,
      settings: plan.settings,
      affiliations: plannedAffiliations(plan),
    }));
    return { names: await this.rooms.add(service, rooms), newService };
  }
}

/** Contract: muc-and-legacy 5.1, check 10 */
export function isCreatedWithForbiddenMembers(plan: ValidatedRoom): boolean {
  return plan.settings.loginRestrictedToNickname && hasNewMember(NOBODY, plannedAffiliations(plan));
}
