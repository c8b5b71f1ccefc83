import type { ChatServer } from '../../chat-server/chat-server.js';
import { fieldsThatDiffer, shownOf } from '../../shared/fields.js';
import type { Transactions } from '../../shared/transactions.js';
import { checkNewService, patchedService, SERVICE_SHOWN } from './chat-service.js';
import type {
  ChatServiceDraft,
  ChatServicePatch,
  ConfiguredService,
  ServiceName,
} from './chat-service.js';
import type { ChatServiceRepository } from './chat-service-repository.js';
import type { ServiceNames } from './service-names.js';
import { ServiceAlreadyExists, ServiceHasRooms, ServiceNotFound } from '../errors.js';

/** Contract: muc-and-legacy 2, extensions E3.1 */
export class ChatServiceManagement {
  constructor(
    private readonly services: ChatServiceRepository,
    private readonly transactions: Transactions,
    private readonly names: ServiceNames,
    private readonly chatServer: ChatServer,
  ) {}

  list(): Promise<readonly ConfiguredService[]> {
    return this.services.list();
  }

  /** @param path as received. @throws ServiceNotFound */
  async get(path: string): Promise<ConfiguredService> {
    const found = await this.services.find(await this.named(path));
    if (found === null) throw new ServiceNotFound(path);
    return found;
  }

  /** @throws InvalidArgument, ServiceAlreadyExists, TooManyServices */
  async create(draft: ChatServiceDraft | null): Promise<void> {
    const service = await checkNewService(draft, this.names);
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
    const name = await this.named(path);
    const { after, changed } = await this.transactions.run(async () => {
      const before = await this.services.lock(name);
      if (before === null) throw new ServiceNotFound(path);
      const named =
        patch.name === undefined ? name : patch.name && (await this.names.find(patch.name));
      const after = patchedService(before, patch, path, named || null);
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
    const name = await this.named(path);
    const done = await this.services.remove(name);
    if (done === 'missing') throw new ServiceNotFound(path);
    if (done === 'occupied') throw new ServiceHasRooms(name);
    await this.transactions.afterCommit(() => this.chatServer.servicesChanged());
  }

  private async named(path: string): Promise<ServiceName> {
    const name = await this.names.find(path);
    if (name === null) throw new ServiceNotFound(path);
    return name;
  }
}
