import { randomUUID } from 'node:crypto';
import { RightsEnded } from '@chat-admin/domain/access/errors';
import type { Makers } from '@chat-admin/domain/access/maker';
import type { EventNews } from '@chat-admin/domain/events/event-log';
import { readableTypes } from '@chat-admin/domain/events/event-queries';
import type { EventType } from '@chat-admin/domain/events/event-types';
import { askedTypes } from '@chat-admin/domain/webhooks/webhook';
import type {
  ActiveWebhook,
  DueDelivery,
  MadeWebhook,
  WebhookQueue,
} from '@chat-admin/domain/webhooks/webhook-repository';
import { Rounds } from '@chat-admin/persistence/database/rounds';
import type { Logger } from 'pino';
import type { WebhookAttempts } from './webhook-attempts.js';

/** Changes of a moment share the work. */
const PACE = { gatherMs: 20, apartMs: 20 };
/** For what nobody tells: instances that have died. */
const LOOK_MS = 2_000;
/** The same while there are no webhooks. */
const IDLE_MS = 10_000;
const EVENTS_AT_ONCE = 1_000;
const FIRSTS_AT_ONCE = 20;
/** Of one webhook at once, by one instance. */
const MOST_REPETITIONS = 4;

/**
 * Sends events to webhooks. Any instance may; of one webhook one makes the first attempts, one by one.
 * Contract: extensions E8.3
 */
export class WebhookSender {
  private readonly instance = randomUUID();
  private readonly repeating = new Map<string, number>();
  private readonly mine = new Map<string, Promise<void>>();
  private unsubscribe: () => void = () => undefined;
  private readonly rounds = new Rounds(() => this.round(), PACE);
  private stopped = false;
  private isFailing = false;
  private idleUntil = 0;

  constructor(
    private readonly queue: WebhookQueue,
    private readonly attempts: WebhookAttempts,
    private readonly makers: Makers,
    private readonly news: EventNews,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.unsubscribe = this.news.subscribe(() => {
      // nothing is sent to anybody
      if (Date.now() >= this.idleUntil) this.wake();
    });
    this.wake();
  }

  /** There may be something to send. */
  wake(): void {
    this.idleUntil = 0;
    this.rounds.wake();
  }

  /** Whether the last look at what is to be sent has failed. */
  get fails(): boolean {
    return this.isFailing;
  }

  /** Waits for attempts that run, at most so long. */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    this.unsubscribe();
    await this.rounds.stop();
    await this.attempts.close(graceMs);
    await Promise.all(this.mine.values());
    await this.queue.endTurns(this.instance).catch(() => undefined);
  }

  private round(): Promise<number> {
    return this.look().catch((error: unknown) => {
      if (!this.isFailing) this.log.warn(error, 'Webhooks could not be looked at');
      this.isFailing = true;
      return LOOK_MS;
    });
  }

  /** @returns when to look again */
  private async look(): Promise<number> {
    const webhooks = await this.queue.active();
    this.isFailing = false;
    if (webhooks.length === 0) {
      this.idleUntil = Date.now() + IDLE_MS;
      return IDLE_MS;
    }
    const waiting: string[] = [];
    let delayMs = LOOK_MS;
    for (const webhook of webhooks) {
      if (this.stopped) return LOOK_MS;
      const readable = await this.readableTo(webhook);
      if (readable === null) continue;
      const types = asked(webhook).filter((type) => readable.has(type));
      const hasRest = webhook.isBehind && (await this.queue.fill(webhook, types, EVENTS_AT_ONCE));
      if (hasRest) delayMs = 0;
      if ((webhook.waits || webhook.isBehind) && !this.mine.has(webhook.id))
        waiting.push(webhook.id);
      const { nextIn } = webhook;
      if (nextIn === null) continue;
      if (nextIn > 0) delayMs = Math.min(delayMs, nextIn);
      else await this.repeat(webhook, readable);
    }
    if (waiting.length > 0) await this.begin(waiting, webhooks);
    return Math.max(delayMs, PACE.gatherMs);
  }

  /** What its maker may read now; `null`: the maker's rights have ended, and so has the webhook. */
  private async readableTo({ id, maker }: MadeWebhook): Promise<ReadonlySet<EventType> | null> {
    const standing = await this.makers.of(maker);
    if (standing?.scopes.covers('events:read')) return readableTypes(standing.scopes);
    await this.queue.disable(id, new RightsEnded(maker.name).message, maker);
    return null;
  }

  /** Those of the deliveries that its maker may read; the others fail. */
  private async permitted(
    webhook: MadeWebhook,
    due: readonly DueDelivery[],
    readable: ReadonlySet<EventType>,
  ): Promise<readonly DueDelivery[]> {
    const permitted = due.filter(({ type }) => readable.has(type));
    if (permitted.length < due.length) await this.queue.giveUpUnreadable(webhook, readable);
    return permitted;
  }

  private async begin(ids: readonly string[], webhooks: readonly ActiveWebhook[]): Promise<void> {
    for (const id of await this.queue.takeTurns(this.instance, ids)) {
      const webhook = webhooks.find((one) => one.id === id)!;
      const turn = this.turn(webhook)
        .catch((error: unknown) => this.log.warn(error, `Webhook ${id} could not be sent to`))
        .finally(() => {
          this.mine.delete(id);
          this.wake();
        });
      this.mine.set(id, turn);
    }
  }

  /** First attempts, one by one, while there are any. */
  private async turn(webhook: ActiveWebhook): Promise<void> {
    const { id } = webhook;
    while (!this.stopped) {
      const readable = await this.readableTo(webhook);
      if (readable === null) break;
      const due = await this.queue.firsts(webhook, this.instance, FIRSTS_AT_ONCE);
      if (due.length === 0) break;
      const permitted = await this.permitted(webhook, due, readable);
      if (!(await this.attempts.oneByOne(permitted, this.instance))) break;
    }
    await this.queue.endTurn(id, this.instance);
  }

  private async repeat(webhook: ActiveWebhook, readable: ReadonlySet<EventType>): Promise<void> {
    const { id } = webhook;
    const running = this.repeating.get(id) ?? 0;
    if (running >= MOST_REPETITIONS) return;
    const claimed = await this.queue.repetitions(webhook, MOST_REPETITIONS - running);
    const due = await this.permitted(webhook, claimed, readable);
    this.repeating.set(id, running + due.length);
    for (const one of due) {
      void this.attempts
        .oneByOne([one], this.instance)
        .catch((error: unknown) => this.log.warn(error, `Webhook ${id} could not be sent to`))
        .finally(() => {
          this.repeating.set(id, this.repeating.get(id)! - 1);
          this.wake();
        });
    }
  }
}

/** The types that it wants, permitted or not. */
function asked({ types }: ActiveWebhook): readonly EventType[] {
  const { named, covered } = askedTypes(types);
  return [...new Set([...named, ...covered])];
}
