import type { ServiceDomain } from '../../shared/service-domain.js';
import type { RoomAddress } from '../rooms/room-directory.js';

/** A message of the room's conversation; other stanzas are excluded. */
export interface LoggedMessage {
  readonly nickname: string;
  /** full real JID; `null` if it was not stored */
  readonly sender: string | null;
  /** whether everybody in the room could see the sender then */
  readonly senderShown: boolean;
  readonly body: string;
  readonly sentAt: Date;
}

/** Both bounds are exclusive. */
export interface HistoryRange {
  readonly before: Date | null;
  readonly after: Date | null;
  readonly limit: number;
}

/** What is needed to present the conversation of a room. */
export interface HistoryRoom {
  readonly id: number;
  readonly canAnyoneDiscoverJid: boolean;
  /** default number of messages to return */
  readonly maxNumber: number;
}

export abstract class RoomHistory {
  abstract room(address: RoomAddress): Promise<HistoryRoom | null>;
  /**
   * Ascending by time, in batches fetched while they are consumed: the first messages of the range
   * if only its start is unbounded, else the last ones.
   */
  abstract messages(roomId: number, range: HistoryRange): AsyncIterable<readonly LoggedMessage[]>;
  /** Only inside a transaction. @param id as received @returns whether the room had the message */
  abstract remove(roomId: number, id: string): Promise<boolean>;
  /**
   * Deletes at most `limit` messages older than `days` days, the oldest first, whichever their rooms; none while another
   * instance does so. @returns how many went
   */
  abstract forget(days: number, limit: number): Promise<number>;
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

export function shownMessage(
  { canAnyoneDiscoverJid }: HistoryRoom,
  roomJid: string,
  { nickname, sender, senderShown, body, sentAt }: LoggedMessage,
): ShownMessage {
  const from = `${roomJid}/${nickname}`;
  return {
    to: roomJid,
    from,
    type: 'groupchat',
    body,
    delayStamp: sentAt.toISOString(),
    // what was said anonymously stays so when the room is opened
    delayFrom: canAnyoneDiscoverJid && senderShown ? (sender ?? from) : from,
  };
}

/** `room@service.domain` */
export function jidOfRoom({ service, name }: RoomAddress, domain: ServiceDomain): string {
  return `${name}@${service}.${domain.name}`;
}
