import type { SessionSample } from '@chat-admin/domain/sessions/session-samples';
import type { FieldsOf } from '../wire/fields-of.js';
import { always, date, doc, integer, listDoc } from '../wire/schema.js';

export const sessionCountDoc = doc(
  'sessions',
  { localSessions: always(integer), clusterSessions: always(integer) },
  { xmlOrder: ['clusterSessions', 'localSessions'] },
);

const sampleDoc = doc('sample', {
  timestamp: always(date),
  sessions: always(integer),
  users: always(integer),
} satisfies FieldsOf<SessionSample>);

export const sessionsHistoryDoc = listDoc('sessionsHistory', sampleDoc, { member: 'samples' });
