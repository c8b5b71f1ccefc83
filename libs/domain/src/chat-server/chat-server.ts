import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { LiveOccupant, RoomInvitation } from './live-room.js';
import type { LiveSession } from './live-session.js';

export interface RoomRef {
  readonly service: string;
  readonly room: string;
}

export interface ChangedRoom extends RoomRef {
  /** the version that the room has now, or has passed; absent: unknown */
  readonly version?: number;
}

export type UserEvent = 'created' | 'password' | 'locked' | 'unlocked' | 'deleted' | 'vcard';

/**
 * What became of a notice: `deferred` means that the chat server was out of reach and will catch up
 * from the database; `not-attached` that there is none.
 */
export type Delivery = 'applied' | 'deferred' | 'not-attached';

export type ListenerKind = 'c2s' | 's2s' | 'bosh' | 'component';

/** A place where the chat server is meant to accept connections. */
export interface LiveListener {
  readonly kind: ListenerKind;
  /** encrypted from the first byte (direct TLS, HTTPS) */
  readonly encrypted: boolean;
  readonly accepting: boolean;
}

/** The chat server cannot be reached; nothing was done. */
export class ChatServerAway extends DomainError {
  constructor() {
    super('chat-server-away', 'The chat server cannot be reached', null);
  }
}

/** No XMPP client can have this address, whatever the database holds. Contract: extensions E10, I-8 */
export class UnusableAddress extends InvalidArgument {
  constructor(value: string) {
    super(`Unable to parse value as jid: ${value}`, value);
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
  /** Whether one is attached, and whether a connection was tried since the start. */
  abstract get attachment(): 'none' | 'connecting' | 'tried';
  /** id of the chat server node that this instance talks to */
  abstract get nodeId(): string;

  /** Authenticated client sessions on all nodes, of one user or of everybody. */
  abstract sessions(username: Localpart | null): Promise<readonly LiveSession[]>;
  /** Authenticated client sessions on the node that this instance talks to. */
  abstract localSessionCount(): Promise<number>;
  abstract listeners(): Promise<readonly LiveListener[]>;
  /** Everybody in the room, in the order of joining, one entry per connected resource. */
  abstract occupants(room: RoomRef): Promise<readonly LiveOccupant[]>;

  /** Closes every session of the user, available or not. */
  abstract closeSessions(username: Localpart): Promise<void>;
  /** Sends a headline message from the domain to every client session on all nodes. */
  abstract broadcast(body: string): Promise<void>;
  /** Sends the invitations in the name of the room; nobody needs to be online or to exist. */
  abstract invite(room: RoomRef, invitations: readonly RoomInvitation[]): Promise<void>;

  abstract usersChanged(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery>;
  /** Rosters of these owners have other items than before. */
  abstract rostersChanged(owners: readonly Localpart[]): Promise<Delivery>;
  /** Flags or people of these groups have changed, or a group is gone. */
  abstract groupsChanged(names: readonly string[]): Promise<Delivery>;
  /**
   * Rooms are new, or have other options or affiliations than before. What their occupants see of it
   * is decided by the chat server. Contract: muc-and-legacy 10.2, 10.4
   */
  abstract roomsChanged(rooms: readonly ChangedRoom[]): Promise<Delivery>;
  /** The room is gone; everybody in it has to leave. Contract: muc-and-legacy 10.3 */
  abstract roomDestroyed(room: RoomRef): Promise<Delivery>;
  /** There is a new chat service. */
  abstract servicesChanged(): Promise<Delivery>;
}

/** No chat server is attached: everything lasting works, nobody is online. */
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
  closeSessions(): Promise<void> {
    return Promise.resolve();
  }
  broadcast(): Promise<void> {
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
}
