import type { WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { AttemptOutcome } from './webhook-attempts.js';

/** What is counted of webhooks. */
export class WebhookMeasures {
  private readonly deliveries;

  constructor(instruments: Instruments, queue: WebhookQueue) {
    this.deliveries = instruments.counter('chat_admin_webhook_deliveries_total');
    for (const outcome of ['delivered', 'again', 'failed'] as const) this.deliveries.of(outcome);
    instruments.reading('chat_admin_webhook_deliveries_pending', async () => [
      [[], await queue.pending()] as const,
    ]);
  }

  attempted(outcome: AttemptOutcome): void {
    this.deliveries.of(outcome).count += 1;
  }
}
