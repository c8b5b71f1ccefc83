import type { ChatServer } from '../../chat-server/chat-server.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Transactions } from '../../shared/transactions.js';
import { checkNewService } from './chat-service.js';
import type { ChatService, ChatServiceDraft } from './chat-service.js';
import type { ChatServiceRepository } from './chat-service-repository.js';
import { ServiceAlreadyExists } from '../errors.js';

/** Contract: muc-and-legacy 2 */
export class ChatServiceManagement {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  list(): Promise<readonly ChatService[]> {
    return this.services.list();
  }

  /** @throws InvalidArgument, ServiceAlreadyExists */
  async create(draft: ChatServiceDraft | null): Promise<void> {
    const service = checkNewService(draft, this.domain);
    await this.transactions.run(async () => {
      if (!(await this.services.add(service))) throw new ServiceAlreadyExists(service.sent);
    });
    await this.transactions.afterCommit(() => this.chatServer.servicesChanged());
  }
}
