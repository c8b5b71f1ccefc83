import { auditLogDoc } from '@chat-admin/codecs/audit/audit-log.doc';
import { AuditSearch, SEARCHED_DETAILS } from '@chat-admin/domain/audit/audit-search';
import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Queries, Refuses, Replies } from '../http/endpoint.js';
import { nextLink, writeCursor } from '../http/cursor.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { linked } from '../http/replies.js';
import { auditFilter, AuditLogQuery, digestOf, readPosition } from './audit-log.query.js';

const PARAMETERS = [
  ...[
    'username',
    'concerns',
    'changes',
    'startTime',
    'endTime',
    'offset',
    'auditLimit',
    'auditAfter',
  ],
  ...SEARCHED_DETAILS,
];

/** Contract: core 8.3, extensions E1.2 */
@Controller(`${API_ROOT}/logs/security`)
@About('audit')
export class AuditLogController {
  constructor(
    private readonly audit: AuditSearch,
    private readonly domain: ServiceDomain,
  ) {}

  @Get()
  @Operation('listAuditEntries', 'Lists entries of the security audit log, newest first')
  @Refuses('audit-write-only')
  @Queries(...PARAMETERS)
  @Replies(linked(auditLogDoc))
  async search(@Query() query: RawQuery, @Req() request: FastifyRequest) {
    const { path } = request.wire;
    const filter = auditFilter(readQuery(AuditLogQuery, query), query, this.domain);
    const digest = digestOf(path, filter);
    const after = readPosition(query, digest, filter.offset);
    if (!query['limit'] && after === null) {
      return { batches: inSeconds(this.audit.search({ ...filter, after })), headers: {} };
    }
    const { batches, next } = await this.audit.page({ ...filter, after });
    const cursor = next && writeCursor(next, digest);
    const headers: Record<string, string> =
      cursor === null ? {} : { Link: nextLink(path, request.originalUrl, cursor) };
    return { batches: inSeconds(batches), headers };
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
