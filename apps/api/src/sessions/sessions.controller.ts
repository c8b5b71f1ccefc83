import { messageDoc, sessionsDoc } from '@chat-admin/codecs/sessions/session.doc';
import type { MessageBody } from '@chat-admin/codecs/sessions/session.doc';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { body, recognized } from '../http/bodies.js';
import { Delete, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  InSteps,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
} from '../http/endpoint.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { listed, Listing, ListRequest, ofLength } from '../http/lists.js';
import { sessionList } from './session-list.js';

/** Contract: core 8.1, 8.2 */
@Controller(API_ROOT)
@About('sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionManagement) {}

  @Get('sessions')
  @Operation('listSessions', 'Lists the sessions of all users')
  @Lists(sessionList)
  @Replies(listed(sessionsDoc, sessionList))
  async list(@Listing() asked: ListRequest<(typeof sessionList)['filters']>) {
    if (asked.isPlain) return ofLength(await this.sessions.list());
    return asked.answer(await this.sessions.select(null, asked.filters));
  }

  @Get('sessions/:username')
  @Operation('listUserSessions', 'Lists the sessions of a user')
  @Lists(sessionList)
  @Replies(listed(sessionsDoc, sessionList))
  async listOf(
    @Param('username') username: string,
    @Listing() asked: ListRequest<(typeof sessionList)['filters']>,
  ) {
    if (asked.isPlain) return ofLength(await this.sessions.listOf(username));
    return asked.answer(await this.sessions.select(username, asked.filters));
  }

  @Delete('sessions/:username')
  @Operation('closeUserSessions', 'Closes the sessions of a user')
  @Refuses('session-not-found')
  @Queries('reason')
  @Audited('sessions')
  close(@Param('username') username: string, @Query() { reason }: RawQuery) {
    return this.sessions.close(username, reason);
  }

  @Delete('sessions/:username/:resource')
  @Operation('closeSession', 'Closes one session of a user')
  @Refuses('session-not-found')
  @Queries('reason')
  @Audited('session')
  closeOne(
    @Param('username') username: string,
    @Param('resource') resource: string,
    @Query() { reason }: RawQuery,
  ) {
    return this.sessions.closeOne(username, resource, reason);
  }

  @Post('messages/users')
  @About('messages')
  @Operation('broadcastMessage', 'Sends a message to every session')
  @Refuses('message-body-missing')
  @Accepts(recognized(body(messageDoc)))
  @InSteps()
  @Audited('message to users')
  broadcast(@Body() message: MessageBody | null) {
    return this.sessions.broadcast(message?.body);
  }
}
