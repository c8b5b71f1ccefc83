import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Report = components['schemas']['Report'];
export type FullReport = components['schemas']['FullReport'];
export type Evidence = NonNullable<FullReport['evidence']>[number];

export const STATUSES = ['open', 'acting', 'acted', 'dismissed'] as const;
export const KINDS = ['spam', 'abuse', 'other'] as const;
export const OUTCOMES = ['acted', 'dismissed'] as const;
const SOURCES = ['blocking', 'message', 'api'] as const;

/** Every member of a report. */
export const reportFields = fieldTable('reports').of<Report>({
  id: { kind: 'text', column: 'shown', width: 90 },
  status: { kind: 'choice', column: 'shown', width: 150, choices: STATUSES },
  kind: { kind: 'choice', column: 'shown', width: 110, choices: KINDS },
  accused: { kind: 'text', column: 'shown' },
  text: { kind: 'text', column: 'shown' },
  reporter: { kind: 'text', column: 'shown' },
  created: { kind: 'time', column: 'shown', width: 140 },
  room: { kind: 'text', column: 'hidden' },
  assignee: { kind: 'text', group: 'handling', column: 'hidden', width: 160, max: 255 },
  note: { kind: 'multiline', group: 'handling', column: 'hidden', max: 2_000 },
  count: { kind: 'number', column: 'hidden', width: 110 },
  source: { kind: 'choice', column: 'hidden', width: 150, choices: SOURCES },
  closed: { kind: 'time', column: 'hidden', width: 140 },
  closedBy: { kind: 'text', column: 'hidden', width: 160 },
  person: { kind: 'text', column: 'hidden' },
  missing: { kind: 'number', column: 'hidden', width: 110 },
  language: null,
  processing: null,
});
