import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { AffiliationChange } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { Asked } from '@chat-admin/domain/muc/affiliations/references';
import type { GroupPeople } from '@chat-admin/domain/muc/affiliations/effective-affiliations';
import { RoomRepository } from '@chat-admin/domain/muc/rooms/room-repository';
import type {
  CreatedRoom,
  Extent,
  LockedRoom,
  NewRoom,
  RoomExcerpt,
  RoomSnapshot,
} from '@chat-admin/domain/muc/rooms/room-repository';
import type { Room, RoomFilter, RoomSettings } from '@chat-admin/domain/muc/rooms/room';
import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { CoalescedReads } from '../../database/coalesced-reads.js';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { Outpaced, translate } from '../../database/database-error.js';
import type { RowStreams } from '../../database/row-streams.js';
import { WholeChanges } from '../../database/whole-changes.js';
import { tooManyServices } from '../services/typeorm-chat-service-repository.js';
import { AffiliationWrites } from '../affiliations/affiliation-writes.js';
import { createRoom, insertRooms } from './insert-rooms.js';
import { settingsParameters } from './room-columns.js';
import { listRooms } from './room-list-sql.js';
import { RoomExcerpts } from '../affiliations/room-excerpts.js';
import * as sql from './room-statements.js';

type Variant = keyof typeof sql.find;
type Key = `${ServiceName}/${Localpart}`;

/** The service was removed after the statement had found it; a repetition creates it again. */
const SERVICE_GONE = { room_chat_service_fk: () => new Outpaced() };

/** A room with its lists is about ten times as large as a user. */
const LISTED_TOGETHER = 100;

