import { ChatServerAway, NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type {
  ChangedRoom,
  Delivery,
  FileRef,
  RoomRef,
  StoredRoom,
} from '@chat-admin/domain/chat-server/chat-server';
import type {
  LiveOccupant,
  RememberedMessage,
  RoomFarewell,
  RoomInvitation,
} from '@chat-admin/domain/chat-server/live-room';

/** A chat server that records notices about rooms, and can be unreachable. */
export class ChatServerSpy extends NoChatServer {
  away = false;
  present: readonly LiveOccupant[] = [];
  /** where everybody is */
  entered: readonly string[] = [];
  /** what is remembered of every room */
  remembered: readonly RememberedMessage[] = [];
  private told: unknown[] = [];

  /** Everything since the last call. */
  heard(): readonly unknown[] {
    const { told } = this;
    this.told = [];
    return told;
  }

  override occupants(): Promise<readonly LiveOccupant[]> {
    return this.away ? Promise.reject(new ChatServerAway()) : Promise.resolve(this.present);
  }
  override occupantCounts(_service: string, rooms: readonly string[]): Promise<readonly number[]> {
    if (this.away) return Promise.reject(new ChatServerAway());
    return Promise.resolve(rooms.map(() => this.present.length));
  }
  override roomsOf(username: string, service: string): Promise<readonly string[]> {
    if (this.away) return Promise.reject(new ChatServerAway());
    this.told.push({ roomsOf: username, service });
    return Promise.resolve(this.entered);
  }
  override roomHistory(room: StoredRoom): Promise<readonly RememberedMessage[]> {
    if (this.away) return Promise.reject(new ChatServerAway());
    this.told.push({ historyOf: room });
    return Promise.resolve(this.remembered);
  }
  override invite(room?: RoomRef, invitations?: readonly RoomInvitation[]): Promise<void> {
    if (this.away) return Promise.reject(new ChatServerAway());
    this.told.push({ invite: room, invitations });
    return Promise.resolve();
  }
  override roomsChanged(rooms?: readonly ChangedRoom[]): Promise<Delivery> {
    return this.notice({ changed: rooms });
  }
  override kickOccupant(_room?: RoomRef, nickname?: string, reason?: string | null) {
    this.told.push({ kicked: nickname, reason });
    return Promise.resolve(true);
  }
  override changeRole(_room?: RoomRef, nickname?: string, role?: string) {
    this.told.push({ role, of: nickname });
    return Promise.resolve('changed' as const);
  }
  override roomDestroyed(room?: RoomRef, farewell?: RoomFarewell): Promise<Delivery> {
    const { reason = null, alternateRoom = null } = farewell ?? {};
    const told = {
      ...(reason !== null && { reason }),
      ...(alternateRoom !== null && { alternateRoom }),
    };
    return this.notice({ destroyed: room, ...told });
  }
  override servicesChanged(): Promise<Delivery> {
    return this.notice('services');
  }
  override filesThere(files: readonly FileRef[] = []): Promise<readonly boolean[]> {
    if (this.away) return Promise.reject(new ChatServerAway());
    return Promise.resolve(files.map(() => true));
  }
  override filesRemoved(): Promise<Delivery> {
    return this.notice('files');
  }
  override messagesRetracted(): Promise<Delivery> {
    return this.notice('retractions');
  }

  private notice(told: unknown): Promise<Delivery> {
    this.told.push(told);
    return Promise.resolve(this.away ? 'deferred' : 'applied');
  }
}
