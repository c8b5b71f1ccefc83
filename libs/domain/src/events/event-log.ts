import type { StoredEvent } from './event.js';
import type { EventType } from './event-types.js';

export interface EventPlace {
  /** the newest id that is no longer kept, 0 if all are */
  readonly forgotten: number;
  /** the newest id given, 0 if none is */
  readonly last: number;
}

export interface StoredEvents extends EventPlace {
  readonly events: readonly StoredEvent[];
}

export interface EventsAsked {
  /** ids above; 0: from the oldest kept */
  readonly after: number;
  /** `null`: all */
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** The events that have their ids, in the order of these. */
export abstract class EventLog {
  abstract read(asked: EventsAsked): Promise<StoredEvents>;
  /** Those of the ids that are kept. */
  abstract find(ids: readonly number[]): Promise<readonly StoredEvent[]>;
  /** Deletes the oldest, older than `days`, at most `limit`. @returns how many */
  abstract forget(days: number, limit: number): Promise<number>;
}

/** Tells an instance that there are new events. */
export abstract class EventNews {
  /** @param listener may be called without anything new. @returns what ends it */
  abstract subscribe(listener: () => void): () => void;
}
