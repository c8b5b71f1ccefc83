import type { PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ActiveWebhook, WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';
import { RequestAuditTrail, withAudit } from '@chat-admin/server/edge/audited-requests';
import { pino } from 'pino';
import type { WebhookAttempts } from './webhook-attempts.js';
import { WebhookSender } from './webhook-sender.js';

const alices = { origin: () => ({ actor: 'alice', source: 'api', request: '7f3a' }) };
const trail = new RequestAuditTrail();

const webhook: ActiveWebhook = {
  ...{ id: '3', types: ['user.*'] },
  maker: { id: 'key:7hq2m9xk4d', name: 'key:portal', kind: 'key', scopes: ['*'] },
  ...{ isBehind: true, waits: false, nextIn: null },
};

/** Its webhook has a maker whose rights have ended. @returns whose requests its work belongs to */
async function endedBy(wake: (sender: WebhookSender, news: () => void) => void) {
  let ended: (whose: PendingAudit | null) => void;
  const whose = new Promise<PendingAudit | null>((resolve) => (ended = resolve));
  const queue = {
    active: async () => [webhook],
    disable: async () => {
      ended(trail.pending());
      return true;
    },
    endTurns: async () => undefined,
  } as unknown as WebhookQueue;
  let news: () => void = () => undefined;
  const sender = new WebhookSender(
    queue,
    { close: async () => undefined } as unknown as WebhookAttempts,
    { of: async () => null },
    { subscribe: (listener) => ((news = listener), () => undefined) },
    pino({ enabled: false }),
  );
  wake(sender, () => news());
  const found = await whose;
  await sender.stop(0);
  return found;
}

const asAlice = (work: () => void) => withAudit(alices as unknown as PendingAudit, work);

it.each<[by: string, wake: Parameters<typeof endedBy>[0]]>([
  ['a request', (sender) => asAlice(() => sender.wake())],
  [
    'the news of its change',
    (sender, news) => {
      sender.start();
      asAlice(news);
    },
  ],
])('what it does when %s wakes it is done by the service itself', async (_by, wake) => {
  expect(await endedBy(wake)).toBeNull();
});
