import type { Localpart } from '../shared/jid.js';

export interface RoomRef {
  readonly service: string;
  readonly room: string;
}

export type UserEvent = 'created' | 'password' | 'locked' | 'unlocked' | 'deleted' | 'vcard';

/**
 * What became of a notice: `deferred` means that the chat server was out of reach and will catch up
 * from the database; `not-attached` that there is none.
 */
export type Delivery = 'applied' | 'deferred' | 'not-attached';

/**
 * The chat server that holds the live side: sessions, presence, room occupants. It reads everything
 * lasting from the database, so the methods here only tell it, after the commit, what has changed.
 * Notices never throw and never undo a change. Contract: core 1.12
 */
export abstract class ChatServer {
  abstract usersChanged(usernames: readonly Localpart[], event: UserEvent): Promise<Delivery>;
  /** Rosters of these owners have other items than before. */
  abstract rostersChanged(owners: readonly Localpart[]): Promise<Delivery>;
  /** Flags or people of these groups have changed, or a group is gone. */
  abstract groupsChanged(names: readonly string[]): Promise<Delivery>;
  abstract roomsChanged(rooms: readonly RoomRef[]): Promise<Delivery>;
}

/** No chat server is attached: everything lasting works, nobody is online. */
export class NoChatServer extends ChatServer {
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
}
