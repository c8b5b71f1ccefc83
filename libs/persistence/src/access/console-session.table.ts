import type { Scope } from '@chat-admin/domain/shared/scopes';
import { EntitySchema } from 'typeorm';
import { bytes, code, primary, text } from '../database/columns.js';

export interface ConsoleSessionRow {
  readonly digest: Buffer;
  readonly principalId: string;
  readonly principalName: string;
  readonly kind: 'login' | 'secret' | 'key' | 'token';
  /** of whom or of which key; `null` for others */
  readonly subject: string | null;
  readonly proof: Buffer | null;
  readonly scopes: Scope[] | null;
  readonly expires: Date | null;
  readonly created: Date;
  readonly lastUsed: Date;
  /** what the issuer calls its own session; `null`: it does not say, or there is none */
  readonly issuerSession: string | null;
  /** the ID token, under a key that only the cookie gives */
  readonly sealed: Buffer | null;
}

const time = { type: 'timestamp with time zone' } as const;

export const ConsoleSessionTable = new EntitySchema<ConsoleSessionRow>({
  name: 'ConsoleSession',
  tableName: 'console_session',
  columns: {
    digest: primary('console_session_pk', bytes),
    principalId: { ...code, name: 'principal_id' },
    principalName: { ...text, name: 'principal_name' },
    kind: code,
    subject: { ...code, nullable: true },
    proof: { ...bytes, nullable: true },
    scopes: { ...code, array: true, nullable: true },
    expires: { ...time, name: 'expires_at', nullable: true },
    created: { ...time, name: 'created_at' },
    lastUsed: { ...time, name: 'last_used' },
    issuerSession: { ...code, name: 'issuer_session', nullable: true },
    sealed: { ...bytes, nullable: true },
  },
  indices: [
    {
      name: 'console_session_principal_idx',
      columns: ['principalId', 'created', 'digest'],
    },
    { name: 'console_session_used_idx', columns: ['lastUsed', 'digest'] },
    {
      name: 'console_session_issuer_idx',
      columns: ['issuerSession'],
      where: 'issuer_session is not null',
    },
  ],
});
