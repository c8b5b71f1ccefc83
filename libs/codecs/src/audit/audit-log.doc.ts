import { doc, integer, listDoc, text } from '../wire/schema.js';

const entryDoc = doc(
  'log',
  {
    logId: integer,
    username: text,
    timestamp: integer,
    summary: text,
    node: text,
    details: text,
  },
  { xmlOrder: ['details', 'logId', 'node', 'summary', 'timestamp', 'username'] },
);

/** Timestamps are seconds since the epoch. */
export const auditLogDoc = listDoc('logs', entryDoc, { member: 'logs' });
