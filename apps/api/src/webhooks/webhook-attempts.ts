import type { EventQueries } from '@chat-admin/domain/events/event-queries';
import type { Event } from '@chat-admin/domain/events/event';
import { deliveryId, isGone, isSuccess, pauseAfter } from '@chat-admin/domain/webhooks/delivery';
import type { AttemptResult } from '@chat-admin/domain/webhooks/delivery';
import { validSecrets } from '@chat-admin/domain/webhooks/webhook';
import type { Attempt } from '@chat-admin/domain/webhooks/webhook-management';
import type { DueDelivery, WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';

/** `again`: it failed, and will be repeated. */
export type AttemptOutcome = 'delivered' | 'again' | 'failed';

const GONE = 'The receiver answered 410';
const FAILS_TOO_LONG = 'No delivery has succeeded for 5 days';

/** Attempts, and what follows from how they end. */
export class WebhookAttempts {
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly queue: WebhookQueue,
    private readonly events: EventQueries,
    private readonly requests: {
      attempt(attempt: Attempt): Promise<AttemptResult>;
      close(): void;
    },
    private readonly count: (outcome: AttemptOutcome) => void,
    private readonly random: () => number = Math.random,
  ) {}

  /** @returns whether the instance may go on with first attempts */
  async oneByOne(deliveries: readonly DueDelivery[], instance: string): Promise<boolean> {
    const events = await this.events.find(deliveries.map(({ event }) => event));
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const due of deliveries) {
      const event = byId.get(due.event);
      // deliveries go with their events
      if (event === undefined) continue;
      const attempt = this.one(due, event, instance);
      this.running.add(attempt);
      const goesOn = await attempt.finally(() => this.running.delete(attempt));
      if (!goesOn) return false;
    }
    return true;
  }

  /** Waits for those that run, at most so long; others repeat what is given up. */
  async close(graceMs: number): Promise<void> {
    this.isClosed = true;
    const timer = setTimeout(() => this.requests.close(), graceMs);
    await Promise.allSettled(this.running);
    clearTimeout(timer);
    this.requests.close();
  }

  private isClosed = false;

  private async one(due: DueDelivery, event: Event, instance: string): Promise<boolean> {
    if (this.isClosed) return false;
    const { webhook: id, url, secrets } = due;
    const attempted = new Date();
    const result = await this.requests.attempt({
      ...{ url, event, id: deliveryId(id, String(event.id)) },
      secrets: validSecrets(secrets, attempted),
    });
    const nextIn = isSuccess(result) ? null : pauseAfter(due.attempts + 1, result, this.random());
    const record = { due, result, attempted, nextIn };
    const { isMine, failsTooLong } = await this.queue.finish(record, instance);
    this.count(isSuccess(result) ? 'delivered' : nextIn === null ? 'failed' : 'again');
    const reason = isGone(result) ? GONE : failsTooLong ? FAILS_TOO_LONG : null;
    if (reason !== null) await this.queue.disable(id, reason);
    return isMine && reason === null && !this.isClosed;
  }
}
