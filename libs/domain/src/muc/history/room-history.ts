import type { RememberedMessage } from '../../chat-server/live-room.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { BareJid } from '../../shared/jid.js';
import type { RoomAddress } from '../rooms/room-directory.js';

/** A message of the room's conversation; other stanzas are excluded. */
export interface LoggedMessage extends RememberedMessage, Tombstone {
  readonly id: string;
}

/** Of a message that was taken back, where these are wanted. Contract: extensions E19 */
export interface Tombstone {
  readonly retracted?: Date | null;
  readonly retractedBy?: string | null;
  readonly reason?: string | null;
}

/** A message, or the moment at which messages would have been sent: then `id` is `null`. */
export interface HistoryBound {
  readonly at: Date;
  readonly id: string | null;
}

/** Both bounds are exclusive. */
export interface HistoryRange {
  readonly before: HistoryBound | null;
  readonly after: HistoryBound | null;
  readonly limit: number;
  /** messages that are left out at the side where the range begins */
  readonly skip?: number;
}

/** Which messages are wanted; `null`: whichever. */
export interface HistoryFilter {
  /** in the body, ignoring case; not short */
  readonly search: string | null;
  readonly sender: BareJid | null;
  /** also those that were taken back, without their words */
  readonly withRetracted?: true;
}

/** What has become of messages that were to be taken back. */
export interface RetractionResult {
  readonly retracted: number;
  /** they were taken back before */
  readonly unchanged: number;
  readonly missing: number;
}

/** Messages of a room: by their ids, as received, or the newest of one sender. */
export type RetractedMessages =
  | { readonly ids: readonly string[] }
  | { readonly sender: BareJid; readonly from: Date | null; readonly limit: number };

export const ANY_MESSAGE: HistoryFilter = { search: null, sender: null };

/** What is needed to present the conversation of a room. */
export interface HistoryRoom {
  readonly id: number;
  readonly canAnyoneDiscoverJid: boolean;
  readonly isLogged: boolean;
  /** whether anything of it is stored */
  readonly isStored: boolean;
  /** default number of messages to return */
  readonly maxNumber: number;
}

export abstract class RoomHistory {
  abstract room(address: RoomAddress): Promise<HistoryRoom | null>;
  /**
   * Ascending by time, in batches fetched while they are consumed: the first messages of the range
   * if only its start is unbounded, else the last ones.
   */
  abstract messages(
    roomId: number,
    range: HistoryRange,
    filter: HistoryFilter,
  ): AsyncIterable<readonly LoggedMessage[]>;
  /** As {@link messages}, at once. @throws ListTooSlow */
  abstract page(
    roomId: number,
    range: HistoryRange,
    filter: HistoryFilter,
  ): Promise<readonly LoggedMessage[]>;
  /** Whether an index can find the text. Contract: extensions E1.1 "Short search texts" */
  abstract canFind(text: string): Promise<boolean>;
  /** Only inside a transaction. @param id as received @returns whether the room had the message */
  abstract remove(roomId: number, id: string): Promise<boolean>;
  /**
   * Only inside a transaction. Makes messages of a room tombstones, with announcements, by who makes the change.
   * Contract: extensions E19
   */
  abstract retract(
    roomId: number,
    which: RetractedMessages,
    reason: string | null,
  ): Promise<RetractionResult>;
  /**
   * Only inside a transaction. What a person has said, in whichever room, stays as said by nobody who is known: without
   * sender, under a random nickname, which is the same for all of it in a room. Moving in: 10
   * @returns how many messages
   */
  abstract anonymise(sender: BareJid): Promise<number>;
  /** Only inside a transaction. Removes what a person has said, in whichever room. @returns how many messages */
  abstract removeOf(sender: BareJid): Promise<number>;
  /** Only inside a transaction. Deletes at most `limit` messages of a room before a moment, the oldest first. @returns how many went */
  abstract purge(roomId: number, before: Date, limit: number): Promise<number>;
  /** How many there are before a moment, at most `limit`. */
  abstract countBefore(roomId: number, before: Date, limit: number): Promise<number>;
  /**
   * Deletes at most `limit` messages older than `days` days, the oldest first, whichever their rooms; none while another
   * instance does so. @returns how many went
   */
  abstract forget(days: number, limit: number): Promise<number>;
  /** As {@link forget}, of what messages said that were taken back. Contract: extensions E19 */
  abstract forgetOriginals(days: number, limit: number): Promise<number>;
}

/** Contract: muc-and-legacy 8.3 */
export interface ShownMessage {
  readonly to: string;
  readonly from: string;
  readonly type: 'groupchat';
  readonly body: string;
  readonly delayStamp: string;
  readonly delayFrom: string;
}

/** With what is shown to those who ask. */
export interface FoundMessage extends ShownMessage, Tombstone {
  /** `null`: it is only remembered */
  readonly id: string | null;
}

export function shownMessage(
  { canAnyoneDiscoverJid }: HistoryRoom,
  roomJid: string,
  message: RememberedMessage & Tombstone & { readonly id: string | null },
): FoundMessage {
  const { id, nickname, sender, senderShown, body, sentAt } = message;
  const { retracted = null, retractedBy = null, reason = null } = message;
  const from = `${roomJid}/${nickname}`;
  return {
    id,
    to: roomJid,
    from,
    type: 'groupchat',
    body,
    delayStamp: sentAt.toISOString(),
    // what was said anonymously stays so when the room is opened
    delayFrom: canAnyoneDiscoverJid && senderShown ? (sender ?? from) : from,
    ...(retracted !== null && { retracted, retractedBy, reason }),
  };
}

/** `room@service.domain` */
export function jidOfRoom({ service, name }: RoomAddress, domain: ServiceDomain): string {
  return `${name}@${service}.${domain.name}`;
}
