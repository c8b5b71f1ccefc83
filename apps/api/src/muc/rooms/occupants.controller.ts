import {
  messagesDoc,
  occupantDraftDoc,
  occupantsDoc,
  participantsDoc,
  retractionDoc,
  retractionResultDoc,
} from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import type { ShownMessage } from '@chat-admin/domain/muc/history/room-history';
import { MessageRetraction } from '@chat-admin/domain/muc/history/retraction';
import type { Retraction } from '@chat-admin/domain/muc/history/retraction';
import { OccupantManagement } from '@chat-admin/domain/muc/rooms/occupant-management';
import type { OccupantDraft } from '@chat-admin/domain/muc/rooms/occupant-management';
import { RoomActivity } from '@chat-admin/domain/muc/rooms/room-activity';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { A_FLAG } from '@chat-admin/domain/shared/words';
import { Body, Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { API_ROOT } from '../../http/api-root.js';
import { Delete, Post, Put } from '../../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  Changes,
  AuditedWhile,
  Chooses,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  Tells,
} from '../../http/endpoint.js';
import { body, filled, optional } from '../../http/bodies.js';
import { HISTORY_HEADER } from '../../http/history-header.js';
import { theRoom } from '../guarded-rooms.js';
import type { Query as RawQuery } from '../../http/query-string.js';
import { readFlag } from '../../http/list-filters.js';
import { document } from '../../http/replies.js';
import { listed, Listing, ListRequest, ofLength } from '../../http/lists.js';
import type { Listed } from '../../http/lists.js';
import { HistoryRequest, messageFields } from '../history/history.query.js';
import { occupantList, ordered, participantList } from './occupant-lists.js';
import { pathOf, serviceOf } from './room.query.js';
import type { RoomQuery } from './room.query.js';

/** What an index can find. Contract: extensions E1.1 "Short search texts" */
const SEARCHABLE = 'three letters or digits in a row';

/** Contract: muc-and-legacy 8 */
@Controller(`${API_ROOT}/chatrooms/:roomName`)
@About('sessions')
@Refuses('chat-service-not-found', 'room-not-found')
export class OccupantsController {
  constructor(
    private readonly life: RoomActivity,
    private readonly people: OccupantManagement,
    private readonly retraction: MessageRetraction,
  ) {}

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

  @Put('occupants/:nickname')
  @Operation('changeOccupantRole', 'Changes the role of an occupant of a room')
  @Refuses('occupant-not-found', 'role-fixed')
  @Accepts(optional(body(occupantDraftDoc)))
  @Queries('servicename')
  @Changes(theRoom)
  @Audited('occupant', null, serviceOf)
  changeRole(
    @Body() draft: OccupantDraft | null,
    @Param('roomName') name: string,
    @Param('nickname') nickname: string,
    @Query() query: RoomQuery,
  ) {
    return this.people.changeRole(pathOf(query, name), nickname, draft);
  }

  @Delete('occupants/:nickname')
  @Operation('kickOccupant', 'Has an occupant leave a room')
  @Refuses('occupant-not-found')
  @Queries('servicename', 'reason')
  @Changes(theRoom)
  @Audited('occupant', null, serviceOf)
  kick(
    @Param('roomName') name: string,
    @Param('nickname') nickname: string,
    @Query() query: RoomQuery,
  ) {
    return this.people.kick(pathOf(query, name), nickname, query.reason);
  }

  @Get('chathistory')
  @About('history')
  @Operation('getRoomHistory', 'Reads the message history of a room')
  @Chooses(messageFields)
  @Replies(listed(messagesDoc, { fields: messageFields }))
  @Queries('servicename', 'historyLimit', 'before', 'historyAfter', 'search', 'sender')
  @Tells('Link', HISTORY_HEADER)
  @AuditedWhile(systemProperty.auditHistoryReads, 'history', serviceOf)
  async history(
    @Param('roomName') name: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
  ): Promise<Listed<ShownMessage>> {
    const asked = new HistoryRequest(request.wire.path, request.originalUrl, query);
    const { fields, range, filter, linkedRange } = asked;
    const { search } = filter;
    if (search !== null && !(await this.life.canFind(search))) {
      throw invalidParameter('search', shownValue(search), SEARCHABLE);
    }
    const said = await this.life.conversation(pathOf(query, name));
    const remembered = await said.remembered(range, filter);
    if (remembered !== null) {
      const headers = { [HISTORY_HEADER]: remembered.isAway ? 'unavailable' : 'memory' };
      return { fields, items: remembered.messages, batches: null, headers };
    }
    if (linkedRange === null || !asked.isShort) {
      const headers =
        linkedRange === null ? {} : asked.links(await said.beside(linkedRange, filter));
      return { fields, items: null, batches: said.messages(range, filter), headers };
    }
    const page = await said.page(linkedRange, filter);
    return { fields, items: page.messages, batches: null, headers: asked.links(page) };
  }

  @Delete('chathistory/:id')
  @About('history')
  @Operation('deleteRoomMessage', 'Removes a message from the history of a room')
  @Refuses('message-not-found')
  @Queries('servicename', 'retract', 'reason')
  @Audited('history', null, serviceOf)
  removeMessage(
    @Param('roomName') name: string,
    @Param('id') id: string,
    @Query() query: RoomQuery,
  ) {
    const path = pathOf(query, name);
    return isRetraction(query)
      ? this.retraction.retract(path, id, query.reason)
      : this.life.removeMessage(path, id);
  }

  @Post('chathistory/retract')
  @Succeeds(200)
  @About('history')
  @Operation('retractRoomMessages', 'Takes back messages of a room, so that everybody sees it')
  @Refuses('messages-not-retractable')
  @Accepts(filled(body(retractionDoc)))
  @Replies(document(retractionResultDoc))
  @Queries('servicename')
  @Audited('history', null, serviceOf)
  retractMessages(
    @Body() retraction: Retraction | null,
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
  ) {
    return this.retraction.retractAll(pathOf(query, name), retraction);
  }
}

/** @throws WireFault */
function isRetraction({ retract = '' }: RoomQuery): boolean {
  const flag = retract === '' ? false : readFlag(retract);
  if (flag === undefined) throw invalidParameter('retract', shownValue(retract), A_FLAG);
  return flag;
}
