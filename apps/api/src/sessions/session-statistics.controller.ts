import {
  sessionCountDoc,
  sessionsHistoryDoc,
} from '@chat-admin/codecs/sessions/session-statistics.doc';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { SessionStatistics } from '@chat-admin/domain/sessions/session-statistics';
import { Controller, Get, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Queries, Replies } from '../http/endpoint.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { document } from '../http/replies.js';
import { sampledTime, SessionHistoryQuery } from './session-history.query.js';

/** Contract: core 7.2; extensions E12, X-5 */
@Controller(`${API_ROOT}/system/statistics/sessions`)
@About('server')
export class SessionStatisticsController {
  constructor(
    private readonly sessions: SessionManagement,
    private readonly statistics: SessionStatistics,
  ) {}

  @Get()
  @Operation('countSessions', 'Counts sessions, on this node and in the cluster')
  @Replies(document(sessionCountDoc))
  count() {
    return this.sessions.count();
  }

  @Get('history')
  @Operation('getSessionsHistory', 'Tells how many sessions there were in the last 30 days')
  @Replies(document(sessionsHistoryDoc))
  @Queries('from', 'to', 'step')
  async history(@Query() query: RawQuery) {
    const time = sampledTime(readQuery(SessionHistoryQuery, query));
    return this.statistics.history(time);
  }
}
