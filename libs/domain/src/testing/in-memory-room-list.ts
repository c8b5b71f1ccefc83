import type { Affiliation } from '../muc/affiliations/affiliations.js';
import { effectiveAffiliations } from '../muc/affiliations/effective-affiliations.js';
import { roomName } from '../muc/rooms/room.js';
import { RoomList } from '../muc/rooms/room-list.js';
import type { Affiliate, RoomDetails, RoomEntry, RoomSelection } from '../muc/rooms/room-list.js';
import type { RoomRepository } from '../muc/rooms/room-repository.js';
import type { ServiceName } from '../muc/services/chat-service.js';
import { wholeList } from '../shared/long-list.js';
import type { OrderedList } from '../shared/paging.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { holdsText, isShort, orderedList } from './in-memory-lists.js';
import type { RoomRow } from './rows.js';

export class InMemoryRoomList extends RoomList {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly rooms: RoomRepository,
  ) {
    super();
  }

  async select(
    service: ServiceName,
    selection: RoomSelection,
    details: RoomDetails,
  ): Promise<OrderedList<RoomEntry>> {
    const { search, isPaged } = selection;
    const beginsWith = search !== null && isPaged && isShort(search) ? search : null;
    const filter = beginsWith === null ? selection : { ...selection, search: null };
    const listed = await wholeList(this.rooms.list(service, filter));
    const found = listed.filter((room) => {
      const row = this.row(service, room.roomName);
      const begins = beginsWith === null || begin(room.roomName, beginsWith);
      return begins && this.isSelected(row, selection);
    });
    const entries = found.map((room) =>
      details.lastMessage
        ? { ...room, lastMessage: this.lastMessage(this.row(service, room.roomName)) }
        : room,
    );
    return orderedList(
      () => entries,
      (room, sort) => [valueOf(room, sort), room.roomName],
    );
  }

  private isSelected(row: RoomRow, selection: RoomSelection): boolean {
    const { text, passwordProtected, affiliated, banned, among } = selection;
    const flags = ['persistent', 'membersOnly', 'moderated'] as const;
    return (
      flags.every((flag) => selection[flag] === null || selection[flag] === row.settings[flag]) &&
      (passwordProtected === null || passwordProtected === (row.settings.password !== null)) &&
      (text === null || matches(row, text)) &&
      (affiliated === null || (this.held(row, affiliated) ?? 'outcast') !== 'outcast') &&
      (banned === null || this.held(row, banned) === 'outcast') &&
      (among === null || among.includes(row.name))
    );
  }

  private held({ people, groups }: RoomRow, affiliate: Affiliate): Affiliation | undefined {
    if (affiliate.kind === 'nobody') return undefined;
    const groupPeople = new Map(
      [...this.database.rows.groups.values()].map(
        ({ name, admins, members }) => [name, [...admins, ...members]] as const,
      ),
    );
    return affiliate.kind === 'group'
      ? groups.get(affiliate.name)
      : effectiveAffiliations({ people, groups }, groupPeople).get(affiliate.jid);
  }

  private row(service: ServiceName, name: string): RoomRow {
    const rows = [...this.database.rows.rooms.values()];
    return rows.find((row) => row.service === service && row.name === name)!;
  }

  private lastMessage({ messages }: RoomRow): Date | null {
    const shown = messages.filter(({ nickname, body }) => nickname !== null && body?.trim());
    return shown.map(({ sentAt }) => sentAt).reduce<Date | null>(later, null);
  }
}

const later = (a: Date | null, b: Date): Date => (a !== null && a > b ? a : b);

function valueOf(room: RoomEntry, sort: string): string | number {
  if (sort === 'roomName') return room.roomName;
  if (sort === 'naturalName') return (room.naturalName ?? '').toLowerCase();
  return room[sort as 'creationDate' | 'modificationDate'].getTime() * 1000;
}

function begin(name: string, text: string): boolean {
  const prepared = roomName(text);
  return prepared !== null && name.startsWith(prepared);
}

function matches({ name, settings }: RoomRow, text: string): boolean {
  if (isShort(text)) return begin(name, text);
  const { naturalName, description } = settings;
  return holdsText([name, naturalName, description], text);
}
