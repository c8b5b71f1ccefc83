import { invitationBody } from '@chat-admin/codecs/muc/invitations/invitation.doc';
import { InvitationManagement } from '@chat-admin/domain/muc/invitations/invitation-management';
import type { InvitationDraft } from '@chat-admin/domain/muc/invitations/invitation-management';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { body, optional } from '../../http/bodies.js';
import { Post } from '../../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  InSteps,
  Operation,
  Refuses,
  Queries,
  Succeeds,
  Changes,
} from '../../http/endpoint.js';
import { theRoom } from '../guarded-rooms.js';
import { pathOf, serviceOf } from '../rooms/room.query.js';
import type { RoomQuery } from '../rooms/room.query.js';

/** Contract: muc-and-legacy 9.2 */
@Controller(`${API_ROOT}/chatrooms/:roomName/invite`)
@About('rooms')
@Refuses('chat-service-not-found', 'room-not-found')
export class InvitationsController {
  constructor(private readonly invitations: InvitationManagement) {}

  @Post()
  @Operation('inviteManyToRoom', 'Invites users and groups to a room')
  @Refuses('invalid-jid', 'unknown-group')
  @Succeeds(200)
  @Accepts(optional(body(invitationBody)))
  @Queries('servicename')
  @Changes(theRoom)
  @InSteps()
  @Audited('room invitations', null, serviceOf)
  inviteAll(
    @Body() draft: InvitationDraft | null,
    @Param('roomName') room: string,
    @Query() query: RoomQuery,
  ) {
    return this.invitations.inviteAll(pathOf(query, room), draft);
  }

  @Post(':name')
  @Operation('inviteToRoom', 'Invites a user or a group to a room')
  @Refuses('group-not-found', 'invalid-jid')
  @Succeeds(200)
  @Accepts(optional(body(invitationBody)))
  @Queries('servicename')
  @Changes(theRoom)
  @InSteps()
  @Audited('room invitation', null, serviceOf)
  invite(
    @Body() draft: InvitationDraft | null,
    @Param('roomName') room: string,
    @Param('name') name: string,
    @Query() query: RoomQuery,
  ) {
    return this.invitations.invite(pathOf(query, room), name, draft);
  }
}
