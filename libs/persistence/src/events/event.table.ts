import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { code, flag, moment, optionalText, primary, text } from '../database/columns.js';

const texts = { ...text, array: true } satisfies EntitySchemaColumnOptions;
const time = { type: 'timestamp with time zone' } satisfies EntitySchemaColumnOptions;

/** What triggers and functions write of an event (`sql/events`). */
interface EventFacts {
  readonly type: string;
  readonly occurredAt: Date;
  readonly object: string;
  readonly previous: string | null;
  /** names of changed columns */
  readonly columns: readonly string[];
  /** as in documents, but a group is a tab and its name */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly more: number;
}

export interface EventOutboxRow extends EventFacts {
  readonly seq: number;
  /** the transaction of the change */
  readonly xid: number;
  readonly origin: object;
}

/** Events of changes, which may not be committed yet. */
export const EventOutboxTable = new EntitySchema<EventOutboxRow>({
  name: 'EventOutbox',
  tableName: 'event_outbox',
  columns: {
    seq: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'event_outbox_pk',
      generated: 'increment',
    },
    xid: { type: 'bigint', default: () => 'txid_current()' },
    type: text,
    occurredAt: { ...moment, name: 'occurred_at' },
    object: code,
    previous: optionalText,
    columns: { ...texts, default: [] },
    added: { ...texts, default: [] },
    removed: { ...texts, default: [] },
    more: { type: 'integer', default: 0 },
    origin: { type: 'jsonb' },
  },
});

export interface EventRow extends EventFacts {
  readonly id: number;
  readonly actor: string;
  readonly source: string;
  readonly request: string | null;
  readonly traceparent: string | null;
}

/** Events with their ids, in the order in which everybody sees them. */
export const EventTable = new EntitySchema<EventRow>({
  name: 'Event',
  tableName: 'event',
  columns: {
    id: primary('event_pk', { type: 'bigint' }),
    type: code,
    occurredAt: { ...time, name: 'occurred_at' },
    actor: text,
    source: text,
    request: optionalText,
    object: text,
    previous: optionalText,
    columns: texts,
    added: texts,
    removed: texts,
    more: { type: 'integer' },
    traceparent: optionalText,
  },
  indices: [{ name: 'event_type_idx', columns: ['type', 'id'] }],
});

export interface EventStateRow {
  readonly single: boolean;
  /** the newest id given */
  readonly lastId: number;
}

/** One row. */
export const EventStateTable = new EntitySchema<EventStateRow>({
  name: 'EventState',
  tableName: 'event_state',
  columns: {
    single: { ...flag, ...primary('event_state_pk', flag), default: true },
    lastId: { name: 'last_id', type: 'bigint', default: 0 },
  },
  checks: [{ name: 'event_state_single_check', expression: 'single' }],
});
