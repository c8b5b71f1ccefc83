import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { affiliationsDocs } from '@chat-admin/codecs/muc/affiliations/affiliations.doc';
import { AffiliationManagement } from '@chat-admin/domain/muc/affiliations/affiliation-management';
import type { ListPath } from '@chat-admin/domain/muc/affiliations/affiliation-management';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { orderedArray } from '@chat-admin/domain/shared/ordered-array';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { API_ROOT } from '../../http/api-root.js';
import { body, optional } from '../../http/bodies.js';
import { theAffiliations, theRoom } from '../guarded-rooms.js';
import { Delete, Post, Put } from '../../http/changing-routes.js';
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
  Succeeds,
  Tagged,
} from '../../http/endpoint.js';
import { jidFilter } from '../../http/list-filters.js';
import { isWhole, listed, Listing, listOf, ListRequest, ofLength } from '../../http/lists.js';
import { isTrue, pathOf, serviceOf } from '../rooms/room.query.js';
import type { RoomQuery } from '../rooms/room.query.js';

/**
 * The controller of one affiliation list, at its plural and singular address. One class per
 * affiliation, because each reads and writes a different document. Contract: muc-and-legacy 9.1
 */
export function affiliationsController(affiliation: Affiliation): Type<unknown> {
  const list = affiliationsDocs[affiliation];
  const declared = listOf(list, {
    sortsByKey: true,
    sorts: {},
    filters: { text: jidFilter() },
    others: ['servicename'],
  });
  const room = `${API_ROOT}/chatrooms/:roomName`;
  const kind = `room ${affiliation}s`;
  const Person = affiliation.replace(/^./, (first) => first.toUpperCase());
  const People = `${Person}s`;
  const said = (): AuditFacts => ({ affiliation });
  const pathIn = (query: RoomQuery, name: string): ListPath => ({
    ...pathOf(query, name),
    affiliation,
  });

  @Controller([`${room}/${affiliation}s`, `${room}/${affiliation}`])
  @About('rooms')
  @Refuses('chat-service-not-found', 'room-not-found')
  class AffiliationsController {
    constructor(private readonly affiliations: AffiliationManagement) {}

    @Get()
    @Operation(`listRoom${People}`, `Lists the ${affiliation}s of a room`)
    @Tagged(isWhole(declared))
    @Lists(declared)
    @Replies(listed(list, declared))
    @Queries('servicename')
    async list(
      @Param('roomName') roomName: string,
      @Query() query: RoomQuery,
      @Listing() asked: ListRequest<(typeof declared)['filters']>,
    ) {
      const entries = await this.affiliations.list(pathIn(query, roomName));
      if (asked.isPlain) return ofLength(entries);
      const { text } = asked.filters;
      const found = text === null ? entries : entries.filter((entry) => entry.startsWith(text));
      const isFiltered = text !== null;
      return asked.answer(
        orderedArray(
          () => found,
          (entry) => [entry, entry],
          { isFiltered },
        ),
      );
    }

    @Put()
    @Operation(`replaceRoom${People}`, `Replaces the ${affiliation}s of a room`)
    @Refuses(
      'affiliation-change-not-allowed',
      'affiliation-list-missing',
      'invalid-jid',
      'unknown-group',
    )
    @Succeeds(201)
    @Accepts(optional(body(list)))
    @Queries('servicename', 'sendInvitations')
    @Changes(theAffiliations(affiliation))
    @Audited(kind, null, serviceOf, said)
    replace(
      @Body() names: readonly string[] | null,
      @Param('roomName') roomName: string,
      @Query() query: RoomQuery,
    ) {
      const invite = isTrue(query.sendInvitations);
      return this.affiliations.replace(pathIn(query, roomName), names, invite);
    }

    @Post()
    @Operation(`addRoom${People}`, `Adds ${affiliation}s to a room`)
    @Refuses(
      'affiliation-change-not-allowed',
      'affiliation-list-missing',
      'invalid-jid',
      'unknown-group',
    )
    @Accepts(optional(body(list)))
    @Queries('servicename', 'sendInvitations')
    @Changes(theAffiliations(affiliation))
    @Audited(kind, null, serviceOf, said)
    addAll(
      @Body() names: readonly string[] | null,
      @Param('roomName') roomName: string,
      @Query() query: RoomQuery,
    ) {
      const invite = isTrue(query.sendInvitations);
      return this.affiliations.addAll(pathIn(query, roomName), names, invite);
    }

    @Post(':name')
    @Operation(`addRoom${Person}`, `Makes a user ${affiliation} of a room`)
    @Refuses('affiliation-change-not-allowed', 'group-not-found', 'invalid-jid')
    @Queries('servicename', 'sendInvitations')
    @Changes(theRoom)
    @Audited(kind, null, serviceOf, said)
    add(
      @Param('roomName') roomName: string,
      @Param('name') name: string,
      @Query() query: RoomQuery,
    ) {
      const invite = isTrue(query.sendInvitations);
      return this.affiliations.add(pathIn(query, roomName), name, invite);
    }

    @Post('group/:name')
    @Operation(`addRoom${Person}Group`, `Makes a group ${affiliation} of a room`)
    @Refuses('affiliation-change-not-allowed', 'group-not-found')
    @Queries('servicename', 'sendInvitations')
    @Changes(theRoom)
    @Audited(`${kind} group`, null, serviceOf, said)
    addGroup(
      @Param('roomName') roomName: string,
      @Param('name') name: string,
      @Query() query: RoomQuery,
    ) {
      const invite = isTrue(query.sendInvitations);
      return this.affiliations.addGroup(pathIn(query, roomName), name, invite);
    }

    @Delete(':name')
    @Operation(`removeRoom${Person}`, `Removes a user from the ${affiliation}s of a room`)
    @Refuses('affiliation-removal-not-allowed', 'group-not-found', 'invalid-jid')
    @Queries('servicename')
    @Changes(theRoom)
    @Audited(kind, null, serviceOf, said)
    remove(
      @Param('roomName') roomName: string,
      @Param('name') name: string,
      @Query() query: RoomQuery,
    ) {
      return this.affiliations.remove(pathIn(query, roomName), name);
    }

    @Delete('group/:name')
    @Operation(`removeRoom${Person}Group`, `Removes a group from the ${affiliation}s of a room`)
    @Refuses('affiliation-removal-not-allowed', 'group-not-found')
    @Queries('servicename')
    @Changes(theRoom)
    @Audited(`${kind} group`, null, serviceOf, said)
    removeGroup(
      @Param('roomName') roomName: string,
      @Param('name') name: string,
      @Query() query: RoomQuery,
    ) {
      return this.affiliations.removeGroup(pathIn(query, roomName), name);
    }
  }

  return AffiliationsController;
}
