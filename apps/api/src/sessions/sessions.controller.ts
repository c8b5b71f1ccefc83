import { messageDoc, sessionCountDoc, sessionsDoc } from '@chat-admin/codecs/sessions/session.doc';
import type { MessageBody } from '@chat-admin/codecs/sessions/session.doc';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body } from '../http/bodies.js';
import { Accepts, Audited, Replies } from '../http/endpoint.js';
import { document } from '../http/replies.js';

/** Contract: core 7.2, 8.1, 8.2 */
@Controller(API_ROOT)
export class SessionsController {
  constructor(private readonly sessions: SessionManagement) {}

  @Get('sessions')
  @Replies(document(sessionsDoc))
  list() {
    return this.sessions.list();
  }

  @Get('sessions/:username')
  @Replies(document(sessionsDoc))
  listOf(@Param('username') username: string) {
    return this.sessions.listOf(username);
  }

  @Delete('sessions/:username')
  @Audited('sessions')
  close(@Param('username') username: string) {
    return this.sessions.close(username);
  }

  @Get('system/statistics/sessions')
  @Replies(document(sessionCountDoc))
  count() {
    return this.sessions.count();
  }

  @Post('messages/users')
  @Accepts(body(messageDoc))
  @Audited('message to users')
  broadcast(@Body() message: MessageBody | null) {
    return this.sessions.broadcast(message?.body);
  }
}
