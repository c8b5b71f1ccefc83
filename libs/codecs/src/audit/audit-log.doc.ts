import { always, doc, integer, listDoc, seconds, text } from '../wire/schema.js';

const entryDoc = doc(
  'log',
  {
    logId: always(integer),
    username: always(text),
    timestamp: always(seconds),
    summary: always(text),
    node: always(text),
    details: always(text),
  },
  { xmlOrder: ['details', 'logId', 'node', 'summary', 'timestamp', 'username'] },
);

/** Timestamps are seconds since the epoch. */
export const auditLogDoc = listDoc('logs', entryDoc, { member: 'logs' });
