import { rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import type { RosterDraft } from '@chat-admin/domain/users/roster-draft';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { About, Accepts, Audited, Operation, Replies, Tagged } from '../http/endpoint.js';
import { taggedList } from '../http/replies.js';

const contact = (sent: RosterDraft | null) => sent?.jid ?? null;

/** Contract: core 5.1 */
@Controller(`${API_ROOT}/users/:username/roster`)
@About('rosters')
export class RosterController {
  constructor(private readonly rosters: RosterManagement) {}

  @Get()
  @Operation('listRosterItems', 'Lists the roster of a user, contacts of shared groups included')
  @Tagged()
  @Replies(taggedList(rosterDoc))
  async list(@Param('username') username: string) {
    return { items: await this.rosters.list(username) };
  }

  @Post()
  @Operation('addRosterItem', 'Adds a contact to the roster of a user')
  @Accepts(body(rosterItemDoc))
  @Audited('roster', contact)
  add(@Body() item: RosterDraft | null, @Param('username') username: string) {
    return this.rosters.add(username, item);
  }

  @Put(':jid')
  @Operation('updateRosterItem', 'Changes a contact in the roster of a user')
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
  @Operation('removeRosterItem', 'Removes a contact from the roster of a user')
  @Audited('roster')
  remove(@Param('username') username: string, @Param('jid') jid: string) {
    return this.rosters.remove(username, jid);
  }
}
