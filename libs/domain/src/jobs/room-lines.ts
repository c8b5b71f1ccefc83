import { InvalidArgument } from '../shared/domain-error.js';
import { setBy } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { requireWord } from '../shared/words.js';
import type { AffiliationManagement } from '../muc/affiliations/affiliation-management.js';
import { AFFILIATIONS } from '../muc/affiliations/affiliations.js';
import type { Affiliation } from '../muc/affiliations/affiliations.js';
import { shownRoomName } from '../muc/rooms/room-directory.js';
import type { GroupJids } from '../muc/affiliations/group-jids.js';
import { parseReference } from '../muc/affiliations/references.js';
import type { RoomPath } from '../muc/rooms/room-directory.js';
import type { RoomManagement } from '../muc/rooms/room-management.js';
import type { RoomRemoval } from '../muc/rooms/room-removal.js';
import { actionOf, objectAt, successOf } from './job-line.js';
import type {
  AffiliationLine,
  LineContext,
  LinePlanner,
  Member,
  PlannedLine,
  RoomLine,
} from './job-line.js';

const ROOM_ACTIONS = ['update', 'add', 'create', 'remove'] as const;

interface NamesRoom {
  readonly servicename?: string | null | undefined;
  readonly room?: string | null | undefined;
}

export const pathOf = ({ servicename, room }: NamesRoom, { options }: LineContext): RoomPath => ({
  service: servicename || options.service,
  room: room ?? '',
});

export function objectOf({ service, room }: RoomPath): string | null {
  if (room === '') return null;
  const name = objectAt('chatrooms', shownRoomName(room));
  return `${name}?servicename=${encodeURIComponent(service)}`;
}

/** Lines that give people affiliations to rooms, or take them away. Contract: extensions E7.1 */
export class AffiliationLines implements LinePlanner<AffiliationLine> {
  constructor(
    private readonly affiliations: AffiliationManagement,
    private readonly domain: ServiceDomain,
    private readonly groupJids: GroupJids,
  ) {}

  plan(draft: AffiliationLine, context: LineContext): PlannedLine {
    const path = pathOf(draft, context);
    const action = actionOf(draft);
    const affiliation = affiliationOf(draft.affiliation ?? '');
    const list = { ...path, affiliation };
    const name = draft.jid ?? '';
    return {
      object: objectOf(path),
      named: ['rooms', shownRoomName(path.room)],
      mentioned: [name],
      member: () => (action === 'add' ? this.memberIn(name) : null),
      run: async () => {
        if (action === 'remove') {
          await this.affiliations.remove(list, name);
          return 'removed';
        }
        return successOf(await this.affiliations.add(list, name, false));
      },
    };
  }

  private memberIn(sent: string): Member | null {
    const reference = parseReference(sent, this.domain, this.groupJids, 'query');
    if (reference.kind === 'name') {
      return reference.local ? { sent, user: reference.local.username, group: sent } : null;
    }
    const user = reference.kind === 'jid' ? this.domain.usernameOf(reference.bare) : null;
    return user && { sent, user };
  }
}

/** Lines that change rooms, make them, or destroy them. Contract: extensions E7.1 */
export class RoomLines implements LinePlanner<RoomLine> {
  constructor(
    private readonly rooms: RoomManagement,
    private readonly removal: RoomRemoval,
  ) {}

  plan(draft: RoomLine, context: LineContext): PlannedLine {
    const path = pathOf(draft, context);
    const { servicename: _service, room: _room, action: _action, ...rest } = draft;
    const { reason, alternateRoom, ...patch } = rest;
    const action = roomActionOf(draft);
    return {
      object: objectOf(path),
      named: ['rooms', shownRoomName(path.room)],
      run: async () => {
        if (action === 'remove') {
          const farewell = {
            reason: reason ?? undefined,
            alternateRoom: alternateRoom ?? undefined,
          };
          await this.removal.remove(path, farewell);
          return 'removed';
        }
        // whoever says why has forgotten to say that the room is to go
        if (reason) throw unknownMember('reason');
        if (alternateRoom) throw unknownMember('alternateRoom');
        const request = { sendInvitations: false, signer: context.self };
        if (action === 'create') {
          const { service, room: roomName } = path;
          await this.rooms.create(service, { ...setBy(patch), roomName }, request);
          return 'created';
        }
        return successOf((await this.rooms.patch(path, patch, request)).changes);
      },
    };
  }
}

/** `add`, as lines of other types have it, changes a room too. @throws InvalidArgument */
function roomActionOf({ action }: RoomLine): 'update' | 'create' | 'remove' {
  const word = requireWord(ROOM_ACTIONS, action || 'update', 'action');
  return word === 'add' ? 'update' : word;
}

const unknownMember = (name: string) =>
  new InvalidArgument('unknown-member', {
    name,
    resource: null,
    detail: 'it goes with action remove alone',
  });

/** @throws InvalidArgument */
function affiliationOf(text: string): Affiliation {
  return requireWord(AFFILIATIONS, text, 'affiliation');
}
