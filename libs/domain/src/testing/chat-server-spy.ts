import { ChatServer, ChatServerAway } from '../chat-server/chat-server.js';
import type {
  ChangedRoom,
  Delivery,
  FileRef,
  LiveListener,
  RoomRef,
  StoredRoom,
  UserEvent,
} from '../chat-server/chat-server.js';
import type {
  LiveOccupant,
  RememberedMessage,
  RoomFarewell,
  RoomInvitation,
} from '../chat-server/live-room.js';
import type { PersonalMessage } from '../chat-server/message.js';
import type { LiveSession } from '../chat-server/live-session.js';
import type { Localpart } from '../shared/jid.js';

/** What a chat server can be notified of. */
export type Heard =
  | { readonly users: readonly Localpart[]; readonly event: UserEvent }
  | { readonly rosters: readonly Localpart[] }
  | { readonly groups: readonly string[] }
  | { readonly rooms: readonly ChangedRoom[] }
  | ({ readonly destroyed: RoomRef } & RoomFarewell)
  | { readonly invited: RoomRef; readonly invitations: readonly RoomInvitation[] }
  | {
      readonly closed: Localpart;
      readonly resource?: string;
      readonly reason: string | null;
    }
  | { readonly kicked: string; readonly room: RoomRef; readonly reason: string | null }
  | { readonly role: LiveOccupant['role']; readonly of: string; readonly room: RoomRef }
  | { readonly broadcast: string }
  | { readonly sent: PersonalMessage }
  | { readonly said: string; readonly room: RoomRef }
  | 'services'
  | 'retractions'
  | 'files';

/** A chat server that records notices and commands, and can be unreachable. */
export class ChatServerSpy extends ChatServer {
  readonly attachment = 'tried';
  readonly nodeId = 'spy';
  away = false;
  present: readonly LiveSession[] = [];
  /** by `room@service` */
  readonly inRooms = new Map<string, readonly LiveOccupant[]>();
  /** by id of the room */
  readonly remembered = new Map<number, readonly RememberedMessage[]>();
  private told: Heard[] = [];

  /** Everything since the last call. */
  heard(): readonly Heard[] {
    const { told } = this;
    this.told = [];
    return told;
  }

  sessions(username: Localpart | null): Promise<readonly LiveSession[]> {
    const wanted = (session: LiveSession) => username === null || session.username === username;
    return this.answer(this.present.filter(wanted));
  }
  localSessionCount(): Promise<number> {
    return this.answer(this.present.length);
  }
  listeners(): Promise<readonly LiveListener[]> {
    return this.answer([]);
  }
  occupants({ service, room }: RoomRef): Promise<readonly LiveOccupant[]> {
    return this.answer(this.inRooms.get(`${room}@${service}`) ?? []);
  }
  occupantCounts(service: string, rooms: readonly string[]): Promise<readonly number[]> {
    return this.answer(rooms.map((room) => this.inRooms.get(`${room}@${service}`)?.length ?? 0));
  }
  roomsOf(username: Localpart, service: string): Promise<readonly string[]> {
    const isHis = ({ jid }: LiveOccupant) => jid.startsWith(`${username}@`);
    const addresses = [...this.inRooms].flatMap(([at, there]) => (there.some(isHis) ? [at] : []));
    const suffix = `@${service}`;
    const found = addresses.filter((at) => at.endsWith(suffix));
    return this.answer(found.map((at) => at.slice(0, -suffix.length)));
  }
  roomHistory({ id }: StoredRoom): Promise<readonly RememberedMessage[]> {
    return this.answer(this.remembered.get(id) ?? []);
  }

  async closeSessions(username: Localpart, reason: string | null): Promise<boolean> {
    await this.command({ closed: username, reason });
    return this.present.some((one) => one.username === username);
  }
  async closeSession(
    username: Localpart,
    resource: string,
    reason: string | null,
  ): Promise<boolean> {
    await this.command({ closed: username, resource, reason });
    return this.present.some((one) => one.username === username && one.resource === resource);
  }
  async kickOccupant(room: RoomRef, nickname: string, reason: string | null): Promise<boolean> {
    await this.command({ kicked: nickname, room, reason });
    return true;
  }
  async changeRole(room: RoomRef, nickname: string, role: LiveOccupant['role']) {
    await this.command({ role, of: nickname, room });
    return 'changed' as const;
  }
  broadcast(body: string): Promise<void> {
    return this.command({ broadcast: body });
  }
  send(message: PersonalMessage): Promise<void> {
    return this.command({ sent: message });
  }
  sendToRoom(room: RoomRef, body: string): Promise<void> {
    return this.command({ said: body, room });
  }
  invite(room: RoomRef, invitations: readonly RoomInvitation[]): Promise<void> {
    return this.command({ invited: room, invitations });
  }

  usersChanged(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery> {
    return this.notice({ users: usernames, event });
  }
  rostersChanged(owners: readonly Localpart[]): Promise<Delivery> {
    return this.notice({ rosters: owners });
  }
  groupsChanged(names: readonly string[]): Promise<Delivery> {
    return this.notice({ groups: names });
  }
  roomsChanged(rooms: readonly ChangedRoom[]): Promise<Delivery> {
    return this.notice({ rooms });
  }
  roomDestroyed(room: RoomRef, farewell: RoomFarewell): Promise<Delivery> {
    return this.notice({ destroyed: room, ...farewell });
  }
  servicesChanged(): Promise<Delivery> {
    return this.notice('services');
  }
  filesRemoved(): Promise<Delivery> {
    return this.notice('files');
  }
  messagesRetracted(): Promise<Delivery> {
    return this.notice('retractions');
  }

  filesThere(files: readonly FileRef[]): Promise<readonly boolean[]> {
    return this.answer(files.map(() => true));
  }

  private async answer<T>(value: T): Promise<T> {
    if (this.away) throw new ChatServerAway();
    return value;
  }

  private async command(told: Heard): Promise<void> {
    await this.answer(null);
    this.told.push(told);
  }

  private async notice(told: Heard): Promise<Delivery> {
    this.told.push(told);
    return this.away ? 'deferred' : 'applied';
  }
}
