import type { Principal } from '../access/principal.js';
import type { ChangeOrigin } from '../events/change-origin.js';
import { readableTypes, visibleTypes } from '../events/event-queries.js';
import type { EventQueries } from '../events/event-queries.js';
import type { Event } from '../events/event.js';
import { objectPath } from '../events/event-outbox.js';
import type { OrderedList } from '../shared/paging.js';
import type { Transactions } from '../shared/transactions.js';
import { deliveryId, isSuccess } from './delivery.js';
import type { AttemptResult, Delivery, DeliveryStatus } from './delivery.js';
import { TooManyWebhooks, WebhookDisabled, WebhookNotFound } from './errors.js';
import {
  isWebhookId,
  knownTypes,
  MOST_WEBHOOKS,
  shownWebhook,
  validSecrets,
  webhookSettings,
} from './webhook.js';
import type {
  StoredWebhook,
  Webhook,
  WebhookAddresses,
  WebhookDraft,
  WebhookMaker,
  WebhookPatch,
} from './webhook.js';
import type { WebhookProtection } from './webhook-protection.js';
import type { WebhookRepository } from './webhook-repository.js';

/** A webhook whose secret is known, which is so only when it has just been made. */
export interface IssuedWebhook extends Webhook {
  readonly secret: string;
}

/** One request to a receiver. */
export interface Attempt {
  readonly url: string;
  /** `webhook-id` */
  readonly id: string;
  /** each signs */
  readonly secrets: readonly string[];
  readonly event: Event;
}

/** What has become of a test; nothing before the transaction of the request has ended. */
export interface SentTest {
  readonly delivery: Delivery | null;
}

export interface WebhookTools {
  /** `whsec_` and base64 of 32 random bytes */
  newSecret(): string;
  /** for ids of test deliveries: 10 of `a-z0-9` */
  newTestId(): string;
  /** Never fails; ends within 15 seconds. */
  attempt(attempt: Attempt): Promise<AttemptResult>;
  /** There may be something to send. */
  wake(): void;
}

