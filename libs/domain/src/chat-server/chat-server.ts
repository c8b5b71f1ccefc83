import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import { jidFault } from '../shared/jid-faults.js';
import type { LiveOccupant, RememberedMessage, RoomFarewell, RoomInvitation } from './live-room.js';
import type { PersonalMessage } from './message.js';
import type { LiveSession } from './live-session.js';

export interface RoomRef {
  readonly service: string;
  readonly room: string;
}

/** The room of the name that has this id, not an earlier one. */
export interface StoredRoom extends RoomRef {
  readonly id: number;
}

/** A file that was, or is to be, sent to a component of the chat server. */
export interface FileRef {
  readonly host: string;
  /** of the slot */
  readonly id: string;
}

export interface ChangedRoom extends RoomRef {
  /** the current version of the room, or an earlier one; absent if unknown */
  readonly version?: number;
}

export type UserEvent = 'created' | 'password' | 'locked' | 'unlocked' | 'deleted' | 'vcard';

/**
 * Outcome of a notice. `deferred`: the chat server is unreachable and will catch up from the
 * database; `not-attached`: there is no chat server.
 */
export type Delivery = 'applied' | 'deferred' | 'not-attached';

export type ListenerKind = 'c2s' | 's2s' | 'bosh' | 'component';

/** An endpoint on which the chat server is configured to accept connections. */
export interface LiveListener {
  readonly kind: ListenerKind;
  /** TLS from the first byte (direct TLS, HTTPS) */
  readonly encrypted: boolean;
  readonly accepting: boolean;
}

/** The chat server is unreachable; nothing was done, but for what `detail` says. */
export class ChatServerAway extends DomainError<'chat-server-unavailable'> {
  constructor(detail?: string) {
    super('chat-server-unavailable', { resource: null, ...(detail !== undefined && { detail }) });
  }
}

/** No XMPP client can have this address, whatever the database holds. Contract: extensions E10, I-8 */
export class UnusableAddress extends InvalidArgument<'invalid-jid'> {
  constructor(value: string) {
    super('invalid-jid', { value, resource: value, detail: jidFault(value) });
  }
}

/**
 * The chat server that holds the live side: sessions, presence, room occupants. It reads everything
 * lasting from the database, so notices only tell it, after the commit, what has changed: they never
 * throw and never undo a change. Questions and commands throw {@link ChatServerAway}, and
 * {@link UnusableAddress}.
 * Contract: core 1.12
 */
export abstract class ChatServer {
  /**
   * Whether a chat server is attached, and whether a connection has been attempted since startup.
   */
  abstract get attachment(): 'none' | 'connecting' | 'tried';
  /** Id of the chat server node that this instance talks to. */
  abstract get nodeId(): string;

  /** Authenticated client sessions on all nodes, of one user or (`null`) of all users. */
  abstract sessions(username: Localpart | null): Promise<readonly LiveSession[]>;
  /** Authenticated client sessions on the node that this instance talks to. */
  abstract localSessionCount(): Promise<number>;
  abstract listeners(): Promise<readonly LiveListener[]>;
  /** The occupants in order of joining, one entry per connected resource. */
  abstract occupants(room: RoomRef): Promise<readonly LiveOccupant[]>;
  /** How many {@link occupants} each of these rooms of a service has, in their order. */
  abstract occupantCounts(service: string, rooms: readonly string[]): Promise<readonly number[]>;
  /** The names of the rooms of a service where sessions of the user are, in any order. */
  abstract roomsOf(username: Localpart, service: string): Promise<readonly string[]>;
  /** What is remembered of a room that is not logged, ascending by time. Contract: muc-and-legacy 8.3 */
  abstract roomHistory(room: StoredRoom): Promise<readonly RememberedMessage[]>;
  /** Whether the chat server has bytes of these files, in their order; it is asked for none, too. */
  abstract filesThere(files: readonly FileRef[]): Promise<readonly boolean[]>;

