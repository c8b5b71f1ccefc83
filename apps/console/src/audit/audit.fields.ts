import type { components } from '@chat-admin/client';
import type { Folded } from '../shared/audit/folded';
import { fieldTable } from '../shared/fields/field-table';

export type AuditEntry = components['schemas']['Log'];

/** A row of the list: an entry, and older ones of the same job. */
export type AuditRow = Folded<AuditEntry>;

/** Every member of an entry. Its time is in seconds, so that it is shown by cells of its own. */
export const auditFields = fieldTable('audit').of<AuditRow>({
  timestamp: { kind: 'time', column: 'shown', width: 200 },
  summary: { kind: 'text', column: 'shown' },
  username: { kind: 'text', column: 'hidden', width: 200 },
  details: { kind: 'text', column: 'hidden' },
  node: { kind: 'text', column: 'hidden', width: 160 },
  logId: null,
  others: null,
});
