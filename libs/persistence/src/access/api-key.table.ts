import type { Scope } from '@chat-admin/domain/shared/scopes';
import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { bytes, code, primary, text } from '../database/columns.js';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly allowedAddresses: string[];
  readonly rateLimit: number;
  readonly created: Date;
  readonly createdBy: string;
  readonly expires: Date | null;
  readonly digest: Buffer;
  readonly previousDigest: Buffer | null;
  readonly previousUntil: Date | null;
  readonly lastUsed: Date | null;
  readonly lastAddress: string | null;
}

const texts = { ...code, array: true } satisfies EntitySchemaColumnOptions;
const time = (name: string, nullable = true): EntitySchemaColumnOptions => ({
  type: 'timestamp with time zone',
  name,
  nullable,
});

export const ApiKeyTable = new EntitySchema<ApiKeyRow>({
  name: 'ApiKey',
  tableName: 'api_key',
  columns: {
    id: primary('api_key_pk'),
    name: code,
    scopes: texts,
    allowedAddresses: { ...texts, name: 'allowed_addresses' },
    rateLimit: { type: 'integer', name: 'rate_limit' },
    created: time('created_at', false),
    createdBy: { ...text, name: 'created_by' },
    expires: time('expires_at'),
    digest: bytes,
    previousDigest: { ...bytes, name: 'previous_digest', nullable: true },
    previousUntil: time('previous_until'),
    lastUsed: time('last_used'),
    lastAddress: { ...text, name: 'last_address', nullable: true },
  },
  uniques: [{ name: 'api_key_name_key', columns: ['name'] }],
});