  /**
   * Closes all sessions of the user, whether or not they have sent presence.
   * @param reason what their clients are told; `null`: nothing
   * @returns whether there were any
   */
  abstract closeSessions(username: Localpart, reason: string | null): Promise<boolean>;
  /** Closes one session. @returns false if it is not there */
  abstract closeSession(
    username: Localpart,
    resource: string,
    reason: string | null,
  ): Promise<boolean>;
  /** Every resource under the nickname leaves the room. @returns false if there is none */
  abstract kickOccupant(room: RoomRef, nickname: string, reason: string | null): Promise<boolean>;
  /** For every resource under the nickname. `refused`: owners and admins stay moderators. */
  abstract changeRole(
    room: RoomRef,
    nickname: string,
    role: LiveOccupant['role'],
  ): Promise<'changed' | 'missing' | 'refused'>;
  /** Sends a headline message from the domain to every client session on all nodes. */
  abstract broadcast(body: string): Promise<void>;
  /** Sends the message from the domain to each of the receivers. */
  abstract send(message: PersonalMessage): Promise<void>;
  /** Sends a message of the room itself to everybody present; it is not kept. */
  abstract sendToRoom(room: RoomRef, body: string): Promise<void>;
  /** Sends the invitations from the room. Invitees need not be online or exist. */
  abstract invite(room: RoomRef, invitations: readonly RoomInvitation[]): Promise<void>;

  abstract usersChanged(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery>;
  /** The roster items of these owners have changed. */
  abstract rostersChanged(owners: readonly Localpart[]): Promise<Delivery>;
  /** Settings or people of these groups have changed, or a group was deleted. */
  abstract groupsChanged(names: readonly string[]): Promise<Delivery>;
  /**
   * Rooms were created, or their options or affiliations have changed. The chat server decides what
   * their occupants see of it. Contract: muc-and-legacy 10.2, 10.4
   */
  abstract roomsChanged(rooms: readonly ChangedRoom[]): Promise<Delivery>;
  /** The room was destroyed; its occupants have to leave. Contract: muc-and-legacy 10.3; extensions E6.2 */
  abstract roomDestroyed(room: RoomRef, farewell: RoomFarewell): Promise<Delivery>;
  /** A chat service was created, changed or deleted. */
  abstract servicesChanged(): Promise<Delivery>;
  /** Messages of rooms were taken back. Contract: extensions E19 */
  abstract messagesRetracted(): Promise<Delivery>;
  /** Files are no longer known, so their bytes have to go. Contract: extensions E21 */
  abstract filesRemoved(): Promise<Delivery>;
}

/** No chat server is attached: everything persistent works, nobody is online. */
export class NoChatServer extends ChatServer {
  readonly attachment = 'none';
  readonly nodeId = 'none';

  sessions(): Promise<readonly LiveSession[]> {
    return Promise.resolve([]);
  }
  localSessionCount(): Promise<number> {
    return Promise.resolve(0);
  }
  listeners(): Promise<readonly LiveListener[]> {
    return Promise.resolve([]);
  }
  occupants(): Promise<readonly LiveOccupant[]> {
    return Promise.resolve([]);
  }
  occupantCounts(_service: string, rooms: readonly string[]): Promise<readonly number[]> {
    return Promise.resolve(rooms.map(() => 0));
  }
  roomsOf(_username: Localpart, _service: string): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
  roomHistory(_room: StoredRoom): Promise<readonly RememberedMessage[]> {
    return Promise.resolve([]);
  }
  filesThere(files: readonly FileRef[]): Promise<readonly boolean[]> {
    return Promise.resolve(files.map(() => false));
  }
  closeSessions(): Promise<boolean> {
    return Promise.resolve(false);
  }
  closeSession(): Promise<boolean> {
    return Promise.resolve(false);
  }
  kickOccupant(): Promise<boolean> {
    return Promise.resolve(false);
  }
  changeRole(): Promise<'changed' | 'missing' | 'refused'> {
    return Promise.resolve('missing');
  }
  broadcast(): Promise<void> {
    return Promise.resolve();
  }
  send(): Promise<void> {
    return Promise.resolve();
  }
  sendToRoom(): Promise<void> {
    return Promise.resolve();
  }
  invite(): Promise<void> {
    return Promise.resolve();
  }
  usersChanged(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  rostersChanged(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  groupsChanged(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  roomsChanged(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  roomDestroyed(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  servicesChanged(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  messagesRetracted(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
  filesRemoved(): Promise<Delivery> {
    return Promise.resolve('not-attached');
  }
}
