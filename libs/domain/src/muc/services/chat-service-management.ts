import type { ChatServer } from '../../chat-server/chat-server.js';
import { fieldsThatDiffer, shownOf } from '../../shared/fields.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Transactions } from '../../shared/transactions.js';
import { checkNewService, patchedService, SERVICE_SHOWN, serviceName } from './chat-service.js';
import type {
  ChatServiceDraft,
  ChatServicePatch,
  ConfiguredService,
  ServiceName,
} from './chat-service.js';
import type { ChatServiceRepository } from './chat-service-repository.js';
import { ServiceAlreadyExists, ServiceHasRooms, ServiceNotFound } from '../errors.js';

/** Contract: muc-and-legacy 2, extensions E3.1 */
export class ChatServiceManagement {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
    private readonly chatServer: ChatServer,
  ) {}

  list(): Promise<readonly ConfiguredService[]> {
    return this.services.list();
  }

  /** @param path as received. @throws ServiceNotFound */
  async get(path: string): Promise<ConfiguredService> {
    const found = await this.services.find(this.named(path));
    if (found === null) throw new ServiceNotFound(path);
    return found;
  }

  /** @throws InvalidArgument, ServiceAlreadyExists, TooManyServices */
  async create(draft: ChatServiceDraft | null): Promise<void> {
    const service = checkNewService(draft, this.domain);
    await this.transactions.run(async () => {
      if (!(await this.services.add(service))) throw new ServiceAlreadyExists(service.sent);
    });
    await this.transactions.afterCommit(() => this.chatServer.servicesChanged());
  }

  /**
   * Changes what `patch` names. @throws ServiceNotFound, InvalidArgument
   * @param path as received
   */
  async patch(path: string, patch: ChatServicePatch): Promise<ConfiguredService> {
    const name = this.named(path);
    const { after, changed } = await this.transactions.run(async () => {
      const before = await this.services.lock(name);
      if (before === null) throw new ServiceNotFound(path);
      const after = patchedService(before, patch, path, this.domain);
      const changed = shownOf(SERVICE_SHOWN, fieldsThatDiffer(before, after));
      this.transactions.note({ changed });
      if (changed.length > 0) await this.services.update(after);
      return { after, changed };
    });
    if (changed.length > 0) {
      await this.transactions.afterCommit(() => this.chatServer.servicesChanged());
    }
    return after;
  }

  /** @param path as received. @throws ServiceNotFound, ServiceHasRooms */
  async remove(path: string): Promise<void> {
    const name = this.named(path);
    const done = await this.services.remove(name);
    if (done === 'missing') throw new ServiceNotFound(path);
    if (done === 'occupied') throw new ServiceHasRooms(name);
    await this.transactions.afterCommit(() => this.chatServer.servicesChanged());
  }

  private named(path: string): ServiceName {
    const name = serviceName(path, this.domain);
    if (name === null) throw new ServiceNotFound(path);
    return name;
  }
}
