import {
  EVIDENCE_WAYS,
  MOST_ASSIGNEE_CHARACTERS,
  MOST_NOTE_CHARACTERS,
  MOST_TEXT_CHARACTERS,
  REPORT_KINDS,
  REPORT_SOURCES,
  REPORT_STATUSES,
} from '@chat-admin/domain/reports/report';
import {
  LEFT_ROOMS,
  MEASURE_OUTCOMES,
  MEASURES,
  RETRACTED_MESSAGES,
} from '@chat-admin/domain/reports/measures';
import type { MeasuredPart, MeasuresDraft } from '@chat-admin/domain/reports/measures';
import type { Evidence, FullReport, Report } from '@chat-admin/domain/reports/report';
import { MAX_REASON_LENGTH } from '@chat-admin/domain/users/lockout';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  boolean,
  date,
  doc,
  integer,
  list,
  listDoc,
  needed,
  sentDate,
  text,
  within,
} from '../wire/schema.js';

const handling = {
  status: always(within({ enum: REPORT_STATUSES }, text)),
  assignee: within({ maxLength: MOST_ASSIGNEE_CHARACTERS }, text),
  note: within({ maxLength: MOST_NOTE_CHARACTERS }, text),
};
const kind = within({ enum: REPORT_KINDS }, text);
const said = within({ maxLength: MOST_TEXT_CHARACTERS }, text);

/** Contract: extensions E20 */
export const reportDoc = doc('report', {
  id: always(text),
  status: handling.status,
  kind: always(kind),
  text,
  language: text,
  accused: always(text),
  person: text,
  room: text,
  reporter: text,
  source: always(within({ enum: REPORT_SOURCES, title: 'ReportSource' }, text)),
  count: always(integer),
  missing: always(integer),
  processing: list('option', text),
  assignee: handling.assignee,
  note: handling.note,
  created: always(date),
  closed: date,
  closedBy: text,
} satisfies FieldsOf<Report>);

export const reportsDoc = listDoc('reports', reportDoc, { member: 'reports' });

export const evidenceDoc = doc('message', {
  id: text,
  time: date,
  from: always(text),
  body: text,
  stanza: text,
  how: always(within({ enum: EVIDENCE_WAYS }, text)),
  sha256: text,
} satisfies FieldsOf<Evidence>);

/** A report with copies of messages. */
export const fullReportDoc = doc('report', {
  ...reportDoc.fields,
  evidence: list('message', evidenceDoc),
} satisfies FieldsOf<FullReport>);

/** What a moderator makes of what they have seen. */
export const reportDraftDoc = doc(
  'report',
  {
    accused: always(needed(['POST'], within({ format: 'jid' }, text))),
    kind,
    text: said,
    messages: list('id', within({ pattern: '^r[1-9]\\d{0,17}$' }, text)),
  },
  { unread: fullReportDoc.fields },
);

/** What may be changed of a report. */
export const reportPatchDoc = doc('report', { ...handling, notify: boolean });

const status = within({ enum: REPORT_STATUSES }, text);

/** All that is to be done about a report at once. */
export const measuresDoc = doc('measures', {
  lock: boolean,
  until: sentDate,
  reason: within({ maxLength: MAX_REASON_LENGTH }, text),
  retract: within({ enum: RETRACTED_MESSAGES }, text),
  ban: boolean,
  rooms: within({ enum: LEFT_ROOMS }, text),
  sessions: boolean,
  status,
  assignee: handling.assignee,
  note: handling.note,
  notify: boolean,
} satisfies FieldsOf<MeasuresDraft>);

/** What has become of each, in their order. */
export const measuresResultDoc = listDoc(
  'measuresResult',
  doc('part', {
    name: always(within({ enum: MEASURES, title: 'Measure' }, text)),
    outcome: always(within({ enum: MEASURE_OUTCOMES, title: 'MeasureOutcome' }, text)),
    count: integer,
  } satisfies FieldsOf<MeasuredPart>),
  { member: 'parts' },
);
