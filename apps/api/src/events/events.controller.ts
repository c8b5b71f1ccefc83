import { eventDoc, eventsDoc, shownEvent } from '@chat-admin/codecs/events/event.doc';
import { invalidHeader, invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import type { Principal } from '@chat-admin/domain/access/principal';
import {
  EventQueries,
  readTypes,
  visibleTypes,
  AN_EVENT,
  EVENT_ID_PATTERN,
  TYPES_ALLOWED,
} from '@chat-admin/domain/events/event-queries';
import type { Event } from '@chat-admin/domain/events/event';
import type { TypesAsked } from '@chat-admin/domain/events/event-queries';
import { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { Controller, Get, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { nextLink } from '../http/cursor.js';
import { About, AlsoNeeds, Operation, Queries, Refuses, Replies } from '../http/endpoint.js';
import { readLimit, LIMITS, USUAL_LIMIT } from '../http/lists.js';
import { EVENT_STREAM } from '../http/negotiation.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { eventsReply } from '../http/replies.js';
import { writeOptionsFor } from '../http/write-options.js';
import { Caller } from '../access/caller.js';
import { Credentials } from '../access/credentials.js';
import { EventStreams } from './event-streams.js';
import { ofTypes } from './scopes-of-types.js';

const EVENT_ID = new RegExp(EVENT_ID_PATTERN);

/** Contract: extensions E8.2 */
@Controller(`${API_ROOT}/events`)
@About('events')
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly streams: EventStreams,
    private readonly credentials: Credentials,
    private readonly properties: SystemProperties,
  ) {}

  @Get()
  @Operation('listEvents', 'Lists events, oldest first, or sends them as they happen')
  @AlsoNeeds(ofTypes('asked for by name'))
  @Refuses('event-not-yet-happened', 'events-gone', 'too-many-streams')
  @Queries('types', 'eventsAfter', 'eventsLimit')
  @Replies(eventsReply(eventsDoc))
  async list(
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Caller() principal: Principal,
  ) {
    const types = typesIn(query);
    const after = idIn(query['after']);
    if (after === undefined) throw invalidParameter('after', shownValue(query['after']!), AN_EVENT);
    if (request.wire.representation?.label === EVENT_STREAM) {
      return this.stream(request, principal, types, after);
    }
    const visible = visibleTypes(types, principal.scopes);
    const limit = limitIn(query['limit']);
    const { events, hasMore } = await this.events.page(after, visible, limit);
    const { path } = request.wire;
    const next = hasMore ? nextLink(path, request.originalUrl, String(events.at(-1)!.id)) : null;
    const headers: Record<string, string> = next === null ? {} : { Link: next };
    return { items: events.map(shownEvent), headers };
  }

  private async stream(
    request: FastifyRequest,
    principal: Principal,
    types: TypesAsked,
    after: string | null,
  ) {
    const sent = request.headers['last-event-id'];
    const last = sent === undefined ? after : idIn(String(sent));
    if (last === undefined) throw invalidHeader('Last-Event-ID', AN_EVENT);
    const options = writeOptionsFor(request, this.properties);
    const write = (event: Event) => {
      const text = eventDoc.writeJson(shownEvent(event), options);
      return `id: ${event.id}\nevent: ${event.type}\ndata: ${text}\n\n`;
    };
    const reader = { principal, recheck: () => this.credentials.recheck(request) };
    const stream = await this.streams.open(last, types, reader, write);
    if (request.method === 'HEAD') {
      await stream.return(undefined);
      return { events: none() };
    }
    return { events: stream };
  }
}

function typesIn({ types = '' }: RawQuery): TypesAsked {
  const asked = readTypes(types);
  if ('unknown' in asked) throw invalidParameter('types', shownValue(types), TYPES_ALLOWED);
  return asked;
}

/** `undefined`: it is none */
function idIn(text: string | undefined): string | null | undefined {
  if (text === undefined) return null;
  return EVENT_ID.test(text) ? text : undefined;
}

function limitIn(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  const limit = readLimit(text);
  if (limit === undefined) throw invalidParameter('limit', shownValue(text), LIMITS);
  return limit;
}

// of a HEAD there is only the head
async function* none(): AsyncGenerator<string> {
  await Promise.resolve();
}
