import type { ChatService, ConfiguredService, ServiceName } from './chat-service.js';

/** `occupied`: it has rooms, temporary ones included, and stays. */
export type ServiceRemoval = 'removed' | 'missing' | 'occupied';

export abstract class ChatServiceRepository {
  /** All services by name. */
  abstract list(): Promise<readonly ConfiguredService[]>;
  abstract find(name: ServiceName): Promise<ConfiguredService | null>;
  /** As {@link find}, and locks the service until the transaction ends. */
  abstract lock(name: ServiceName): Promise<ConfiguredService | null>;
  /** Overwrites a service that must exist. */
  abstract update(service: ConfiguredService): Promise<void>;
  abstract exists(name: ServiceName): Promise<boolean>;
  /**
   * @returns false, storing nothing, if a service of that name exists
   * @throws TooManyServices if it would be one too many
   */
  abstract add(service: ChatService): Promise<boolean>;
  /** Of a removal and a new room at the same time one waits for the other. */
  abstract remove(name: ServiceName): Promise<ServiceRemoval>;
}
