import { CHANGE_SOURCES } from '@chat-admin/domain/events/change-origin';
import { EVENT_TYPES } from '@chat-admin/domain/events/event-types';
import type { Event } from '@chat-admin/domain/events/event';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, date, doc, integer, list, listDoc, text, within } from '../wire/schema.js';

/** Contract: extensions E8.1 */
export const eventDoc = doc('event', {
  id: always(text),
  type: always(within({ enum: Object.keys(EVENT_TYPES), isTag: true }, text)),
  timestamp: always(date),
  actor: always(text),
  source: always(within({ enum: CHANGE_SOURCES }, text)),
  request: text,
  object: always(text),
  previous: text,
  changed: list('field', text),
  added: list('entry', text),
  removed: list('entry', text),
  more: integer,
} satisfies FieldsOf<
  Omit<Event, 'id' | 'more' | 'traceparent'> & { readonly id: string; readonly more: number | null }
>);

export const eventsDoc = listDoc('events', eventDoc, { member: 'events' });

/** An event as its document shows it. */
export const shownEvent = ({ id, more, traceparent: _, ...event }: Event) => ({
  ...event,
  id: String(id),
  more: more === 0 ? null : more,
});
