import { rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import type { RosterItemBody } from '@chat-admin/codecs/users/roster.doc';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { Accepts, Audited, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

const contact = (sent: unknown): string | null => (sent as RosterItemBody | null)?.jid ?? null;

/** Contract: core 5.1 */
@Controller(`${API_ROOT}/users/:username/roster`)
export class RosterController {
  constructor(private readonly rosters: RosterManagement) {}

  @Get()
  @Replies(document(rosterDoc))
  list(@Param('username') username: string) {
    return this.rosters.list(username);
  }

  @Post()
  @Accepts(body(rosterItemDoc))
  @Audited('roster', contact)
  add(@Body() item: RosterItemBody | null, @Param('username') username: string) {
    return this.rosters.add(username, item);
  }

  @Put(':jid')
  @Accepts(body(rosterItemDoc))
  @Audited('roster')
  update(
    @Body() item: RosterItemBody | null,
    @Param('username') username: string,
    @Param('jid') jid: string,
  ) {
    return this.rosters.update(username, jid, item);
  }

  @Delete(':jid')
  @Audited('roster')
  remove(@Param('username') username: string, @Param('jid') jid: string) {
    return this.rosters.remove(username, jid);
  }
}
