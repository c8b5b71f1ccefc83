import { messageDoc, personalMessageDoc } from '@chat-admin/codecs/sessions/session.doc';
import { MessageManagement } from '@chat-admin/domain/messages/message-management';
import type { MessageDraft } from '@chat-admin/domain/messages/message-management';
import type { Progress } from '@chat-admin/domain/shared/progress';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, recognized } from '../http/bodies.js';
import { Post } from '../http/changing-routes.js';
import { About, Accepts, Audited, InSteps, Operation, Refuses, Queries } from '../http/endpoint.js';
import { OwnProgress } from '../http/own-progress.js';
import { pathOf, serviceOf } from '../muc/rooms/room.query.js';
import type { RoomQuery } from '../muc/rooms/room.query.js';

/** Contract: extensions E6.3 */
@Controller(`${API_ROOT}/messages`)
@About('messages')
export class MessagesController {
  constructor(private readonly messages: MessageManagement) {}

  @Post('users/:username')
  @Operation('sendMessageToUser', 'Sends a message of the domain to a user')
  @Refuses('invalid-jid', 'message-body-missing', 'user-not-found')
  @Accepts(recognized(body(personalMessageDoc)))
  @InSteps()
  @Audited('message to user')
  toUser(@Body() message: MessageDraft | null, @Param('username') username: string) {
    return this.messages.toUser(username, message);
  }

  @Post('groups/:groupName')
  @Operation(
    'sendMessageToGroup',
    'Sends a message of the domain to each member and admin of a group',
  )
  @Refuses('group-not-found', 'invalid-jid', 'message-body-missing', 'too-many-receivers')
  @Accepts(recognized(body(personalMessageDoc)))
  @InSteps()
  @Audited('message to group')
  toGroup(
    @Body() message: MessageDraft | null,
    @Param('groupName') groupName: string,
    @OwnProgress() progress: Progress,
  ) {
    return this.messages.toGroup(groupName, message, progress);
  }

  @Post('chatrooms/:roomName')
  @Operation('sendMessageToRoom', 'Sends a message of a room itself to everybody in it')
  @Refuses('chat-service-not-found', 'message-body-missing', 'room-not-found')
  @Accepts(recognized(body(personalMessageDoc, messageDoc)))
  @Queries('servicename')
  @InSteps()
  @Audited('message to room', null, serviceOf)
  toRoom(
    @Body() message: MessageDraft | null,
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
  ) {
    return this.messages.toRoom(pathOf(query, name), message);
  }
}
