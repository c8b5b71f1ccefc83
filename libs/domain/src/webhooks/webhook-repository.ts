import type { OrderedList } from '../shared/paging.js';
import type { EventType } from '../events/event-types.js';
import type { AttemptResult, Delivery, DeliveryStatus } from './delivery.js';
import type { StoredWebhook, WebhookMaker, WebhookSecrets, WebhookSettings } from './webhook.js';

export interface NewWebhook extends WebhookSettings {
  readonly maker: WebhookMaker;
  readonly secret: string;
}

/** The stored webhooks. Contract: extensions E8.3 */
export abstract class WebhookRepository {
  /** By id. */
  abstract list(): Promise<readonly StoredWebhook[]>;
  abstract find(id: string): Promise<StoredWebhook | null>;
  /** As {@link find}; nobody else changes it until the transaction ends. */
  abstract lock(id: string): Promise<StoredWebhook | null>;
  /** No other transaction adds webhooks until this one ends. */
  abstract hold(): Promise<void>;
  /** Begins with the next event. @returns its id */
  abstract add(webhook: NewWebhook): Promise<string>;
  /**
   * What was disabled and is active now goes on with the next event; of what becomes disabled all
   * deliveries that wait fail. With another address or maker what is being sent goes to the former
   * address, and nothing after it.
   */
  abstract update(id: string, settings: WebhookSettings, maker: WebhookMaker): Promise<void>;
  /** Deliveries that wait fail, of which the maker, if it is this one, may not read the type. */
  abstract giveUpUnreadable(
    id: string,
    maker: WebhookMaker,
    readable: ReadonlySet<EventType>,
  ): Promise<void>;
  abstract setSecrets(id: string, secrets: WebhookSecrets): Promise<void>;
  abstract remove(id: string): Promise<void>;
  /** All events after this one are delivered, once more too. */
  abstract replay(id: string, after: number): Promise<void>;
  /** Newest first. */
  abstract deliveries(id: string, status: DeliveryStatus | null): OrderedList<Delivery>;
}

/** A webhook that is sent to. */
export interface ActiveWebhook {
  readonly id: string;
  readonly types: readonly string[];
  readonly maker: WebhookMaker;
  /** whether there are events that it may want */
  readonly isBehind: boolean;
  /** whether there are deliveries that nobody has tried, and nobody tries */
  readonly waits: boolean;
  /** milliseconds until the first repetition that nobody makes; `null`: there is none */
  readonly nextIn: number | null;
}

/** A delivery that an instance attempts, by the settings that its webhook had when it was claimed. */
export interface DueDelivery {
  readonly webhook: string;
  readonly event: number;
  readonly type: EventType;
  /** finished ones */
  readonly attempts: number;
  readonly url: string;
  readonly secrets: WebhookSecrets;
}

/** A webhook as its maker was looked at: with another maker, or other scopes of it, nothing is claimed. */
export type MadeWebhook = Pick<ActiveWebhook, 'id' | 'maker'>;

/** What is stored of an attempt. */
export interface AttemptRecord {
  readonly due: Pick<DueDelivery, 'webhook' | 'event'>;
  readonly result: AttemptResult;
  readonly attempted: Date;
  /** seconds; `null`: there is none */
  readonly nextIn: number | null;
}

/** What a webhook is like after an attempt. */
export interface AfterAttempt {
  /** whether the instance may go on with first attempts */
  readonly isMine: boolean;
  /** whether all attempts have failed for too long */
  readonly failsTooLong: boolean;
}

/**
 * What is to be sent, and what has become of it. Of each webhook one instance at a time makes first
 * attempts, in order of events; repetitions are leased one by one. A lease lasts 60 seconds. Contract:
 * extensions E8.3
 */
export abstract class WebhookQueue {
  abstract active(): Promise<readonly ActiveWebhook[]>;
  /** Adds deliveries of new events of these types, at most `limit`. @returns whether there may be more */
  abstract fill(webhook: MadeWebhook, types: readonly EventType[], limit: number): Promise<boolean>;
  /** @returns those of the webhooks to which the instance alone makes first attempts now */
  abstract takeTurns(instance: string, ids: readonly string[]): Promise<readonly string[]>;
  /** The next first attempts, while it is the turn of the instance. */
  abstract firsts(
    webhook: MadeWebhook,
    instance: string,
    limit: number,
  ): Promise<readonly DueDelivery[]>;
  abstract endTurn(id: string, instance: string): Promise<void>;
  /** Repetitions that are due, for nobody else. */
  abstract repetitions(webhook: MadeWebhook, limit: number): Promise<readonly DueDelivery[]>;
  abstract finish(record: AttemptRecord, instance: string): Promise<AfterAttempt>;
  /** Others may make first attempts at once. */
  abstract endTurns(instance: string): Promise<void>;
  /** Deliveries that wait fail, of types that the maker may not read. */
  abstract giveUpUnreadable(webhook: MadeWebhook, readable: ReadonlySet<EventType>): Promise<void>;
  /**
   * All deliveries that wait fail.
   * @param maker if the webhook has this one
   * @returns false if it was disabled already
   */
  abstract disable(id: string, reason: string, maker?: WebhookMaker): Promise<boolean>;
  /** All that wait, of all webhooks. */
  abstract pending(): Promise<number>;
  /** Deletes what deleted webhooks have left, at most `limit`. @returns how many */
  abstract tidy(limit: number): Promise<number>;
}
