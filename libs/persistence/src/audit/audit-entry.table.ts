import { EntitySchema } from 'typeorm';
import { code, moment, optionalText, primary, text } from '../database/columns.js';

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
  /** user names, or bare JIDs, whose rows of {@link AuditConcernTable} a trigger writes; `null`: of a former release */
  readonly concerns?: string[] | null;
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
    concerns: { ...code, nullable: true, array: true, select: false },
  },
  indices: [
    { name: 'audit_entry_occurred_at_idx', columns: ['occurredAt', 'logId'] },
    { name: 'audit_entry_username_idx', columns: ['username', 'occurredAt', 'logId'] },
    { name: 'audit_entry_subject_idx', columns: ['occurredAt', 'logId'], synchronize: false },
  ],
});

/** Whom an entry concerns: users of the domain. Found in the order of the log. */
export interface AuditConcernRow {
  readonly username: string;
  readonly occurredAt: Date;
  readonly logId: number;
}

export const AuditConcernTable = new EntitySchema<AuditConcernRow>({
  name: 'AuditConcern',
  tableName: 'audit_concern',
  columns: {
    username: primary('audit_concern_pk'),
    occurredAt: {
      ...primary('audit_concern_pk', { type: 'timestamp with time zone' }),
      name: 'occurred_at',
    },
    logId: { ...primary('audit_concern_pk', { type: 'bigint' }), name: 'log_id' },
  },
  foreignKeys: [
    {
      name: 'audit_concern_entry_fk',
      target: 'AuditEntry',
      columnNames: ['logId'],
      referencedColumnNames: ['logId'],
      onDelete: 'CASCADE',
    },
  ],
  indices: [{ name: 'audit_concern_entry_idx', columns: ['logId'] }],
});

/** What accounts were called before, as long as entries about that are kept. */
export interface AccountRenameRow {
  readonly id: number;
  readonly accountId: string;
  readonly former: string;
  readonly name: string;
  /** of the last entry that may be about the account under its former name */
  readonly logId: number;
  /** the second since which the account has had its former name */
  readonly since: Date;
  readonly renamedAt: Date;
}

export const AccountRenameTable = new EntitySchema<AccountRenameRow>({
  name: 'AccountRename',
  tableName: 'account_rename',
  columns: {
    id: {
      ...primary('account_rename_pk', { type: 'bigint' }),
      generated: 'increment',
    },
    accountId: { type: 'uuid', name: 'account_id' },
    former: code,
    name: code,
    logId: { type: 'bigint', name: 'log_id' },
    since: { type: 'timestamp with time zone' },
    renamedAt: { ...moment, name: 'renamed_at' },
  },
  indices: [
    { name: 'account_rename_name_idx', columns: ['name', 'id'] },
    { name: 'account_rename_account_idx', columns: ['accountId', 'id'] },
    { name: 'account_rename_renamed_at_idx', columns: ['renamedAt'] },
  ],
});
