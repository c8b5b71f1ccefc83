import { randomBytes } from 'node:crypto';
import { RandomKeyTokens } from '@chat-admin/credentials/random-key-tokens';
import { eventNames } from '@chat-admin/domain/event-fields';
import { EventQueries } from '@chat-admin/domain/events/event-queries';
import { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import { WebhookManagement } from '@chat-admin/domain/webhooks/webhook-management';
import { WebhookProtection } from '@chat-admin/domain/webhooks/webhook-protection';
import { Md5Digest } from '@chat-admin/server/composition/md5-digest';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { CidrRanges } from '@chat-admin/server/edge/address-list';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { Logger } from 'pino';
import { MakerRights } from '../access/maker-rights.js';
import { createNameLookup } from './name-lookup.js';
import type { FindAddresses } from '@chat-admin/server/edge/allowed-lookup';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookMeasures } from './webhook-measures.js';
import { WebhookNetworks } from './webhook-networks.js';
import { WebhookRequests } from './webhook-requests.js';
import { WebhookSender } from './webhook-sender.js';

export interface WebhookOptions {
  readonly networks: readonly string[];
  /** of tokens */
  readonly issuer: string | null;
  /** instead of the name servers */
  readonly findName?: FindAddresses | undefined;
}

/** Webhooks of this instance; the sender is not started. */
export interface WebhookParts {
  readonly management: WebhookManagement;
  readonly sender: WebhookSender;
}

export function openWebhooks(
  persistence: Persistence,
  { networks: own, issuer, findName = createNameLookup() }: WebhookOptions,
  instruments: Instruments,
  log: Logger,
): WebhookParts {
  const { webhooks, webhookQueue, eventLog, eventNews, domain, transactions } = persistence;
  const groupJids = new GroupJids(domain, new Md5Digest());
  const events = new EventQueries(
    eventLog,
    eventNames((name) => groupJids.jidOf(name)),
  );
  const networks = new WebhookNetworks(own);
  const requests = new WebhookRequests(networks, findName);
  const measures = new WebhookMeasures(instruments, webhookQueue);
  const attempts = new WebhookAttempts(webhookQueue, events, requests, (outcome) =>
    measures.attempted(outcome),
  );
  const rights = new MakerRights(persistence, issuer);
  const sender = new WebhookSender(webhookQueue, attempts, rights, eventNews, log);
  const protection = new WebhookProtection(rights, new CidrRanges());
  const tokens = new RandomKeyTokens();
  const management = new WebhookManagement(webhooks, events, networks, transactions, protection, {
    newSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
    newTestId: () => tokens.newToken().id,
    attempt: (attempt) => requests.attempt(attempt),
    wake: () => sender.wake(),
  });
  return { management, sender };
}
