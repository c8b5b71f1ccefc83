import {
  messagesDoc,
  occupantsDoc,
  participantsDoc,
} from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { RoomActivity } from '@chat-admin/domain/muc/rooms/room-activity';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import {
  About,
  Audited,
  AuditedWhile,
  Lists,
  Operation,
  Queries,
  Replies,
} from '../../http/endpoint.js';
import { readQuery } from '../../http/queries.js';
import { streamed } from '../../http/replies.js';
import { listed, Listing, ListRequest, ofLength } from '../../http/lists.js';
import { HistoryQuery } from '../history/history.query.js';
import { occupantList, ordered, participantList } from './occupant-lists.js';
import { pathOf, serviceOf } from './room.query.js';
import type { RoomQuery } from './room.query.js';

/** Contract: muc-and-legacy 8 */
@Controller(`${API_ROOT}/chatrooms/:roomName`)
@About('sessions')
export class OccupantsController {
  constructor(private readonly life: RoomActivity) {}

  @Get('participants')
  @Operation('listRoomParticipants', 'Lists the participants of a room')
  @Lists(participantList)
  @Replies(listed(participantsDoc, participantList))
  @Queries('servicename')
  async participants(
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
    @Listing() asked: ListRequest,
  ) {
    const found = await this.life.participants(pathOf(query, name));
    return asked.isPlain ? ofLength(found) : asked.answer(ordered(found));
  }

  @Get('occupants')
  @Operation('listRoomOccupants', 'Lists the occupants of a room')
  @Lists(occupantList)
  @Replies(listed(occupantsDoc, occupantList))
  @Queries('servicename')
  async occupants(
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
    @Listing() asked: ListRequest,
  ) {
    const found = await this.life.occupants(pathOf(query, name));
    return asked.isPlain ? ofLength(found) : asked.answer(ordered(found));
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
