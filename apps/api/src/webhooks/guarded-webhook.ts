import { isWebhookId, shownWebhook } from '@chat-admin/domain/webhooks/webhook';
import { guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { webhookDocument } from './webhook-document.js';

export const theWebhook: Guarded = async ({ webhooks }, { id = '' }) => {
  const webhook = isWebhookId(id) ? await webhooks.lock(id) : null;
  return guardedDocument(webhookDocument, webhook && shownWebhook(webhook, new Date()));
};
