import type { OnceKind } from '@chat-admin/domain/access/used-once';
import { EntitySchema } from 'typeorm';
import { bytes, primary } from '../database/columns.js';

export interface UsedOnceRow {
  readonly kind: OnceKind;
  readonly digest: Buffer;
  readonly until: Date;
}

export const UsedOnceTable = new EntitySchema<UsedOnceRow>({
  name: 'UsedOnce',
  tableName: 'used_once',
  columns: {
    kind: primary('used_once_pk'),
    digest: primary('used_once_pk', bytes),
    until: { type: 'timestamp with time zone' },
  },
  indices: [{ name: 'used_once_until_idx', columns: ['until'] }],
});
