import { DomainError } from '../shared/domain-error.js';
import { MOST_WEBHOOKS } from './webhook.js';

export class WebhookNotFound extends DomainError<'webhook-not-found'> {
  constructor(id: string) {
    super('webhook-not-found', { resource: id });
  }
}

/** The caller can do less than the maker of the webhook, so it may not decide about it. */
export class WebhookTooWeak extends DomainError<'webhook-too-weak'> {
  constructor() {
    super('webhook-too-weak', { resource: null });
  }
}

/** There are as many webhooks as there may be. */
export class TooManyWebhooks extends DomainError<'too-many-webhooks'> {
  constructor() {
    super('too-many-webhooks', { resource: null, detail: `at most ${MOST_WEBHOOKS} webhooks` });
  }
}

/** Nothing is sent to it. */
export class WebhookDisabled extends DomainError<'webhook-disabled'> {
  constructor(id: string) {
    super('webhook-disabled', { resource: id, detail: 'set its status to active first' });
  }
}
