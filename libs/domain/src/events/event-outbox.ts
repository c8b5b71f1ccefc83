import type { EventType } from './event-types.js';

/** What no change of the database tells, because it happens in the chat server alone. */
export interface NewEvent {
  readonly type: EventType;
  /** see {@link objectPath} */
  readonly object: string;
  /** who was removed, as `occupant:<bare JID>` */
  readonly removed?: readonly string[];
}

/**
 * Where events are written that the database's triggers cannot see: `session.closed`,
 * `occupant.removed`, `message.sent`, `history.purged`. All others are written by triggers.
 * Contract: extensions E8.1
 */
export abstract class EventOutbox {
  /**
   * Part of the current transaction, else stored at once. Actor, source and request are those of the
   * audit entry of the request.
   */
  abstract add(event: NewEvent): Promise<void>;
}

/** A path below the root of the API: `objectPath('sessions', 'ola', 'desk')`. */
export function objectPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** {@link objectPath} of a room, or of something in it: `roomPath('conference', 'tearoom', 'occupants', 'Bob')`. */
export function roomPath(service: string, room: string, ...segments: readonly string[]): string {
  const path = objectPath('chatrooms', room, ...segments);
  return `${path}?servicename=${encodeURIComponent(service)}`;
}
