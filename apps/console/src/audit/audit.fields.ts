import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type AuditEntry = components['schemas']['Log'];

/** Every member of an entry. Its time is in seconds, so that it is shown by cells of its own. */
export const auditFields = fieldTable('audit').of<AuditEntry>({
  timestamp: { kind: 'time', column: 'shown', width: 200 },
  username: { kind: 'text', column: 'shown', width: 200 },
  summary: { kind: 'text', column: 'shown' },
  details: { kind: 'text', column: 'shown' },
  node: { kind: 'text', column: 'hidden', width: 160 },
  logId: null,
});
