import type { Scope } from '@chat-admin/domain/shared/scopes';
import { EntitySchema } from 'typeorm';
import { code, primary } from '../database/columns.js';

export interface IssuerSubjectRow {
  readonly principalId: string;
  readonly scopes: Scope[];
  /** when the token was made that has named these scopes */
  readonly madeAt: Date;
  /** when the last token came */
  readonly seenAt: Date;
}

export const IssuerSubjectTable = new EntitySchema<IssuerSubjectRow>({
  name: 'IssuerSubject',
  tableName: 'issuer_subject',
  columns: {
    principalId: { ...primary('issuer_subject_pk'), name: 'principal_id' },
    scopes: { ...code, array: true },
    madeAt: { type: 'timestamp with time zone', name: 'made_at' },
    seenAt: { type: 'timestamp with time zone', name: 'seen_at' },
  },
});
