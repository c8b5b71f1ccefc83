import { affiliationsOf } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliation, Affiliations } from '@chat-admin/domain/muc/affiliations/affiliations';
import { ROOM_FIELDS, roomName } from '@chat-admin/domain/muc/rooms/room';
import type { Room, RoomSettings } from '@chat-admin/domain/muc/rooms/room';
import type { NewRoom, RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import { DEFAULT_SERVICE } from '@chat-admin/domain/muc/services/chat-service';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Repositories } from './repositories.js';
import { jid } from './samples.js';

export const CONFERENCE = DEFAULT_SERVICE as ServiceName;

export function roomNamed(text: string): Localpart {
  return roomName(text)!;
}

export function settings(more: Partial<RoomSettings> = {}): RoomSettings {
  return { ...valuesOf(ROOM_FIELDS, {}), creationDate: null, modificationDate: null, ...more };
}

/** Affiliation by person, as in {@link jid}, and by group. */
export interface Named {
  readonly people?: Readonly<Record<string, Affiliation>>;
  readonly groups?: Readonly<Record<string, Affiliation>>;
}

export function affiliations({ people = {}, groups = {} }: Named): Affiliations {
  return {
    people: new Map(Object.entries(people).map(([person, held]) => [jid(person), held])),
    groups: new Map(Object.entries(groups)),
  };
}

export function aRoom(text: string, named: Named = { people: { ann: 'owner' } }): NewRoom {
  return { name: roomNamed(text), settings: settings(), affiliations: affiliations(named) };
}

/** Stores a room of the service `conference`. */
export async function addRoom({ rooms }: Repositories, text: string, named: Named): Promise<void> {
  await rooms.add(CONFERENCE, [aRoom(text, named)]);
}

export async function findRoom({ rooms }: Repositories, text: string): Promise<Room> {
  return (await rooms.find(CONFERENCE, roomNamed(text), false))!;
}

export async function snapshotOf({ rooms }: Repositories, text: string): Promise<RoomSnapshot> {
  const nothing = { users: [], groups: [], people: [] };
  return (await rooms.snapshot(CONFERENCE, roomNamed(text), nothing, 'all'))!;
}

export async function versionOf(repositories: Repositories, text: string): Promise<number> {
  return (await snapshotOf(repositories, text)).version;
}

/** `person=affiliation` of a room, in order. */
export async function peopleOf(
  repositories: Repositories,
  text: string,
): Promise<readonly string[]> {
  const { people } = affiliationsOf(await findRoom(repositories, text));
  return [...people].map(([person, held]) => `${person.split('@')[0]}=${held}`).sort();
}

/** People and groups. */
export async function ownersOf(
  repositories: Repositories,
  text: string,
): Promise<readonly string[]> {
  const { owners, ownerGroups } = await findRoom(repositories, text);
  return [...owners, ...ownerGroups];
}
