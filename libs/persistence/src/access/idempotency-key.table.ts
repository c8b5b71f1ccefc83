import { EntitySchema } from 'typeorm';
import { bytes, primary } from '../database/columns.js';

export interface IdempotencyKeyRow {
  readonly digest: Buffer;
  readonly fingerprint: Buffer;
  readonly token: string;
  readonly notedAt: Date;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly body: Buffer | null;
  readonly truncated: boolean;
  /** digest; `null`: from a time in which nothing was counted */
  readonly caller: Buffer | null;
  /** that count for it */
  readonly bytes: number;
  /** where work in pieces has got to; `null`: nowhere, or it is done */
  readonly reached: string | null;
}

export const IdempotencyKeyTable = new EntitySchema<IdempotencyKeyRow>({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  columns: {
    digest: primary('idempotency_key_pk', bytes),
    fingerprint: bytes,
    token: { type: 'uuid' },
    notedAt: { type: 'timestamp with time zone', name: 'noted_at' },
    status: { type: 'smallint', nullable: true },
    headers: { type: 'jsonb', nullable: true },
    body: { ...bytes, nullable: true },
    truncated: { type: 'boolean' },
    caller: { ...bytes, nullable: true },
    bytes: { type: 'integer', default: 0 },
    reached: { type: 'text', nullable: true },
  },
  indices: [
    { name: 'idempotency_key_noted_idx', columns: ['notedAt', 'digest'] },
    { name: 'idempotency_key_caller_idx', columns: ['caller', 'bytes'], where: 'bytes > 0' },
  ],
});
