import { EntitySchema } from 'typeorm';
import { code, optionalText, text } from '../database/columns.js';

export interface AuditEntryRow {
  readonly logId: number;
  readonly username: string;
  /** whole seconds, see the README */
  readonly occurredAt: Date;
  readonly summary: string;
  readonly node: string;
  readonly details: string;
  /** `account` or `label`; `null`: written by a former release */
  readonly kind?: string | null;
  /** of the account; `null`: a label, or of a former release */
  readonly accountId?: string | null;
}

export const AuditEntryTable = new EntitySchema<AuditEntryRow>({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  columns: {
    logId: {
      type: 'bigint',
      name: 'log_id',
      primary: true,
      primaryKeyConstraintName: 'audit_entry_pk',
      generated: 'increment',
    },
    username: code,
    occurredAt: { type: 'timestamp with time zone', name: 'occurred_at' },
    summary: text,
    node: text,
    details: text,
    kind: { ...optionalText, select: false },
    accountId: { type: 'uuid', name: 'account_id', nullable: true, select: false },
  },
  indices: [
    { name: 'audit_entry_occurred_at_idx', columns: ['occurredAt', 'logId'] },
    { name: 'audit_entry_username_idx', columns: ['username', 'occurredAt', 'logId'] },
  ],
});
