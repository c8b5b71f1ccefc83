import { TooManyServices } from '../muc/errors.js';
import {
  DEFAULT_HISTORY_MAX_NUMBER,
  MOST_CHAT_SERVICES,
  shownDescription,
} from '../muc/services/chat-service.js';
import type { ChatService, ConfiguredService, ServiceName } from '../muc/services/chat-service.js';
import { ChatServiceRepository } from '../muc/services/chat-service-repository.js';
import type { ServiceRemoval } from '../muc/services/chat-service-repository.js';
import { compareCodePoints } from '../shared/order.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { InMemoryTransactions } from './in-memory-transactions.js';

export class InMemoryChatServiceRepository extends ChatServiceRepository {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly transactions: InMemoryTransactions,
  ) {
    super();
  }

  async list(): Promise<readonly ConfiguredService[]> {
    return [...this.database.rows.chatServices.values()]
      .map((row) => ({ ...row, description: shownDescription(row.description) }))
      .sort((a, b) => compareCodePoints(a.name, b.name));
  }

  async find(name: ServiceName): Promise<ConfiguredService | null> {
    const row = this.database.rows.chatServices.get(name);
    return row ? { ...row, description: shownDescription(row.description) } : null;
  }

  /** Transactions run one after the other: being in one is the lock. */
  lock(name: ServiceName): Promise<ConfiguredService | null> {
    return this.find(name);
  }

  async update(service: ConfiguredService): Promise<void> {
    await this.database.change(({ chatServices }) => chatServices.set(service.name, service));
  }

  async exists(name: ServiceName): Promise<boolean> {
    return this.database.rows.chatServices.has(name);
  }

  add({ name, description, hidden }: ChatService): Promise<boolean> {
    return this.database.change(({ chatServices }) => {
      if (chatServices.has(name)) return false;
      if (chatServices.size >= MOST_CHAT_SERVICES) throw new TooManyServices(name);
      chatServices.set(name, {
        ...{ name, description, hidden },
        historyMaxNumber: DEFAULT_HISTORY_MAX_NUMBER,
      });
      return true;
    });
  }

  async remove(name: ServiceName): Promise<ServiceRemoval> {
    const { chatServices, rooms } = this.database.rows;
    if (!chatServices.has(name)) return 'missing';
    if ([...rooms.values()].some(({ service }) => service === name)) return 'occupied';
    await this.transactions.run(() =>
      this.database.change((rows) => rows.chatServices.delete(name)),
    );
    return 'removed';
  }
}
