import {
  deliveriesDoc,
  deliveryDoc,
  issuedWebhookDoc,
  webhookDoc,
  webhookDraftDoc,
  webhookPatchDoc,
  webhooksDoc,
} from '@chat-admin/codecs/webhooks/webhook.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

const created = new Date('2026-11-22T08:00:00.000Z');

const webhookDraft = {
  url: 'https://hooks.example.org/chat',
  types: ['user.*', 'room.created'],
  description: 'Directory',
};
const webhook = {
  ...{ id: '3', ...webhookDraft, status: 'active', created, createdBy: 'secret' },
  pending: 0,
};
const delivery = {
  ...{ id: 'msg_3_1042', event: '1042', type: 'user.renamed', status: 'delivered', attempts: 1 },
  ...{ responseStatus: 204, attempted: created },
};

/** Documents about webhooks, with what they show. */
export const WEBHOOK_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [webhookDraftDoc, webhookDraft],
  [webhookDoc, webhook],
  [issuedWebhookDoc, { ...webhook, secret: `whsec_${'A'.repeat(43)}=` }],
  [webhooksDoc, [webhook]],
  [deliveryDoc, delivery],
  [deliveriesDoc, [delivery]],
];

export const WEBHOOK_PATCH: [DescribableDocument, object] = [
  webhookPatchDoc,
  { status: 'disabled' },
];
