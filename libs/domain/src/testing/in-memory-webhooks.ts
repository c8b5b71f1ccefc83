import type { OrderedList } from '../shared/paging.js';
import type { Delivery } from '../webhooks/delivery.js';
import type {
  StoredWebhook,
  WebhookMaker,
  WebhookSecrets,
  WebhookSettings,
} from '../webhooks/webhook.js';
import { WebhookRepository } from '../webhooks/webhook-repository.js';
import type { NewWebhook } from '../webhooks/webhook-repository.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { orderedList } from './in-memory-lists.js';

/** Webhooks to which nothing is sent. */
export class InMemoryWebhookRepository extends WebhookRepository {
  /** of the next new one; `null`: that follows the highest */
  nextId: string | null = null;

  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async list(): Promise<readonly StoredWebhook[]> {
    const all = [...this.database.rows.webhooks.values()];
    return all.sort((one, other) => Number(one.id) - Number(other.id));
  }

  async find(id: string): Promise<StoredWebhook | null> {
    return this.database.rows.webhooks.get(id) ?? null;
  }

  /** Transactions wait for each other anyway. */
  lock(id: string): Promise<StoredWebhook | null> {
    return this.find(id);
  }

  async hold(): Promise<void> {}

  async add({ secret, maker, ...settings }: NewWebhook): Promise<string> {
    const last = (await this.list()).at(-1)?.id ?? '0';
    const id = this.nextId ?? String(Number(last) + 1);
    const webhook: StoredWebhook = {
      ...settings,
      ...{ id, maker, createdBy: maker.name, created: new Date(), reason: null, pending: 0 },
      ...{ lastSuccess: null, lastFailure: null, secrets: { current: secret, previous: null } },
    };
    await this.database.change(({ webhooks }) => webhooks.set(id, webhook));
    return id;
  }

  async update(id: string, settings: WebhookSettings, maker: WebhookMaker): Promise<void> {
    await this.change(id, { ...settings, maker, reason: null });
  }

  async giveUpUnreadable(): Promise<void> {}

  async setSecrets(id: string, secrets: WebhookSecrets): Promise<void> {
    await this.change(id, { secrets });
  }

  async remove(id: string): Promise<void> {
    await this.database.change(({ webhooks }) => webhooks.delete(id));
  }

  async replay(): Promise<void> {}

  deliveries(): OrderedList<Delivery> {
    return orderedList(
      () => [],
      ({ event }) => [Number(event), event],
    );
  }

  private async change(id: string, change: Partial<StoredWebhook>): Promise<void> {
    await this.database.change(({ webhooks }) => {
      const webhook = webhooks.get(id);
      if (webhook !== undefined) webhooks.set(id, { ...webhook, ...change });
    });
  }
}
