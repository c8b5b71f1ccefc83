import { overviewDoc } from '@chat-admin/codecs/overview/overview.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { OVERVIEW_PARTS } from '@chat-admin/domain/overview/overview';
import { OverviewQueries } from '@chat-admin/domain/overview/overview-queries';
import { Controller, Get } from '@nestjs/common';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { About, NeedsOneOf, Operation, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: extensions E12, X-12 */
@Controller(`${API_ROOT}/system/overview`)
@About('any')
export class OverviewController {
  constructor(private readonly overview: OverviewQueries) {}

  @Get()
  @Operation('getOverview', 'Counts what there is, and names what somebody should look at')
  @NeedsOneOf(...Object.values(OVERVIEW_PARTS))
  @Replies(document(overviewDoc))
  look(@Caller() { scopes }: Principal) {
    return this.overview.look(scopes);
  }
}
