import { messageDoc, sessionCountDoc, sessionsDoc } from '@chat-admin/codecs/sessions/session.doc';
import type { MessageBody } from '@chat-admin/codecs/sessions/session.doc';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { About, Accepts, Audited, Operation, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: core 7.2, 8.1, 8.2 */
@Controller(API_ROOT)
@About('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionManagement) {}

  @Get('sessions')
  @Operation('listSessions', 'Lists the sessions of all users')
  @Replies(document(sessionsDoc))
  list() {
    return this.sessions.list();
  }

  @Get('sessions/:username')
  @Operation('listUserSessions', 'Lists the sessions of a user')
  @Replies(document(sessionsDoc))
  listOf(@Param('username') username: string) {
    return this.sessions.listOf(username);
  }

  @Delete('sessions/:username')
  @Operation('closeUserSessions', 'Closes the sessions of a user')
  @Audited('sessions')
  close(@Param('username') username: string) {
    return this.sessions.close(username);
  }

  @Get('system/statistics/sessions')
  @About('server')
  @Operation('countSessions', 'Counts sessions, on this node and in the cluster')
  @Replies(document(sessionCountDoc))
  count() {
    return this.sessions.count();
  }

  @Post('messages/users')
  @About('messages')
  @Operation('broadcastMessage', 'Sends a message to every session')
  @Accepts(body(messageDoc))
  @Audited('message to users')
  broadcast(@Body() message: MessageBody | null) {
    return this.sessions.broadcast(message?.body);
  }
}
