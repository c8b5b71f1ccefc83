const webhook = {
  id: 'Number of the webhook',
  url: 'Where events are sent to, by POST',
  types: 'Types of events that are sent, `user.*` for all of a kind, `*` for all',
  description: 'For people',
  status: 'Whether events are sent',
  reason: 'Why it was disabled, unless somebody wanted that',
  created: 'When it was made',
  createdBy: 'Who made it',
  lastSuccess: 'When the last attempt began that succeeded',
  lastFailure: 'When the last attempt began that failed',
  pending: 'How many deliveries are neither delivered nor given up',
  previousSecretUntil: 'How long the former secret signs, too',
  secret: 'What signatures are made with, shown once',
};

/** Members of documents about webhooks, by the name of the schema. */
export const WEBHOOK_DESCRIPTIONS = {
  Webhook: webhook,
  Webhooks: { webhooks: 'The webhooks' },
  WebhookDraft: webhook,
  IssuedWebhook: webhook,
  Delivery: {
    id: 'The header `webhook-id` of all its attempts',
    event: 'Id of the event',
    type: 'Type of the event',
    status: 'How far it is',
    attempts: 'How many attempts have ended',
    responseStatus: 'HTTP status of the last answer',
    error: 'Why there was no answer',
    attempted: 'When the last of these attempts began',
    nextAttempt: 'When the next one is due',
  },
  Deliveries: { deliveries: 'The deliveries, the newest first' },
};
