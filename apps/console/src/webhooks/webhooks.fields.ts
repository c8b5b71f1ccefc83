import type { components } from '@chat-admin/client';
import { fieldTable } from '../shared/fields/field-table';

export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['Delivery'];

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Every member of a webhook. */
export const webhookFields = fieldTable('webhooks').of<Webhook>({
  url: { kind: 'text', group: 'webhook', column: 'shown', isRequired: true, max: 2_000 },
  types: { kind: 'list', group: 'webhook', column: 'shown', isRequired: true },
  description: { kind: 'text', group: 'webhook', column: 'hidden', max: 255 },
  status: { kind: 'choice', column: 'shown', width: 130, choices: ['active', 'disabled'] },
  lastSuccess: { kind: 'time', column: 'shown', width: 150 },
  lastFailure: { kind: 'time', column: 'shown', width: 150 },
  pending: { kind: 'number', column: 'shown', width: 110 },
  id: { kind: 'text', column: 'hidden', width: 80, sort: 'id' },
  created: { kind: 'time', column: 'hidden', width: 140 },
  createdBy: { kind: 'text', column: 'hidden', width: 140 },
  reason: null,
  previousSecretUntil: null,
});

/** Every member of a delivery. */
export const deliveryFields = fieldTable('webhooks').of<Delivery>({
  event: { kind: 'text', column: 'shown', width: 110 },
  type: { kind: 'text', column: 'shown' },
  status: { kind: 'choice', column: 'shown', width: 140, choices: DELIVERY_STATUSES },
  responseStatus: { kind: 'text', column: 'shown', width: 150 },
  attempts: { kind: 'number', column: 'shown', width: 110 },
  attempted: { kind: 'time', column: 'shown', width: 150 },
  nextAttempt: { kind: 'time', column: 'shown', width: 150 },
  id: { kind: 'text', column: 'hidden' },
  error: null, // beside the status of the answer
});
