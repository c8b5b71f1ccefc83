import type { AuditReader } from '@chat-admin/domain/audit/audit-search';
import type { AuditLog } from '@chat-admin/domain/audit/audit-trail';
import { AuditExport } from '@chat-admin/persistence/audit/audit-export';
import { AuditProof } from '@chat-admin/persistence/audit/audit-proof';
import { PostgresAuditLog } from '@chat-admin/persistence/audit/postgres-audit-log';
import { PostgresAuditSeals } from '@chat-admin/persistence/audit/postgres-audit-seals';
import { TypeormAuditReader } from '@chat-admin/persistence/audit/typeorm-audit-reader';
import type { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import type { RowStreams } from '@chat-admin/persistence/database/row-streams';

/** Nobody waits for seals. */
const SETTLING_MS = 250;

export interface AuditParts {
  readonly auditLog: AuditLog;
  readonly auditReader: AuditReader;
  readonly auditExport: AuditExport;
  readonly auditSeals: PostgresAuditSeals;
  readonly auditProof: AuditProof;
}

export function openAudit(db: CurrentTransaction, streams: RowStreams): AuditParts {
  return {
    auditLog: new PostgresAuditLog(db),
    auditReader: new TypeormAuditReader(db, streams),
    auditExport: new AuditExport(db),
    auditSeals: new PostgresAuditSeals(db, new AuditExport(db, SETTLING_MS)),
    auditProof: new AuditProof(db.dataSource),
  };
}