/** Rooms in `room` with their affiliations. Rows are domain values. */
export class PostgresRoomRepository extends RoomRepository {
  private readonly reads: Readonly<Record<Variant, CoalescedReads<Key, Room>>>;
  private readonly excerpts: RoomExcerpts;
  private readonly writes: AffiliationWrites;
  private readonly changes: WholeChanges;

  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
    audit: AuditTrail,
  ) {
    super();
    this.excerpts = new RoomExcerpts(db);
    this.writes = new AffiliationWrites(db, audit);
    this.changes = new WholeChanges(db, audit);
    this.reads = { plain: coalesced(db, 'plain'), expanded: coalesced(db, 'expanded') };
  }

  /** Outside a transaction, reads share a statement with others of the same turn. */
  async find(service: ServiceName, name: Localpart, expandGroups: boolean): Promise<Room | null> {
    const variant = expandGroups ? 'expanded' : 'plain';
    if (!this.db.active) return this.reads[variant].get(keyOf(service, name));
    return (await this.db.run<Room>(sql.find[variant], [service, name])).rows[0] ?? null;
  }

  list(service: ServiceName, filter: RoomFilter): AsyncIterable<readonly Room[]> {
    const { text, values } = listRooms(service, filter);
    return this.streams.read<Room>(text, values, LISTED_TOGETHER);
  }

  existing(service: ServiceName, names: readonly Localpart[]): Promise<ReadonlySet<Localpart>> {
    return this.names(sql.existing, [service, names]);
  }

  async lock(service: ServiceName, name: Localpart): Promise<LockedRoom | null> {
    const id = await this.lockOnly(service, name);
    if (id === null) return null;
    const [room] = (await this.db.run<Room>(sql.findById, [id])).rows;
    return { id, room: room! };
  }

  async lockExcerpt(
    service: ServiceName,
    name: Localpart,
    asked: Asked,
    extent: Extent,
  ): Promise<RoomExcerpt | null> {
    if ((await this.lockOnly(service, name)) === null) return null;
    return this.excerpts.readLocked({ service, name, ...asked }, extent);
  }

  async add(service: ServiceName, rooms: readonly NewRoom[]): Promise<ReadonlySet<Localpart>> {
    const { statement, values } = insertRooms(service, rooms);
    return this.names(statement, values).catch(translate(SERVICE_GONE));
  }

  async create(service: ChatService, room: NewRoom): Promise<CreatedRoom> {
    type Row = Omit<CreatedRoom, 'groups'> & { readonly groups: readonly string[] };
    const { statement, values } = createRoom(service, room);
    const isDone = ({ created }: Row) => created;
    const row = await this.changes.run<Row>(statement, values, isDone, {
      ...SERVICE_GONE,
      ...tooManyServices(service.name),
    });
    const { created, newService, groups } = row!;
    return { created, newService, groups: new Set(groups) };
  }

  async update(id: number, settings: RoomSettings, change: AffiliationChange): Promise<number> {
    await this.apply(id, change);
    return this.version(sql.update, [id, ...settingsParameters(settings)]);
  }

  async affiliate(id: number, change: AffiliationChange): Promise<number> {
    await this.apply(id, change);
    return this.version(sql.version, [id]);
  }

  snapshot(
    service: ServiceName,
    name: Localpart,
    asked: Asked,
    extent: Extent,
  ): Promise<RoomSnapshot | null> {
    return this.excerpts.read({ service, name, ...asked }, extent);
  }

  affiliateUnlocked(snapshot: RoomSnapshot, change: AffiliationChange): Promise<number | null> {
    return this.writes.apply(snapshot, change);
  }

  async remove(service: ServiceName, name: Localpart): Promise<boolean> {
    return (await this.db.run(sql.remove, [service, name])).count > 0;
  }

  async peopleOf(groups: readonly string[]): Promise<GroupPeople> {
    type Row = { readonly name: string; readonly people: readonly BareJid[] };
    const { rows } = await this.db.run<Row>(sql.peopleOfGroups, [groups]);
    return new Map(rows.map(({ name, people }) => [name, people]));
  }

  /** What is read after it is as it stays: a statement that both locked and read could miss some. */
  private async lockOnly(service: ServiceName, name: Localpart): Promise<number | null> {
    const { rows } = await this.db.run<{ id: number }>(sql.lock, [service, name]);
    return rows[0]?.id ?? null;
  }

  private async apply(id: number, { set, dropped }: AffiliationChange): Promise<void> {
    const steps: [Statement, readonly (readonly string[])[]][] = [
      [sql.dropPeople, [dropped.people]],
      [sql.setPeople, [[...set.people.keys()], [...set.people.values()]]],
      [sql.dropGroups, [dropped.groups]],
      [sql.setGroups, [[...set.groups.keys()], [...set.groups.values()]]],
    ];
    for (const [statement, lists] of steps) {
      if (lists[0]!.length > 0) await this.db.run(statement, [id, ...lists]);
    }
  }

  private async version(statement: Statement, values: readonly unknown[]): Promise<number> {
    const { rows } = await this.db.run<{ version: number }>(statement, values);
    return rows[0]!.version;
  }

  private async names(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<ReadonlySet<Localpart>> {
    const { rows } = await this.db.run<{ name: Localpart }>(statement, values);
    return new Set(rows.map(({ name }) => name));
  }
}

function coalesced(db: CurrentTransaction, variant: Variant): CoalescedReads<Key, Room> {
  return new CoalescedReads({
    one: async (key) =>
      (await db.runAlone<Room>(sql.find[variant], key.split('/'))).rows[0] ?? null,
    many: async (keys) => {
      const parts = keys.map((key) => key.split('/'));
      const { rows } = await db.runAlone<Room & { readonly service: ServiceName }>(
        sql.findMany[variant],
        [parts.map(([service]) => service), parts.map(([, name]) => name)],
      );
      return new Map(rows.map((room) => [keyOf(room.service, room.roomName), room]));
    },
  });
}

/** Neither part can contain a slash. */
function keyOf(service: ServiceName, name: Localpart): Key {
  return `${service}/${name}`;
}
