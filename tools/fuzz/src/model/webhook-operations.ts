import { webhookDraftDoc } from '@chat-admin/codecs/webhooks/webhook.doc';
import { unboundedPrincipal } from '@chat-admin/domain/access/principal';
import { eventNames } from '@chat-admin/domain/event-fields';
import { EventQueries } from '@chat-admin/domain/events/event-queries';
import type { InMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { WebhookManagement } from '@chat-admin/domain/webhooks/webhook-management';
import { WebhookProtection } from '@chat-admin/domain/webhooks/webhook-protection';
import type { WebhookRepository } from '@chat-admin/domain/webhooks/webhook-repository';
import type { Random } from '../random.js';
import { CHANGE, CREATE, type Operation, plain, REMOVE, sending, type Verb } from './operation.js';

const CALLER = unboundedPrincipal('secret', 'secret');
/** Of what no other change of the model is. */
const TYPES = ['key.*', 'job.finished', 'session.closed'] as const;
/** Refused at the connection, so that nobody is called. */
const URL = 'https://127.0.0.1/';

const ROTATE: Verb = { method: 'POST', success: 200 };
const REPLAY: Verb = { method: 'POST', success: 202 };

/** Administers webhooks, of which none sends. */
export function silentWebhooks(
  webhooks: WebhookRepository,
  { eventLog, transactions, addressRanges }: InMemoryPorts,
): WebhookManagement {
  const protection = new WebhookProtection({ of: () => Promise.resolve(null) }, addressRanges);
  const addresses = { isUsable: () => true };
  const events = new EventQueries(
    eventLog,
    eventNames((name) => name),
  );
  return new WebhookManagement(webhooks, events, addresses, transactions, protection, {
    newSecret: () => 'whsec_',
    newTestId: () => 'none',
    attempt: () => Promise.resolve({ error: 'address not allowed' }),
    wake: () => undefined,
  });
}

/** @param known ids of those that there are */
export function webhookChange(random: Random, known: readonly string[]): Operation {
  const description = String(random.below(1000));
  const types = TYPES.filter(() => random.oneIn(2));
  if (known.length === 0 || random.oneIn(4)) {
    return sending(
      CREATE,
      '/webhooks',
      { url: URL, types, description },
      webhookDraftDoc,
      (to, draft) => to.webhooks.create(draft ?? {}, CALLER),
    );
  }
  const id = random.pick(known);
  const path = `/webhooks/${id}`;
  switch (random.below(5)) {
    case 0: {
      const body = { status: random.oneIn(2) ? 'disabled' : 'active', types };
      return patching(path, body, (to) => to.webhooks.patch(id, body, CALLER));
    }
    case 1: {
      const body = { description };
      return patching(path, body, (to) => to.webhooks.patch(id, body, CALLER));
    }
    case 2:
      return plain(ROTATE, `${path}/rotate`, (to) => to.webhooks.rotate(id, 60, CALLER));
    case 3:
      return plain(REPLAY, `${path}/replay?after=0`, (to) => to.webhooks.replay(id, '0', CALLER));
    default:
      return plain(REMOVE, path, (to) => to.webhooks.remove(id, CALLER));
  }
}

const patching = (path: string, body: object, run: Operation['run']): Operation => ({
  ...plain(CHANGE, path, run),
  body,
});
