import { shownDescription } from '../muc/services/chat-service.js';
import type { ChatService, ServiceName } from '../muc/services/chat-service.js';
import { ChatServiceRepository } from '../muc/services/chat-service-repository.js';
import { compareCodePoints } from '../shared/order.js';
import type { InMemoryDatabase } from './in-memory-database.js';

export class InMemoryChatServiceRepository extends ChatServiceRepository {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async list(): Promise<readonly ChatService[]> {
    return [...this.database.rows.chatServices.values()]
      .map((service) => ({ ...service, description: shownDescription(service.description) }))
      .sort((a, b) => compareCodePoints(a.name, b.name));
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
}