/** Webhooks as their makers see them. Contract: extensions E8.3 */
export class WebhookManagement {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly events: EventQueries,
    private readonly addresses: WebhookAddresses,
    private readonly transactions: Transactions,
    private readonly protection: WebhookProtection,
    private readonly tools: WebhookTools,
  ) {}

  /** By id. */
  async list(): Promise<readonly Webhook[]> {
    const now = new Date();
    return (await this.webhooks.list()).map((webhook) => shownWebhook(webhook, now));
  }

  /** @throws WebhookNotFound */
  async get(id: string): Promise<Webhook> {
    return shownWebhook(await this.existing(id), new Date());
  }

  /** @throws ScopeMissing for a type that is named, InvalidArgument, TooManyWebhooks */
  create({ url, types, description }: WebhookDraft, maker: Principal): Promise<IssuedWebhook> {
    requireTypes(types, maker);
    const settings = webhookSettings({ url, types, description }, null, this.addresses);
    const secret = this.tools.newSecret();
    return this.run(async () => {
      await this.webhooks.hold();
      if ((await this.webhooks.list()).length >= MOST_WEBHOOKS) throw new TooManyWebhooks();
      const id = await this.webhooks.add({ ...settings, maker: makerOf(maker), secret });
      this.transactions.note({ name: id });
      return { ...(await this.get(id)), secret };
    });
  }

  /**
   * Who changes the types, or where they go, is responsible for it from then on: a caller cannot
   * have events sent that it may not read.
   * @throws WebhookNotFound, WebhookTooWeak, ScopeMissing, InvalidArgument
   */
  patch(id: string, patch: WebhookPatch, caller: Principal): Promise<Webhook> {
    return this.run(async () => {
      const before = await this.lockedFor(caller, id);
      requireTypes(patch.types, caller);
      const after = webhookSettings(patch, before, this.addresses);
      const isTakenOver = patch.types !== undefined || after.url !== before.url;
      if (isTakenOver) requireTypes(after.types, caller);
      const maker = isTakenOver ? makerOf(caller) : before.maker;
      await this.webhooks.update(id, after, maker);
      if (isTakenOver) {
        await this.webhooks.giveUpUnreadable(id, maker, readableTypes(caller.scopes));
      }
      return this.get(id);
    });
  }

  /**
   * Gives it another secret.
   * @param overlap how many seconds the current one signs, too, 0 to 2592000
   * @throws WebhookNotFound, WebhookTooWeak
   */
  rotate(id: string, overlap: number, caller: Principal): Promise<IssuedWebhook> {
    return this.run(async () => {
      const { secrets } = await this.lockedFor(caller, id);
      const secret = this.tools.newSecret();
      const until = new Date(Date.now() + overlap * 1000);
      const previous = overlap === 0 ? null : { secret: secrets.current, until };
      await this.webhooks.setSecrets(id, { current: secret, previous });
      return { ...(await this.get(id)), secret };
    });
  }

  /** @throws WebhookNotFound, WebhookTooWeak */
  remove(id: string, caller: Principal): Promise<void> {
    return this.run(async () => {
      await this.lockedFor(caller, id);
      await this.webhooks.remove(id);
    });
  }

  /**
   * One attempt with an event that nobody else sees.
   * @throws WebhookNotFound, WebhookTooWeak
   */
  async test(id: string, origin: ChangeOrigin, caller: Principal): Promise<SentTest> {
    const webhook = await this.existing(id);
    await this.protection.require(webhook, caller);
    const sent: { delivery: Delivery | null } = { delivery: null };
    await this.transactions.afterCommit(async () => {
      sent.delivery = await this.sendTest(webhook, origin);
    });
    return sent;
  }

  /** Newest first. @throws WebhookNotFound */
  async deliveries(id: string, status: DeliveryStatus | null): Promise<OrderedList<Delivery>> {
    await this.existing(id);
    return this.webhooks.deliveries(id, status);
  }

  /**
   * Delivers once more what has happened since an event.
   * @param after id of the event
   * @throws WebhookNotFound, WebhookTooWeak, WebhookDisabled, EventsGone
   */
  replay(id: string, after: string, caller: Principal): Promise<void> {
    return this.run(async () => {
      const { status } = await this.lockedFor(caller, id);
      if (status === 'disabled') throw new WebhookDisabled(id);
      await this.webhooks.replay(id, await this.events.place(after));
    });
  }

  private async sendTest(webhook: StoredWebhook, origin: ChangeOrigin): Promise<Delivery> {
    const { id } = webhook;
    const attempted = new Date();
    const messageId = deliveryId(id, `test_${this.tools.newTestId()}`);
    const event = testEvent(id, origin, attempted);
    const secrets = validSecrets(webhook.secrets, attempted);
    const result = await this.tools.attempt({ url: webhook.url, id: messageId, secrets, event });
    return {
      id: messageId,
      event: String(event.id),
      type: event.type,
      status: isSuccess(result) ? 'delivered' : 'failed',
      attempts: 1,
      responseStatus: 'responseStatus' in result ? result.responseStatus : null,
      error: 'error' in result ? result.error : null,
      attempted,
      nextAttempt: null,
    };
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(async () => {
      const result = await work();
      await this.transactions.afterCommit(async () => this.tools.wake());
      return result;
    });
  }

  private async existing(id: string): Promise<StoredWebhook> {
    const webhook = isWebhookId(id) ? await this.webhooks.find(id) : null;
    if (webhook === null) throw new WebhookNotFound(id);
    return webhook;
  }

  /** For a change by the caller. */
  private async lockedFor(caller: Principal, id: string): Promise<StoredWebhook> {
    const webhook = isWebhookId(id) ? await this.webhooks.lock(id) : null;
    if (webhook === null) throw new WebhookNotFound(id);
    await this.protection.require(webhook, caller);
    return webhook;
  }
}

const makerOf = ({ id, name, kind, scopes }: Principal): WebhookMaker => ({
  ...{ id, name, kind },
  scopes: scopes.all,
});

function requireTypes(words: readonly string[] | null | undefined, { scopes }: Principal): void {
  visibleTypes(knownTypes(words ?? []), scopes);
}

function testEvent(id: string, origin: ChangeOrigin, timestamp: Date): Event {
  const { actor, source, request, traceparent = null } = origin;
  return {
    ...{ id: 0, type: 'webhook.test', timestamp, actor, source, request, traceparent },
    ...{ object: objectPath('webhooks', id), previous: null },
    ...{ changed: [], added: [], removed: [], more: 0 },
  };
}
