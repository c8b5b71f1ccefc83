import { AFFILIATIONS } from '../muc/affiliations/affiliations.js';
import type {
  Affiliation,
  AffiliationChange,
  AffiliationLists,
} from '../muc/affiliations/affiliations.js';
import type { Asked } from '../muc/affiliations/references.js';
import { roomName } from '../muc/rooms/room.js';
import type { Room, RoomFilter, RoomSettings } from '../muc/rooms/room.js';
import { RoomRepository } from '../muc/rooms/room-repository.js';
import type {
  CreatedRoom,
  Extent,
  LockedRoom,
  NewRoom,
  RoomSnapshot,
} from '../muc/rooms/room-repository.js';
import { TooManyServices } from '../muc/errors.js';
import { DEFAULT_HISTORY_MAX_NUMBER, MOST_CHAT_SERVICES } from '../muc/services/chat-service.js';
import type { ChatService, ServiceName } from '../muc/services/chat-service.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { compareCodePoints } from '../shared/order.js';
import { batches } from './batches.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { InMemoryTransactions } from './in-memory-transactions.js';
import { putRoom, without } from './rows.js';
import type { RoomRow, Rows } from './rows.js';

export class InMemoryRoomRepository extends RoomRepository {
  private lastId = 0;

  constructor(
    private readonly database: InMemoryDatabase,
    private readonly transactions: InMemoryTransactions,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async find(service: ServiceName, name: Localpart, expandGroups: boolean): Promise<Room | null> {
    const row = this.row(service, name);
    return row ? this.room(row, expandGroups) : null;
  }

  list(service: ServiceName, { rooms, search, expandGroups }: RoomFilter) {
    const found = [...this.database.rows.rooms.values()]
      .filter((row) => row.service === service)
      .filter(({ settings }) => rooms === 'all' || (rooms === 'public' && settings.publicRoom))
      .filter((row) => search === null || matches(row, search))
      .sort((a, b) => compareCodePoints(a.name, b.name));
    return batches(found.map((row) => this.room(row, expandGroups)));
  }

  async existing(service: ServiceName, names: readonly Localpart[]) {
    return new Set(names.filter((name) => this.row(service, name)));
  }

  /** Transactions run one after the other: being in one is the lock. */
  async lock(service: ServiceName, name: Localpart): Promise<LockedRoom | null> {
    const row = this.row(service, name);
    return row ? { id: row.id, room: this.room(row, false) } : null;
  }

  add(service: ServiceName, rooms: readonly NewRoom[]): Promise<ReadonlySet<Localpart>> {
    return this.database.change((rows) => {
      const missing = rooms.filter(({ name }) => !this.row(service, name));
      for (const { name, settings, affiliations } of missing) {
        const id = (this.lastId += 1);
        const creationDate = settings.creationDate ?? this.now();
        const modificationDate = settings.modificationDate ?? creationDate;
        rows.rooms.set(id, {
          ...{ id, version: 1, service, name, messages: [] },
          settings: { ...settings, creationDate, modificationDate },
          people: new Map(affiliations.people),
          groups: new Map(affiliations.groups),
        });
      }
      return new Set(missing.map(({ name }) => name));
    });
  }

  async create(service: ChatService, room: NewRoom): Promise<CreatedRoom> {
    const wanted = [...room.affiliations.groups.keys()];
    try {
      return await this.transactions.run(async () => {
        const { groups, chatServices } = this.database.rows;
        const existing = new Set(wanted.filter((name) => groups.has(name)));
        const refused = existing.size < wanted.length || this.row(service.name, room.name);
        if (refused) throw new Refused(existing);
        const newService = !chatServices.has(service.name);
        if (newService && chatServices.size >= MOST_CHAT_SERVICES) {
          throw new TooManyServices(service.name);
        }
        if (newService)
          chatServices.set(service.name, {
            ...service,
            historyMaxNumber: DEFAULT_HISTORY_MAX_NUMBER,
          });
        await this.add(service.name, [room]);
        return { created: true, newService, groups: existing };
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { created: false, newService: false, groups: error.groups };
    }
  }

  update(id: number, settings: RoomSettings, change: AffiliationChange): Promise<number> {
    return this.database.change((rows) => {
      const row = rows.rooms.get(id)!;
      const creationDate = settings.creationDate ?? row.settings.creationDate;
      const modificationDate = settings.modificationDate ?? this.now();
      return putRoom(rows, row, {
        ...affiliated(row, change),
        settings: { ...settings, creationDate, modificationDate },
      }).version;
    });
  }

  affiliate(id: number, change: AffiliationChange): Promise<number> {
    return this.database.change((rows) => affiliate(rows, rows.rooms.get(id)!, change));
  }

  lockExcerpt(service: ServiceName, name: Localpart, asked: Asked, extent: Extent) {
    return this.snapshot(service, name, asked, extent);
  }

  async snapshot(service: ServiceName, name: Localpart, asked: Asked, extent: Extent) {
    const row = this.row(service, name);
    if (!row) return null;
    const { accounts, groups } = this.database.rows;
    const { id, version, settings } = row;
    const affiliations =
      extent === 'all'
        ? { people: row.people, groups: row.groups }
        : { people: some(row.people, asked.people), groups: some(row.groups, asked.groups) };
    const existing = {
      users: new Set(asked.users.filter((user) => accounts.has(user))),
      groups: new Set(asked.groups.filter((group) => groups.has(group))),
    };
    return { id, version, options: settings, affiliations, existing };
  }

  affiliateUnlocked(
    { id, version }: RoomSnapshot,
    change: AffiliationChange,
  ): Promise<number | null> {
    // rolled back, so that a request that changes nothing still owes its audit entry
    return this.transactions
      .alone(() =>
        this.database.change((rows) => {
          const row = rows.rooms.get(id);
          if (row?.version !== version) throw new Outpaced();
          return affiliate(rows, row, change);
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof Outpaced) return null;
        throw error;
      });
  }

  remove(service: ServiceName, name: Localpart): Promise<boolean> {
    return this.database.change(({ rooms }) => rooms.delete(this.row(service, name)?.id ?? 0));
  }

  async peopleOf(groups: readonly string[]) {
    return new Map(
      groups
        .map((name) => [name, this.peopleOfGroup(name)] as const)
        .filter(([, people]) => people.length > 0),
    );
  }

  private row(service: ServiceName, name: Localpart): RoomRow | undefined {
    for (const row of this.database.rows.rooms.values()) {
      if (row.name === name && row.service === service) return row;
    }
    return undefined;
  }

  private room(row: RoomRow, expandGroups: boolean): Room {
    return { ...row.settings, roomName: row.name, ...this.lists(row, expandGroups) };
  }

  private lists({ people, groups }: RoomRow, expandGroups: boolean): AffiliationLists {
    const lists = AFFILIATIONS.flatMap((affiliation) => {
      const named = holders(people, affiliation);
      const groupNames = holders(groups, affiliation);
      const brought = expandGroups ? groupNames.flatMap((name) => this.peopleOfGroup(name)) : [];
      const all = [...new Set([...named, ...brought])].sort(compareCodePoints);
      return [
        [`${affiliation}s`, all],
        [`${affiliation}Groups`, groupNames],
      ];
    });
    return Object.fromEntries(lists) as unknown as AffiliationLists;
  }

  private peopleOfGroup(name: string): readonly BareJid[] {
    const group = this.database.rows.groups.get(name);
    return group ? [...group.admins, ...group.members].sort(compareCodePoints) : [];
  }
}

function affiliate(rows: Rows, row: RoomRow, change: AffiliationChange): number {
  return putRoom(rows, row, affiliated(row, change)).version;
}

function affiliated({ people, groups }: RoomRow, { set, dropped }: AffiliationChange) {
  return {
    people: new Map([...without(people, ...dropped.people), ...set.people]),
    groups: new Map([...without(groups, ...dropped.groups), ...set.groups]),
  };
}

/** Those asked for, and one owner that was not. */
function some<K extends string>(
  held: ReadonlyMap<K, Affiliation>,
  asked: readonly string[],
): ReadonlyMap<K, Affiliation> {
  const isAsked = ([key]: readonly [K, Affiliation]) => asked.includes(key);
  const entries = [...held];
  const owner = entries.find((entry) => entry[1] === 'owner' && !isAsked(entry));
  return new Map([...entries.filter(isAsked), ...(owner ? [owner] : [])]);
}

function holders<K extends string>(
  held: ReadonlyMap<K, Affiliation>,
  affiliation: Affiliation,
): readonly K[] {
  return [...held]
    .filter(([, one]) => one === affiliation)
    .map(([key]) => key)
    .sort(compareCodePoints);
}

/** Contract: muc-and-legacy 4 */
function matches({ name, settings }: RoomRow, search: string): boolean {
  if (settings.naturalName?.toLowerCase().includes(search.toLowerCase())) return true;
  const prepared = roomName(search);
  return prepared !== null && name.includes(prepared);
}

/** The room has changed in the meantime. */
class Outpaced extends Error {}

/** Rolls back, so that the audit entry is still owed. */
class Refused extends Error {
  constructor(readonly groups: ReadonlySet<string>) {
    super('The room is not created');
  }
}
