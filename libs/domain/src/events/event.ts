import type { ChangeSource } from './change-origin.js';
import type { EventType } from './event-types.js';

/** A committed change. Contract: extensions E8.1 */
export interface Event {
  /** ascending; who has seen one never meets a lower one that is new */
  readonly id: number;
  readonly type: EventType;
  readonly timestamp: Date;
  readonly actor: string;
  readonly source: ChangeSource;
  /** id of the request; `null` without one */
  readonly request: string | null;
  /** path below the root of the API */
  readonly object: string;
  /** the path before a rename */
  readonly previous: string | null;
  /** names of changed fields, as in documents */
  readonly changed: readonly string[];
  /** people of groups and affiliations, as `member:ola@example.org`; at most 100 with `removed` */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** how many more were added or removed */
  readonly more: number;
  /** of the trace that the change belongs to; no member of documents */
  readonly traceparent: string | null;
}

/** What documents call that which is kept of events. */
export interface EventNames {
  /** names and order of the fields that are kept in columns */
  fieldsOf(type: EventType, columns: readonly string[]): readonly string[];
  groupJid(name: string): string;
}

/** What is kept of an event: names of columns, and groups by name. */
export interface StoredEvent extends Omit<Event, 'changed'> {
  readonly columns: readonly string[];
}
