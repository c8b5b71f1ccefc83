import type { AuditRow } from '../rows.js';
import { moved } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cleanText, dateOf } from './values.js';

export interface MovedAuditEntry {
  /** milliseconds and id of the source, by which entries are in order */
  readonly stamp: number;
  readonly id: number;
  readonly username: string;
  /** whole seconds */
  readonly occurredAt: Date;
  readonly summary: string;
  readonly node: string;
  readonly details: string;
}

/** Moving in: 4 */
export function movedAuditEntry(row: AuditRow): Outcome<MovedAuditEntry> {
  const notes: Note[] = [];
  const text = (field: 'username' | 'summary' | 'node' | 'details') =>
    cleanText(row[field] ?? '', notes, field);
  const stamp = dateOf(row.entryStamp, notes, 'entryStamp').getTime();
  return moved(
    {
      stamp,
      id: Number(/^\d{1,15}$/.test(row.msgID) ? row.msgID : 0),
      username: text('username'),
      occurredAt: new Date(Math.floor(stamp / 1000) * 1000),
      summary: text('summary'),
      node: text('node'),
      details: text('details'),
    },
    notes,
  );
}
