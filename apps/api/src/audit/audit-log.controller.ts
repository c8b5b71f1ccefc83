import { auditLogDoc } from '@chat-admin/codecs/audit/audit-log.doc';
import { AuditSearch } from '@chat-admin/domain/audit/audit-search';
import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import { Controller, Get, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Queries, Replies } from '../http/endpoint.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { streamed } from '../http/replies.js';
import { auditFilter, AuditLogQuery } from './audit-log.query.js';

/** Contract: core 8.3 */
@Controller(`${API_ROOT}/logs/security`)
@About('audit')
export class AuditLogController {
  constructor(private readonly audit: AuditSearch) {}

  @Get()
  @Operation('listAuditEntries', 'Lists entries of the security audit log, newest first')
  @Queries('username', 'startTime', 'endTime', 'offset', 'limit')
  @Replies(streamed(auditLogDoc))
  search(@Query() query: RawQuery) {
    const filter = auditFilter(readQuery(AuditLogQuery, query), query['username']);
    return { batches: inSeconds(this.audit.search(filter)) };
  }
}

async function* inSeconds(batches: AsyncIterable<readonly LoggedEntry[]>) {
  for await (const batch of batches) {
    yield batch.map((entry) => ({
      ...entry,
      timestamp: Math.floor(entry.timestamp.getTime() / 1000),
    }));
  }
}
