import { EntitySchema } from 'typeorm';
import { code, moment, optionalText } from '../database/columns.js';

const time = { type: 'timestamp with time zone', precision: 3 } as const;
const optionalCode = { ...code, nullable: true } as const;

/** Contract: extensions E20 */
export interface ReportRow {
  readonly id: number;
  readonly status: string;
  readonly kind: string;
  /** one for each time that it was told */
  readonly texts: string[];
  /** of the first text */
  readonly language: string | null;
  /** as it was blocked */
  readonly accused: string;
  /** bare JID of the local account behind it; `null`: there is none, or no more */
  readonly person: string | null;
  /** `room@service` */
  readonly room: string | null;
  /** bare JID; `null`: the account is no more */
  readonly reporter: string | null;
  readonly source: string;
  readonly count: number;
  /** what the reporter agrees to */
  readonly processing: string[];
  /** messages that were named and are not there */
  readonly missing: number;
  /** newest 20 */
  readonly toldAt: Date[];
  readonly assignee: string | null;
  readonly note: string | null;
  readonly created: Date;
  readonly closed: Date | null;
  readonly closedBy: string | null;
  /** what its reporter is told, until the chat server has sent it */
  readonly reply: string | null;
}

export const ReportTable = new EntitySchema<ReportRow>({
  name: 'Report',
  tableName: 'report',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'report_pk',
      generated: 'increment',
    },
    status: { ...code, default: 'open' },
    kind: code,
    texts: { type: 'text', array: true, default: [] },
    language: optionalText,
    accused: code,
    person: optionalCode,
    room: optionalCode,
    reporter: optionalCode,
    source: code,
    count: { type: 'integer', default: 1 },
    processing: { ...code, array: true, default: [] },
    missing: { type: 'integer', default: 0 },
    toldAt: { type: 'timestamp with time zone', name: 'told_at', array: true },
    assignee: optionalText,
    note: optionalText,
    created: { ...moment, precision: 3, name: 'created_at' },
    closed: { ...time, name: 'closed_at', nullable: true },
    closedBy: { ...optionalText, name: 'closed_by' },
    reply: optionalText,
  },
  indices: [
    { name: 'report_accused_idx', columns: ['accused', 'id'] },
    { name: 'report_person_idx', columns: ['person', 'id'] },
    { name: 'report_reporter_idx', columns: ['reporter', 'id'] },
    { name: 'report_status_idx', columns: ['status', 'id'] },
    { name: 'report_closed_at_idx', columns: ['closed'] },
    { name: 'report_reply_idx', columns: ['id'], where: 'reply is not null' },
  ],
  checks: [
    {
      name: 'report_status_check',
      expression: `status in ('open', 'acting', 'acted', 'dismissed')`,
    },
  ],
});

/** A copy of a message that is evidence of a report. */
export interface ReportMessageRow {
  readonly reportId: number;
  readonly place: number;
  /** `c17` of an archive, `r17` of a room; `null`: as the reporter has handed it over */
  readonly message: string | null;
  readonly sentAt: Date | null;
  readonly sender: string;
  readonly body: string | null;
  readonly stanza: string | null;
  readonly how: string;
  /** of the stanza */
  readonly sha256: string | null;
  /** bare JID behind the sender; `null`: unknown, or the account is no more */
  readonly author: string | null;
}

const key = (name: string, type: 'bigint' | 'integer') => ({
  type,
  name,
  primary: true,
  primaryKeyConstraintName: 'report_message_pk',
});

export const ReportMessageTable = new EntitySchema<ReportMessageRow>({
  name: 'ReportMessage',
  tableName: 'report_message',
  columns: {
    reportId: key('report_id', 'bigint'),
    place: key('place', 'integer'),
    message: optionalCode,
    sentAt: { ...time, name: 'sent_at', nullable: true },
    sender: code,
    body: optionalText,
    stanza: optionalText,
    how: code,
    sha256: optionalCode,
    author: optionalCode,
  },
  indices: [{ name: 'report_message_author_idx', columns: ['author'] }],
  foreignKeys: [
    {
      name: 'report_message_report_fk',
      target: 'Report',
      columnNames: ['report_id'],
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
    },
  ],
});
