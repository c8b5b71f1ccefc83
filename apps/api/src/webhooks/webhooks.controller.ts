import { AN_EVENT } from '@chat-admin/domain/events/event-queries';
import {
  deliveriesDoc,
  issuedWebhookDoc,
  webhookDraftDoc,
  webhookPatchDoc,
  webhooksDoc,
} from '@chat-admin/codecs/webhooks/webhook.doc';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import type { Principal } from '@chat-admin/domain/access/principal';
import type { Place } from '@chat-admin/domain/shared/ordered-array';
import { DELIVERY_STATUSES } from '@chat-admin/domain/webhooks/delivery';
import type { Webhook, WebhookDraft, WebhookPatch } from '@chat-admin/domain/webhooks/webhook';
import { WebhookManagement } from '@chat-admin/domain/webhooks/webhook-management';
import { Body, Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Caller } from '../access/caller.js';
import { KeyRotationQuery } from '../access/key-rotation.query.js';
import { ofTypes } from '../events/scopes-of-types.js';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, recognized } from '../http/bodies.js';
import { choosable, Chosen, isUsual } from '../http/chosen-documents.js';
import { Delete, Patch, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Changes,
  Chooses,
  HandsOutSecret,
  InSteps,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  Tagged,
  WithoutDryRun,
} from '../http/endpoint.js';
import { aList } from '../http/guarded.js';
import { theWebhook } from './guarded-webhook.js';
import { choiceFilter } from '../http/list-filters.js';
import { listed, Listing, listOf, ListRequest } from '../http/lists.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { created, document } from '../http/replies.js';
import { testDocument, webhookDocument } from './webhook-document.js';

const issued = document(issuedWebhookDoc);

/** Contract: extensions E1.2 */
const webhookList = listOf(webhooksDoc, { sorts: { id: 'text' }, filters: {}, others: [] });
const webhookFields = webhookList.fields!;
const placeOf = ({ id }: Webhook): Place => [Number(id), id];

const deliveryList = listOf(deliveriesDoc, {
  key: 'number',
  sorts: {},
  sortsByKey: true,
  filters: { status: choiceFilter('Deliveries with this status', DELIVERY_STATUSES) },
  others: [],
});

/** Contract: extensions E8.3 */
@Controller(`${API_ROOT}/webhooks`)
@About('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhookManagement) {}

  @Get()
  @Operation('listWebhooks', 'Lists webhooks')
  @Lists(webhookList)
  @Replies(listed(webhooksDoc, webhookList))
  async list(@Listing() asked: ListRequest) {
    return asked.answerAll(await this.webhooks.list(), placeOf);
  }

  @Get(':id')
  @Operation('getWebhook', 'Reads a webhook')
  @Refuses('webhook-not-found')
  @Tagged(isUsual)
  @Chooses(webhookFields)
  @Replies(choosable(webhookDocument, webhookFields))
  async find(@Param('id') id: string, @Chosen() fields: readonly string[] | null) {
    return { fields, document: await this.webhooks.get(id) };
  }

  @Post()
  @Operation('createWebhook', 'Has events sent to an address; the secret that signs is shown once')
  @AlsoNeeds(ofTypes('sent by name'))
  @Refuses('too-many-webhooks')
  @Accepts(recognized(body(webhookDraftDoc)))
  @Replies(created(issued, ({ id }) => ['webhooks', id!]))
  @Changes(aList)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('webhook')
  create(@Body() draft: WebhookDraft | null, @Caller() maker: Principal) {
    return this.webhooks.create(draft ?? {}, maker);
  }

  @Patch(':id')
  @Operation('patchWebhook', 'Changes some fields of a webhook, pauses it or goes on')
  @AlsoNeeds(ofTypes('sent by name, with another address too'))
  @Refuses('webhook-not-found', 'webhook-too-weak')
  @Tagged()
  @Accepts(mergePatch(webhookPatchDoc))
  @Replies(webhookDocument)
  @Changes(theWebhook)
  @WithoutDryRun()
  @Audited('webhook')
  patch(@Body() patch: WebhookPatch, @Param('id') id: string, @Caller() caller: Principal) {
    return this.webhooks.patch(id, patch, caller);
  }

  @Delete(':id')
  @Operation('deleteWebhook', 'Ends a webhook')
  @Refuses('webhook-not-found', 'webhook-too-weak')
  @Changes(theWebhook)
  @WithoutDryRun()
  @Audited('webhook')
  remove(@Param('id') id: string, @Caller() caller: Principal) {
    return this.webhooks.remove(id, caller);
  }

  @Post(':id/rotate')
  @Succeeds(200)
  @Operation('rotateWebhook', 'Gives a webhook another secret, which is shown once')
  @Refuses('webhook-not-found', 'webhook-too-weak')
  @Queries('overlap')
  @Replies(issued)
  @Changes(theWebhook)
  @WithoutDryRun()
  @HandsOutSecret()
  @Audited('rotated webhook')
  rotate(@Param('id') id: string, @Query() query: RawQuery, @Caller() caller: Principal) {
    return this.webhooks.rotate(id, readQuery(KeyRotationQuery, query).overlap, caller);
  }

  @Post(':id/test')
  @Succeeds(200)
  @Operation(
    'testWebhook',
    'Sends an event to this webhook alone, once, and says what has become of it',
  )
  @Refuses('webhook-not-found', 'webhook-too-weak')
  @Replies(testDocument)
  @Changes(theWebhook)
  @WithoutDryRun()
  @InSteps()
  @Audited('webhook test')
  test(@Param('id') id: string, @Req() request: FastifyRequest, @Caller() caller: Principal) {
    return this.webhooks.test(id, request.wire.audit!.origin(), caller);
  }

  @Get(':id/deliveries')
  @Operation('listWebhookDeliveries', 'Lists what has been sent, and is to be, the newest first')
  @Refuses('webhook-not-found')
  @Lists(deliveryList)
  @Replies(listed(deliveriesDoc, deliveryList))
  async deliveries(
    @Param('id') id: string,
    @Listing() asked: ListRequest<(typeof deliveryList)['filters']>,
  ) {
    return asked.answer(await this.webhooks.deliveries(id, asked.filters.status));
  }

  @Post(':id/replay')
  @Succeeds(202)
  @Operation('replayWebhook', 'Sends once more what has happened since an event')
  @Refuses(
    'event-not-yet-happened',
    'events-gone',
    'webhook-disabled',
    'webhook-not-found',
    'webhook-too-weak',
  )
  @Queries('replayAfter')
  @Changes(theWebhook)
  @WithoutDryRun()
  @Audited('replayed webhook')
  replay(@Param('id') id: string, @Query() { after = '' }: RawQuery, @Caller() caller: Principal) {
    if (!/^\d{1,40}$/.test(after)) throw invalidParameter('after', shownValue(after), AN_EVENT);
    return this.webhooks.replay(id, after, caller);
  }
}
