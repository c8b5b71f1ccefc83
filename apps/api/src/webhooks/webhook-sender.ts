import { randomUUID } from 'node:crypto';
import type { EventNews } from '@chat-admin/domain/events/event-log';
import { visibleTypes } from '@chat-admin/domain/events/event-queries';
import type { EventType } from '@chat-admin/domain/events/event-types';
import type { ScopeSet } from '@chat-admin/domain/shared/scopes';
import { askedTypes } from '@chat-admin/domain/webhooks/webhook';
import type { ActiveWebhook, WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';
import { Rounds } from '@chat-admin/persistence/database/rounds';
import type { Logger } from 'pino';
import type { Maker } from '../access/maker-rights.js';
import type { WebhookAttempts } from './webhook-attempts.js';

/** Changes of a moment share the work. */
const PACE = { gatherMs: 20, apartMs: 20 };
/** For what nobody tells: instances that have died. */
const LOOK_MS = 2_000;
const EVENTS_AT_ONCE = 1_000;
const FIRSTS_AT_ONCE = 20;
/** Of one webhook at once, by one instance. */
const MOST_REPETITIONS = 4;

export interface WebhookRights {
  of(maker: Maker): Promise<ScopeSet | null>;
}

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
    private readonly makers: WebhookRights,
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
    if (webhooks.length === 0) this.idleUntil = Date.now() + LOOK_MS;
    const waiting: string[] = [];
    let delayMs = LOOK_MS;
    for (const webhook of webhooks) {
      if (this.stopped) return LOOK_MS;
      const types = await this.typesOf(webhook);
      if (types === null) continue;
      const hasRest =
        webhook.isBehind && (await this.queue.fill(webhook.id, types, EVENTS_AT_ONCE));
      if (hasRest) delayMs = 0;
      if ((webhook.waits || webhook.isBehind) && !this.mine.has(webhook.id))
        waiting.push(webhook.id);
      const { nextIn } = webhook;
      if (nextIn === null) continue;
      if (nextIn > 0) delayMs = Math.min(delayMs, nextIn);
      else await this.repeat(webhook);
    }
    if (waiting.length > 0) await this.begin(waiting, webhooks);
    return Math.max(delayMs, PACE.gatherMs);
  }

  /** Those that its maker may read; `null`: the maker's rights have ended, and so has the webhook. */
  private async typesOf({ id, maker, types }: ActiveWebhook): Promise<readonly EventType[] | null> {
    const scopes = await this.makers.of(maker);
    if (!scopes?.covers('events:read')) {
      await this.queue.disable(id, `The rights of ${maker.name} have ended`);
      return null;
    }
    const { named, covered } = askedTypes(types);
    return [...visibleTypes({ named: [], covered: [...named, ...covered] }, scopes)];
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
      const due = await this.queue.firsts(id, this.instance, FIRSTS_AT_ONCE);
      if (due.length === 0 || !(await this.attempts.oneByOne(webhook, due, this.instance))) break;
    }
    await this.queue.endTurn(id, this.instance);
  }

  private async repeat(webhook: ActiveWebhook): Promise<void> {
    const { id } = webhook;
    const running = this.repeating.get(id) ?? 0;
    if (running >= MOST_REPETITIONS) return;
    const due = await this.queue.repetitions(id, MOST_REPETITIONS - running);
    this.repeating.set(id, running + due.length);
    for (const one of due) {
      void this.attempts
        .oneByOne(webhook, [one], this.instance)
        .catch((error: unknown) => this.log.warn(error, `Webhook ${id} could not be sent to`))
        .finally(() => {
          this.repeating.set(id, this.repeating.get(id)! - 1);
          this.wake();
        });
    }
  }
}
