import { rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import type { RosterDraft } from '@chat-admin/domain/users/roster-draft';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { Accepts, Audited, Replies } from '../http/endpoint.js';
import { ofAnyLength } from '../http/replies.js';

const contact = (sent: RosterDraft | null) => sent?.jid ?? null;

/** Contract: core 5.1 */
@Controller(`${API_ROOT}/users/:username/roster`)
export class RosterController {
  constructor(private readonly rosters: RosterManagement) {}

  @Get()
  @Replies(ofAnyLength(rosterDoc))
  async list(@Param('username') username: string) {
    return { items: await this.rosters.list(username) };
  }

  @Post()
  @Accepts(body(rosterItemDoc))
  @Audited('roster', contact)
  add(@Body() item: RosterDraft | null, @Param('username') username: string) {
    return this.rosters.add(username, item);
  }

  @Put(':jid')
  @Accepts(body(rosterItemDoc))
  @Audited('roster')
  update(
    @Body() item: RosterDraft | null,
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
