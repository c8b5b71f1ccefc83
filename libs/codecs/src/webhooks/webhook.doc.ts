import { DELIVERY_ERRORS, DELIVERY_STATUSES } from '@chat-admin/domain/webhooks/delivery';
import { EVENT_TYPES } from '@chat-admin/domain/events/event-types';
import { TYPE_WORDS } from '@chat-admin/domain/events/event-queries';
import type { Delivery } from '@chat-admin/domain/webhooks/delivery';
import {
  MOST_DESCRIPTION_CHARACTERS,
  MOST_URL_CHARACTERS,
  WEBHOOK_STATUSES,
} from '@chat-admin/domain/webhooks/webhook';
import type { Webhook } from '@chat-admin/domain/webhooks/webhook';
import type { IssuedWebhook } from '@chat-admin/domain/webhooks/webhook-management';
import type { FieldsOf } from '../wire/fields-of.js';
import {
  always,
  date,
  doc,
  integer,
  list,
  listDoc,
  needed,
  secret,
  text,
  within,
} from '../wire/schema.js';

const URL = { maxLength: MOST_URL_CHARACTERS, pattern: '^https?://[^\\s/?#]+' };

const draft = {
  url: always(needed(['POST'], within(URL, text))),
  types: needed(['POST'], list('type', within({ enum: TYPE_WORDS }, text))),
  description: within({ maxLength: MOST_DESCRIPTION_CHARACTERS }, text),
};
const status = always(within({ enum: WEBHOOK_STATUSES }, text));

const shown = {
  id: always(text),
  ...draft,
  status,
  reason: text,
  created: always(date),
  createdBy: always(text),
  lastSuccess: date,
  lastFailure: date,
  pending: always(integer),
  previousSecretUntil: date,
};

/** What a caller decides of a new webhook. Contract: extensions E8.3 */
export const webhookDraftDoc = doc('webhook', draft, { unread: shown });

/** What a caller may change of a webhook. */
export const webhookPatchDoc = doc('webhook', { ...draft, status });

export const webhookDoc = doc('webhook', shown satisfies FieldsOf<Webhook>);

/** A webhook with its secret, which is shown once. */
export const issuedWebhookDoc = doc('webhook', {
  ...shown,
  secret: always(secret(text)),
} satisfies FieldsOf<IssuedWebhook>);

export const webhooksDoc = listDoc('webhooks', webhookDoc, { member: 'webhooks' });

export const deliveryDoc = doc('delivery', {
  id: always(text),
  event: always(text),
  type: always(within({ enum: Object.keys(EVENT_TYPES) }, text)),
  status: always(within({ enum: DELIVERY_STATUSES }, text)),
  attempts: always(integer),
  responseStatus: integer,
  error: within({ enum: DELIVERY_ERRORS, title: 'DeliveryError' }, text),
  attempted: date,
  nextAttempt: date,
} satisfies FieldsOf<Delivery>);

export const deliveriesDoc = listDoc('deliveries', deliveryDoc, { member: 'deliveries' });
