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

/**
 * Tells the chat server of all changes of a batch at once. Questions and commands of its lines go
 * through; when one is in vain the others of the batch are, too, so that no batch waits for each.
 * Contract: extensions E7.2 "Chat server"
 */
export class GatheredNotices extends ChatServer {
  private users: { readonly event: UserEvent; readonly names: Set<Localpart> }[] = [];
  private owners = new Set<Localpart>();
  private groups = new Set<string>();
  private rooms = new Map<string, ChangedRoom>();
  private destroyed: { readonly room: RoomRef; readonly farewell: RoomFarewell }[] = [];
  private services = false;
  private files = false;
  private isAway = false;

  constructor(private readonly chatServer: ChatServer) {
    super();
  }

  /** Tells what was gathered. */
  async tell(): Promise<void> {
    const { users, owners, groups, rooms, destroyed, services, files, chatServer } = this;
    this.forget();
    for (const { event, names } of users) await chatServer.usersChanged([...names], event);
    if (owners.size > 0) await chatServer.rostersChanged([...owners]);
    if (groups.size > 0) await chatServer.groupsChanged([...groups]);
    if (services) await chatServer.servicesChanged();
    if (rooms.size > 0) await chatServer.roomsChanged([...rooms.values()]);
    if (files) await chatServer.filesRemoved();
    for (const { room, farewell } of destroyed) await chatServer.roomDestroyed(room, farewell);
  }

  forget(): void {
    this.users = [];
    this.owners = new Set();
    this.groups = new Set();
    this.rooms = new Map();
    this.destroyed = [];
    this.services = false;
    this.files = false;
    this.isAway = false;
  }

  /** What happens to a user stays in order. */
  usersChanged(names: readonly Localpart[], event: UserEvent): Promise<Delivery> {
    const last = this.users.findLastIndex((one) => one.event === event);
    const isBehind = this.users
      .slice(last + 1)
      .some((later) => names.some((name) => later.names.has(name)));
    if (last < 0 || isBehind) this.users.push({ event, names: new Set(names) });
    else for (const name of names) this.users[last]!.names.add(name);
    return GATHERED;
  }

  rostersChanged(owners: readonly Localpart[]): Promise<Delivery> {
    for (const owner of owners) this.owners.add(owner);
    return GATHERED;
  }

  groupsChanged(names: readonly string[]): Promise<Delivery> {
    for (const name of names) this.groups.add(name);
    return GATHERED;
  }

  roomsChanged(rooms: readonly ChangedRoom[]): Promise<Delivery> {
    for (const room of rooms) this.rooms.set(`${room.service}/${room.room}`, room);
    return GATHERED;
  }

  roomDestroyed(room: RoomRef, farewell: RoomFarewell): Promise<Delivery> {
    this.destroyed.push({ room, farewell });
    return GATHERED;
  }

  servicesChanged(): Promise<Delivery> {
    this.services = true;
    return GATHERED;
  }

  filesRemoved(): Promise<Delivery> {
    this.files = true;
    return GATHERED;
  }

  messagesRetracted(): Promise<Delivery> {
    return this.chatServer.messagesRetracted();
  }

  get attachment() {
    return this.chatServer.attachment;
  }

  get nodeId(): string {
    return this.chatServer.nodeId;
  }

  sessions(username: Localpart | null): Promise<readonly LiveSession[]> {
    return this.asked(() => this.chatServer.sessions(username));
  }

  localSessionCount(): Promise<number> {
    return this.asked(() => this.chatServer.localSessionCount());
  }

  listeners(): Promise<readonly LiveListener[]> {
    return this.asked(() => this.chatServer.listeners());
  }

  occupants(room: RoomRef): Promise<readonly LiveOccupant[]> {
    return this.asked(() => this.chatServer.occupants(room));
  }

  occupantCounts(service: string, rooms: readonly string[]): Promise<readonly number[]> {
    return this.asked(() => this.chatServer.occupantCounts(service, rooms));
  }

  roomsOf(username: Localpart, service: string): Promise<readonly string[]> {
    return this.asked(() => this.chatServer.roomsOf(username, service));
  }

  roomHistory(room: StoredRoom): Promise<readonly RememberedMessage[]> {
    return this.asked(() => this.chatServer.roomHistory(room));
  }

  filesThere(files: readonly FileRef[]): Promise<readonly boolean[]> {
    return this.asked(() => this.chatServer.filesThere(files));
  }

  closeSessions(username: Localpart, reason: string | null): Promise<boolean> {
    return this.asked(() => this.chatServer.closeSessions(username, reason));
  }

  closeSession(username: Localpart, resource: string, reason: string | null): Promise<boolean> {
    return this.asked(() => this.chatServer.closeSession(username, resource, reason));
  }

  kickOccupant(room: RoomRef, nickname: string, reason: string | null): Promise<boolean> {
    return this.asked(() => this.chatServer.kickOccupant(room, nickname, reason));
  }

  changeRole(room: RoomRef, nickname: string, role: LiveOccupant['role']) {
    return this.asked(() => this.chatServer.changeRole(room, nickname, role));
  }

  send(message: PersonalMessage): Promise<void> {
    return this.asked(() => this.chatServer.send(message));
  }

  sendToRoom(room: RoomRef, body: string): Promise<void> {
    return this.asked(() => this.chatServer.sendToRoom(room, body));
  }

  broadcast(body: string): Promise<void> {
    return this.asked(() => this.chatServer.broadcast(body));
  }

  invite(room: RoomRef, invitations: readonly RoomInvitation[]): Promise<void> {
    return this.asked(() => this.chatServer.invite(room, invitations));
  }

  private async asked<T>(work: () => Promise<T>): Promise<T> {
    if (this.isAway) throw new ChatServerAway();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ChatServerAway) this.isAway = true;
      throw error;
    }
  }
}

const GATHERED: Promise<Delivery> = Promise.resolve('applied');
