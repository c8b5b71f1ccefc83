import { deliveryDoc, webhookDoc } from '@chat-admin/codecs/webhooks/webhook.doc';
import type { Webhook } from '@chat-admin/domain/webhooks/webhook';
import type { SentTest } from '@chat-admin/domain/webhooks/webhook-management';
import { document } from '../http/replies.js';
import type { ReplyWriter } from '../http/replies.js';

/** A webhook, whose tag does not change by what is sent. Contract: extensions E2 */
export const webhookDocument: ReplyWriter<Webhook> = {
  ...document(webhookDoc),
  settled: (webhook) => ({ ...webhook, lastSuccess: null, lastFailure: null, pending: 0 }),
};

const { offers, document: described, write } = document(deliveryDoc);

/** What has become of a test, which is known once its transaction has ended. */
export const testDocument: ReplyWriter<SentTest> = {
  offers,
  document: described,
  write: ({ delivery }, as, options) => write(delivery!, as, options),
};
