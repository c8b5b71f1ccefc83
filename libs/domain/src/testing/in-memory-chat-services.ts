import { DEFAULT_HISTORY_MAX_NUMBER, shownDescription } from '../muc/services/chat-service.js';
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

  async list(): Promise<readonly ChatService[]> {
    return [...this.database.rows.chatServices.values()]
      .map((service) => ({ ...service, description: shownDescription(service.description) }))
      .sort((a, b) => compareCodePoints(a.name, b.name));
  }

  async find(name: ServiceName): Promise<ConfiguredService | null> {
    const found = (await this.list()).find((service) => service.name === name);
    return found ? { ...found, historyMaxNumber: DEFAULT_HISTORY_MAX_NUMBER } : null;
  }

  async exists(name: ServiceName): Promise<boolean> {
    return this.database.rows.chatServices.has(name);
  }

  add({ name, description, hidden }: ChatService): Promise<boolean> {
    return this.database.change(({ chatServices }) => {
      if (chatServices.has(name)) return false;
      chatServices.set(name, { name, description, hidden });
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
