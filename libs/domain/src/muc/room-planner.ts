import type { GroupRepository } from '../groups/group-repository.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { requireServiceName } from './chat-service.js';
import type { ServiceName } from './chat-service.js';
import type { GroupJids } from './group-jids.js';
import { plannedGroups, planRoom } from './room-draft.js';
import type { RoomDraft, RoomPlan } from './room-draft.js';

/** Turns documents of rooms into plans. Contract: muc-and-legacy 5.1 */
export class RoomPlanner {
  constructor(
    private readonly groups: GroupRepository,
    private readonly domain: ServiceDomain,
    private readonly jids: GroupJids,
  ) {}

  /** @throws InvalidArgument */
  service(text: string): ServiceName {
    return requireServiceName(text, this.domain);
  }

  /** @throws InvalidArgument, NotAJid */
  plan(name: Localpart, draft: RoomDraft): RoomPlan {
    return planRoom(name, draft, this.domain, this.jids);
  }

  /** Which of the planned groups exist, kept from removal until the transaction ends. */
  async lockGroups(plans: readonly RoomPlan[]): Promise<ReadonlySet<string>> {
    const names = plannedGroups(plans);
    return names.length === 0 ? new Set() : this.groups.lockExisting(names);
  }
}
