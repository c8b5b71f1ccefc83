import { DEFAULT_SERVICE } from '@chat-admin/domain/muc/services/chat-service';
import type { RoomFilter } from '@chat-admin/domain/muc/rooms/room';
import type { RoomPath } from '@chat-admin/domain/muc/rooms/room-directory';

/** All free text, so nothing is refused. Contract: muc-and-legacy 1.6, 4 */
export interface RoomQuery {
  readonly servicename?: string;
  readonly sendInvitations?: string;
  readonly expandGroups?: string;
  readonly type?: string;
  readonly search?: string;
  readonly reason?: string;
  readonly alternateRoom?: string;
  readonly retract?: string;
}

/** Empty text is a name that no service has. */
export function serviceOf({ servicename }: RoomQuery): string {
  return servicename ?? DEFAULT_SERVICE;
}

export function pathOf(query: RoomQuery, room: string): RoomPath {
  return { service: serviceOf(query), room };
}

export function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true';
}

export function roomFilter({ type, search, expandGroups }: RoomQuery): RoomFilter {
  const wanted = type || 'public';
  return {
    rooms: wanted === 'public' || wanted === 'all' ? wanted : 'none',
    search: search || null,
    expandGroups: isTrue(expandGroups),
  };
}
