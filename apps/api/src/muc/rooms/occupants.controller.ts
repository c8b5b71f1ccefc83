import {
  messagesDoc,
  occupantsDoc,
  participantsDoc,
} from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { RoomActivity } from '@chat-admin/domain/muc/rooms/room-activity';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { About, Audited, AuditedWhile, Operation, Queries, Replies } from '../../http/endpoint.js';
import { readQuery } from '../../http/queries.js';
import { document, streamed } from '../../http/replies.js';
import { HistoryQuery } from '../history/history.query.js';
import { pathOf, serviceOf } from './room.query.js';
import type { RoomQuery } from './room.query.js';

/** Contract: muc-and-legacy 8 */
@Controller(`${API_ROOT}/chatrooms/:roomName`)
@About('sessions')
export class OccupantsController {
  constructor(private readonly life: RoomActivity) {}

  @Get('participants')
  @Operation('listRoomParticipants', 'Lists the participants of a room')
  @Replies(document(participantsDoc))
  @Queries('servicename')
  participants(@Param('roomName') name: string, @Query() query: RoomQuery) {
    return this.life.participants(pathOf(query, name));
  }

  @Get('occupants')
  @Operation('listRoomOccupants', 'Lists the occupants of a room')
  @Replies(document(occupantsDoc))
  @Queries('servicename')
  occupants(@Param('roomName') name: string, @Query() query: RoomQuery) {
    return this.life.occupants(pathOf(query, name));
  }

  @Get('chathistory')
  @About('history')
  @Operation('getRoomHistory', 'Reads the message history of a room')
  @Replies(streamed(messagesDoc))
  @Queries('servicename', 'limit', 'before', 'after')
  @AuditedWhile(systemProperty.auditHistoryReads, 'history', serviceOf)
  async history(@Param('roomName') name: string, @Query() query: Readonly<Record<string, string>>) {
    const range = readQuery(HistoryQuery, query);
    return { batches: await this.life.history(pathOf(query, name), range) };
  }

  @Delete('chathistory/:id')
  @About('history')
  @Operation('deleteRoomMessage', 'Removes a message from the history of a room')
  @Queries('servicename')
  @Audited('history', null, serviceOf)
  removeMessage(
    @Param('roomName') name: string,
    @Param('id') id: string,
    @Query() query: RoomQuery,
  ) {
    return this.life.removeMessage(pathOf(query, name), id);
  }
}
