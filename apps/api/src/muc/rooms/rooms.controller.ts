import { choosable, Chosen, isUsual } from '../../http/chosen-documents.js';
import type { ChosenDocument } from '../../http/chosen-documents.js';
import { RoomActivity } from '@chat-admin/domain/muc/rooms/room-activity';
import type { Room } from '@chat-admin/domain/muc/rooms/room';
import { signerOf } from '@chat-admin/domain/access/principal';
import type { Principal } from '@chat-admin/domain/access/principal';
import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { roomName } from '@chat-admin/domain/muc/rooms/room';
import { bulkResultsDoc, bulkRooms } from '@chat-admin/codecs/muc/rooms/bulk-rooms.doc';
import { roomDoc, roomsDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { RoomBulk } from '@chat-admin/domain/muc/rooms/room-bulk';
import type { BulkEntry } from '@chat-admin/domain/muc/rooms/room-bulk';
import type { RoomDraft, RoomRequest } from '@chat-admin/domain/muc/rooms/room-draft';
import { RoomManagement } from '@chat-admin/domain/muc/rooms/room-management';
import type { RoomPatch } from '@chat-admin/domain/muc/rooms/room-patch';
import { RoomQueries } from '@chat-admin/domain/muc/rooms/room-queries';
import { RoomSearch } from '@chat-admin/domain/muc/rooms/room-search';
import { RoomRemoval } from '@chat-admin/domain/muc/rooms/room-removal';
import { requireScopes } from '@chat-admin/domain/shared/scopes';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { quoted } from '../../access/also-needed.js';
import { Caller } from '../../access/caller.js';
import { API_ROOT } from '../../http/api-root.js';
import { body, mergePatch, recognized } from '../../http/bodies.js';
import { Delete, Patch, Post, Put } from '../../http/changing-routes.js';
import {
  Chooses,
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  InSteps,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  Tagged,
  Changes,
} from '../../http/endpoint.js';
import { aList } from '../../http/guarded.js';
import { theRoom } from '../guarded-rooms.js';
import { hiding } from '../../http/hiding.js';
import { listed, Listing, ListRequest, wholeList } from '../../http/lists.js';
import { document, inPieces } from '../../http/replies.js';
import { roomCriteria, roomList } from './room-list.js';
import { isTrue, pathOf, roomFilter, serviceOf } from './room.query.js';
import type { RoomQuery } from './room.query.js';

const FOR_OCCUPANTS = ['sessions:read'] as const;

const sentName = (sent: RoomDraft | null) => sent?.roomName ?? null;

const sentRooms = (entries: readonly BulkEntry[] | null): AuditFacts => ({
  rooms: namesOf(entries ?? [], ({ draft: { roomName: sent = '' } }) => roomName(sent) ?? sent),
});

const requestOf = ({ sendInvitations }: RoomQuery, caller: Principal): RoomRequest => ({
  sendInvitations: isTrue(sendInvitations),
  signer: signerOf(caller),
});

const roomFields = roomList.fields!;

/** Contract: muc-and-legacy 4 to 7 */
@Controller(`${API_ROOT}/chatrooms`)
@About('rooms')
export class RoomsController {
  constructor(
    private readonly queries: RoomQueries,
    private readonly search: RoomSearch,
    private readonly rooms: RoomManagement,
    private readonly bulk: RoomBulk,
    private readonly removal: RoomRemoval,
    private readonly activity: RoomActivity,
  ) {}

  @Get()
  @Operation('listRooms', 'Lists rooms of a chat service')
  @AlsoNeeds({ says: `${quoted(FOR_OCCUPANTS)} with \`occupant\`` })
  @Refuses('chat-service-not-found')
  @Lists(roomList)
  @Replies(hiding(listed(roomsDoc, roomList), 'rooms:write', 'password'))
  @Queries('servicename', 'type', 'search', 'expandGroups')
  async list(
    @Query() query: RoomQuery,
    @Listing() asked: ListRequest<(typeof roomList)['filters']>,
    @Caller() { scopes }: Principal,
  ) {
    if (asked.filters.occupant !== null) requireScopes(scopes, FOR_OCCUPANTS);
    const service = serviceOf(query);
    if (asked.isPlain) return wholeList(await this.queries.list(service, roomFilter(query)));
    const details = {
      lastMessage: asked.asksFor('lastMessage'),
      occupantCount: asked.asksFor('occupantCount'),
    };
    return asked.answer(await this.search.find(service, roomCriteria(asked, query), details));
  }

  @Get(':roomName')
  @Operation('getRoom', 'Reads a room')
  @Refuses('chat-service-not-found', 'room-not-found')
  @Tagged((query) => isUsual(query) && !isTrue(query['expandGroups']))
  @Chooses(roomFields)
  @Replies(hiding(choosable(document(roomDoc), roomFields), 'rooms:write', 'password'))
  @Queries('servicename', 'expandGroups')
  async find(
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
    @Chosen() fields: readonly string[] | null,
  ): Promise<ChosenDocument<Room>> {
    const path = pathOf(query, name);
    const room = await this.queries.get(path, isTrue(query.expandGroups));
    const more = {
      ...(fields?.includes('lastMessage') && {
        lastMessage: await this.activity.lastMessage(path),
      }),
      ...(fields?.includes('occupantCount') && {
        occupantCount: await this.activity.occupantCount(path),
      }),
    };
    return { fields, document: { ...room, ...more } };
  }

  @Post()
  @Operation('createRoom', 'Creates a room')
  @Refuses(
    'invalid-chat-service-name',
    'invalid-jid',
    'invalid-room-name',
    'room-already-exists',
    'room-creation-not-allowed',
    'too-many-chat-services',
    'unknown-group',
  )
  @Accepts(recognized(body(roomDoc)))
  @Queries('servicename', 'sendInvitations')
  @Changes(aList)
  @Audited('room', sentName, serviceOf)
  create(@Body() draft: RoomDraft | null, @Query() query: RoomQuery, @Caller() caller: Principal) {
    return this.rooms.create(serviceOf(query), draft, requestOf(query, caller));
  }

  @Post('bulk')
  @Operation('createRooms', 'Creates many rooms')
  @Refuses('invalid-chat-service-name', 'invalid-room-name', 'too-many-chat-services')
  @Succeeds(200)
  @Accepts(recognized(body(bulkRooms, roomsDoc)))
  @Replies(inPieces(bulkResultsDoc))
  @Queries('servicename', 'sendInvitations')
  @Changes(aList)
  @InSteps()
  @Audited('rooms', null, serviceOf, sentRooms)
  createAll(
    @Body() entries: readonly BulkEntry[] | null,
    @Query() query: RoomQuery,
    @Caller() caller: Principal,
  ) {
    return this.bulk.createAll(serviceOf(query), entries, requestOf(query, caller));
  }

  @Put(':roomName')
  @Operation('replaceRoom', 'Replaces a room, or creates it')
  @Refuses(
    'invalid-chat-service-name',
    'invalid-jid',
    'room-name-mismatch',
    'room-update-not-allowed',
    'too-many-chat-services',
    'unknown-group',
  )
  @Accepts(recognized(body(roomDoc)))
  @Queries('servicename', 'sendInvitations')
  @Changes(theRoom, 'handler')
  @Audited('room', null, serviceOf)
  put(
    @Body() draft: RoomDraft | null,
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
    @Caller() caller: Principal,
  ) {
    return this.rooms.put(serviceOf(query), name, draft, requestOf(query, caller));
  }

  @Patch(':roomName')
  @Operation('patchRoom', 'Changes some fields of a room')
  @Refuses(
    'chat-service-not-found',
    'invalid-jid',
    'room-name-mismatch',
    'room-not-found',
    'room-update-not-allowed',
    'unknown-group',
  )
  @Tagged()
  @Accepts(mergePatch(roomDoc))
  @Replies(document(roomDoc))
  @Queries('servicename', 'sendInvitations')
  @Changes(theRoom)
  @Audited('room', null, serviceOf)
  async patch(
    @Body() patch: RoomPatch,
    @Param('roomName') name: string,
    @Query() query: RoomQuery,
    @Caller() caller: Principal,
  ) {
    const request = requestOf(query, caller);
    return (await this.rooms.patch(pathOf(query, name), patch, request)).after;
  }

  @Delete(':roomName')
  @Operation('deleteRoom', 'Destroys a room')
  @Refuses('chat-service-not-found', 'invalid-jid', 'room-not-found')
  @Queries('servicename', 'reason', 'alternateRoom')
  @Changes(theRoom)
  @Audited('room', null, serviceOf)
  remove(@Param('roomName') name: string, @Query() query: RoomQuery) {
    return this.removal.remove(pathOf(query, name), query);
  }
}
