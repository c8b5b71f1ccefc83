import { EntitySchema } from 'typeorm';
import { code, flag, optionalText, primary } from '../database/columns.js';

/** Contract: extensions E22 */
export interface AuditSealRow {
  readonly number: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly entries: number;
  /** whole seconds */
  readonly sealedAt: Date;
  readonly digest: string;
  readonly hash: string;
  /** `null`: no anchor */
  readonly anchoredAt: Date | null;
  /** base64, of the anchor; `null`: there is no anchor, or was no key */
  readonly signature: string | null;
}

const time = { type: 'timestamp with time zone' } as const;

export const AuditSealTable = new EntitySchema<AuditSealRow>({
  name: 'AuditSeal',
  tableName: 'audit_seal',
  columns: {
    number: primary('audit_seal_pk', { type: 'bigint' }),
    firstId: { name: 'first_id', type: 'bigint' },
    lastId: { name: 'last_id', type: 'bigint' },
    entries: { type: 'integer' },
    sealedAt: { ...time, name: 'sealed_at' },
    digest: code,
    hash: code,
    anchoredAt: { ...time, name: 'anchored_at', nullable: true },
    signature: optionalText,
  },
  indices: [
    { name: 'audit_seal_anchored_idx', columns: ['number'], where: 'anchored_at is not null' },
  ],
});

/** One row: the last seal that retention has removed, on which the oldest seal is built. */
export interface AuditBaseRow {
  readonly single: boolean;
  readonly number: number;
  readonly lastId: number;
  readonly hash: string;
}

export const AuditBaseTable = new EntitySchema<AuditBaseRow>({
  name: 'AuditBase',
  tableName: 'audit_base',
  columns: {
    single: { ...flag, ...primary('audit_base_pk', flag), default: true },
    number: { type: 'bigint', default: 0 },
    lastId: { name: 'last_id', type: 'bigint', default: 0 },
    hash: { ...code, default: '0'.repeat(64) },
  },
  checks: [{ name: 'audit_base_single_check', expression: 'single' }],
});
