import { jobDoc } from '@chat-admin/codecs/jobs/job.doc';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { DATES_ALLOWED, readDate } from '@chat-admin/codecs/wire/dates';
import { JobManagement } from '@chat-admin/domain/jobs/job-management';
import { MessagePurge } from '@chat-admin/domain/retention/message-purge';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import { Controller, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { Delete } from '../http/changing-routes.js';
import { asksForDryRun } from '../http/dry-runs.js';
import {
  About,
  Audited,
  endpointOf,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  TriesLater,
} from '../http/endpoint.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { created, document } from '../http/replies.js';
import { pathOf, serviceOf } from '../muc/rooms/room.query.js';
import { makerOf } from './job-maker.js';
import { optionsOf } from './job-upload.query.js';

/** Contract: extensions E18.3 */
@Controller(`${API_ROOT}/chatrooms/:roomName/chathistory`)
@About('history')
@Refuses('chat-service-not-found', 'room-not-found')
export class PurgesController {
  constructor(
    private readonly purge: MessagePurge,
    private readonly jobs: JobManagement,
  ) {}

  @Delete()
  @Succeeds(202)
  @Operation('purgeRoomHistory', 'Removes all messages of a room up to a moment, as a job')
  @Refuses('too-many-jobs')
  @Queries('servicename', 'purgeBefore', 'jobDryRun')
  @Replies(created(document(jobDoc), ({ id }) => ['jobs', id!]))
  @TriesLater()
  @Audited('history', null, serviceOf)
  async create(
    @Param('roomName') name: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
  ) {
    const path = pathOf(query, name);
    const before = readBefore(query);
    await this.purge.require({ path });
    const options = optionsOf('purge', asksForDryRun(request, endpointOf(request)!));
    const line = { room: name, servicename: path.service, before: before.toISOString() };
    return this.jobs.make(options, makerOf(request), line);
  }
}

/** @throws WireFault */
function readBefore({ before: text = '' }: RawQuery): Date {
  const date = text === '' ? new Date() : readDate(text);
  if (date === null) throw invalidParameter('before', shownValue(text), DATES_ALLOWED);
  return date;
}
