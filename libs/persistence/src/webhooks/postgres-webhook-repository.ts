import type { EventType } from '@chat-admin/domain/events/event-types';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import { deliveryId } from '@chat-admin/domain/webhooks/delivery';
import type { Delivery, DeliveryStatus } from '@chat-admin/domain/webhooks/delivery';
import type {
  StoredWebhook,
  WebhookMaker,
  WebhookSecrets,
  WebhookSettings,
} from '@chat-admin/domain/webhooks/webhook';
import { WebhookRepository } from '@chat-admin/domain/webhooks/webhook-repository';
import type { NewWebhook } from '@chat-admin/domain/webhooks/webhook-repository';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { Conditions, orderedList } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';
import { madeBy, settingValues, withMaker, withSecrets } from './stored-webhook.js';
import type { MakerColumns, SecretColumns } from './stored-webhook.js';
import * as sql from './webhook-statements.js';

type StoredRow = Omit<StoredWebhook, 'maker' | 'secrets'> & MakerColumns & SecretColumns;

const DELIVERIES: ListSource = {
  select: `
    webhook_id::text as webhook, event_id::text as event, type, status, attempts,
    response_status as "responseStatus", error, attempted_at as attempted, next_at as "nextAttempt"`,
  from: 'webhook_delivery',
  key: 'event_id',
  keyType: 'bigint',
  sorts: { key: { expression: 'event_id', kind: 'text' } },
};

export class PostgresWebhookRepository extends WebhookRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  async list(): Promise<readonly StoredWebhook[]> {
    return (await this.db.run<StoredRow>(sql.list)).rows.map((row) => withMaker(withSecrets(row)));
  }

  async find(id: string): Promise<StoredWebhook | null> {
    const [row] = (await this.db.run<StoredRow>(sql.find, [id])).rows;
    return row === undefined ? null : withMaker(withSecrets(row));
  }

  async lock(id: string): Promise<StoredWebhook | null> {
    return (await this.db.run(sql.lock, [id])).count === 0 ? null : this.find(id);
  }

  async hold(): Promise<void> {
    await this.db.run(sql.hold);
  }

  async add({ maker, secret, ...settings }: NewWebhook): Promise<string> {
    const values = [...settingValues(settings, maker), secret];
    return (await this.db.run<{ id: string }>(sql.add, values)).rows[0]!.id;
  }

  async update(id: string, settings: WebhookSettings, maker: WebhookMaker): Promise<void> {
    await this.db.run(sql.update, [id, ...settingValues(settings, maker)]);
    if (settings.status === 'disabled') await this.db.run(sql.giveUp, [id]);
  }

  async giveUpUnreadable(
    id: string,
    maker: WebhookMaker,
    readable: ReadonlySet<EventType>,
  ): Promise<void> {
    await this.db.run(sql.giveUpUnreadable, [id, ...madeBy(maker), [...readable]]);
  }

  async setSecrets(id: string, { current, previous }: WebhookSecrets): Promise<void> {
    const values = [id, current, previous && previous.secret, previous && previous.until];
    await this.db.run(sql.setSecrets, values);
  }

  async remove(id: string): Promise<void> {
    await this.db.run(sql.remove, [id]);
  }

  async replay(id: string, after: number): Promise<void> {
    await this.db.run(sql.replay, [id, after]);
  }

  deliveries(id: string, status: DeliveryStatus | null): OrderedList<Delivery> {
    const conditions = new Conditions().scope((webhook) => `webhook_id = ${webhook}`, id);
    if (status !== null) conditions.add((wanted) => `status = ${wanted}`, status);
    const list = orderedList<Omit<Delivery, 'id'> & { webhook: string }, Delivery>(
      this.streams,
      DELIVERIES,
      conditions,
      ({ webhook, ...delivery }) => ({ id: deliveryId(webhook, delivery.event), ...delivery }),
    );
    const order = { sort: 'key', descending: true };
    return {
      whole: () => list.whole(order),
      page: async ({ limit, after }) => {
        const { items, next } = await list.page({ ...order, limit, after });
        return { items, next: next && { value: '', key: String(next.key) } };
      },
      total: () => list.total(),
    };
  }
}
