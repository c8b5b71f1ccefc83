import { DomainError } from '../shared/domain-error.js';

export class WebhookNotFound extends DomainError {
  constructor(id: string) {
    super('webhook-not-found', 'Could not find webhook', id);
  }
}

/** The caller can do less than the maker of the webhook, so it may not decide about it. */
export class WebhookTooWeak extends DomainError {
  constructor() {
    super('webhook-too-weak', 'The webhook would be weaker than its maker', null);
  }
}

/** There are as many webhooks as there may be. */
export class TooManyWebhooks extends DomainError {
  constructor() {
    super('not-allowed', 'Could not create the webhook', null);
  }
}

/** Nothing is sent to it. */
export class WebhookDisabled extends DomainError {
  constructor(id: string) {
    super('not-allowed', 'The webhook is disabled', id);
  }
}
