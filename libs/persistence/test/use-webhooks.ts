import { randomUUID } from 'node:crypto';
import type { WebhookMaker, WebhookSettings } from '@chat-admin/domain/webhooks/webhook';
import { PostgresWebhookQueue } from '../src/webhooks/postgres-webhook-queue.js';
import { PostgresWebhookRepository } from '../src/webhooks/postgres-webhook-repository.js';
import type { OpenDatabase } from './open-database.js';

const settings: WebhookSettings = {
  ...{ url: 'https://a.example/', types: ['*'], description: null },
  status: 'active',
};
const maker: WebhookMaker = { id: 'secret:a', name: 'a', kind: 'secret', scopes: ['*'] };

/** Each statement of webhooks, on many deliveries. */
export async function useWebhooks({ db, streams, transactions }: OpenDatabase): Promise<void> {
  const webhooks = new PostgresWebhookRepository(db, streams);
  const queue = new PostgresWebhookQueue(db, transactions);
  const id = await transactions.run(async () => {
    await webhooks.hold();
    return webhooks.add({ ...settings, maker, secret: 'whsec_AAAA' });
  });
  await transactions.run(async () => {
    await webhooks.lock(id);
    await webhooks.update(id, settings, maker);
    await webhooks.giveUpUnreadable(id, maker, new Set(['user.created']));
    await webhooks.setSecrets(id, { current: 'whsec_BBBB', previous: null });
    await webhooks.replay(id, 0);
  });
  await webhooks.list();
  const instance = randomUUID();
  const webhook = { id, maker };
  await queue.active();
  await queue.fill(webhook, ['user.created', 'session.closed'], 100);
  await queue.takeTurns(instance, [id]);
  await queue.firsts(webhook, instance, 10);
  await queue.repetitions(webhook, 10);
  await queue.giveUpUnreadable(webhook, new Set(['user.created']));
  const due = { webhook: id, event: 11 };
  const result = { error: 'timeout' } as const;
  await queue.finish({ due, result, attempted: new Date(), nextIn: 5 }, instance);
  await queue.endTurn(id, instance);
  await queue.endTurns(instance);
  await queue.pending();
  await queue.disable(id, 'over');
  await webhooks.remove(id);
  await queue.tidy(10);
}
