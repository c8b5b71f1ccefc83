import { patchedRosterDoc, rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import type { RosterDraft } from '@chat-admin/domain/users/roster-draft';
import { RosterManagement } from '@chat-admin/domain/users/roster-management';
import { RosterPatches } from '@chat-admin/domain/users/roster-patches';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, filled, recognized } from '../http/bodies.js';
import { Delete, Patch, Post, Put } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Changes,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Tagged,
} from '../http/endpoint.js';
import { theRoster } from './guarded-users.js';
import type { Query as QueryText } from '../http/query-string.js';
import { document } from '../http/replies.js';
import { isWhole, listed, Listing, ListRequest, ofLength } from '../http/lists.js';
import { sides } from './roster.query.js';
import { rosterList, rosterSelection } from './roster-list.js';

const contact = (sent: RosterDraft | null) => sent?.jid ?? null;

/** Contract: core 5.1 */
@Controller(`${API_ROOT}/users/:username/roster`)
@About('rosters')
@Refuses('user-not-found')
export class RosterController {
  constructor(
    private readonly rosters: RosterManagement,
    private readonly patches: RosterPatches,
  ) {}

  @Get()
  @Operation('listRosterItems', 'Lists the roster of a user, contacts of shared groups included')
  @Tagged(isWhole(rosterList))
  @Lists(rosterList)
  @Replies(listed(rosterDoc, rosterList))
  async list(
    @Param('username') username: string,
    @Listing() asked: ListRequest<(typeof rosterList)['filters']>,
  ) {
    if (asked.isPlain) return ofLength(await this.rosters.list(username));
    return asked.answer(await this.rosters.select(username, rosterSelection(asked)));
  }

  @Post()
  @Operation('addRosterItem', 'Adds a contact to the roster of a user')
  @Refuses(
    'invalid-jid',
    'roster-item-already-exists',
    'roster-jid-missing',
    'shared-group-forbids-creation',
  )
  @Accepts(recognized(body(rosterItemDoc)))
  @Changes(theRoster)
  @Audited('roster', contact)
  @Queries('mutual')
  add(
    @Body() item: RosterDraft | null,
    @Param('username') username: string,
    @Query() query: QueryText,
  ) {
    return this.rosters.add(username, item, sides(query));
  }

  @Patch()
  @Operation(
    'patchRosterItems',
    'Adds and changes contacts in the roster of a user, and removes none',
  )
  @Refuses(
    'invalid-jid',
    'roster-item-missing',
    'roster-jid-missing',
    'shared-group-forbids-creation',
    'shared-group-forbids-update',
  )
  @Accepts(body(rosterDoc))
  @Replies(document(patchedRosterDoc))
  @Changes(theRoster)
  @Audited('roster')
  @Queries('mutual')
  patch(
    @Body() items: readonly RosterDraft[] | null,
    @Param('username') username: string,
    @Query() query: QueryText,
  ) {
    return this.patches.patch(username, items, sides(query));
  }

  @Put(':jid')
  @Operation('updateRosterItem', 'Changes a contact in the roster of a user')
  @Refuses(
    'invalid-jid',
    'roster-item-missing',
    'roster-item-to-update-not-found',
    'shared-group-forbids-update',
  )
  @Accepts(filled(recognized(body(rosterItemDoc))))
  @Changes(theRoster)
  @Audited('roster')
  @Queries('mutual')
  update(
    @Body() item: RosterDraft | null,
    @Param('username') username: string,
    @Param('jid') jid: string,
    @Query() query: QueryText,
  ) {
    return this.rosters.update(username, jid, item, sides(query));
  }

  @Delete(':jid')
  @Operation('removeRosterItem', 'Removes a contact from the roster of a user')
  @Refuses('invalid-jid', 'roster-item-not-found', 'shared-group-forbids-removal')
  @Changes(theRoster)
  @Audited('roster')
  @Queries('mutual')
  remove(
    @Param('username') username: string,
    @Param('jid') jid: string,
    @Query() query: QueryText,
  ) {
    return this.rosters.remove(username, jid, sides(query));
  }
}
