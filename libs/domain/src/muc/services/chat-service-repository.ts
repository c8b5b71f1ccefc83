import type { ChatService, ServiceName } from './chat-service.js';

export abstract class ChatServiceRepository {
  /** All services by name. */
  abstract list(): Promise<readonly ChatService[]>;
  abstract exists(name: ServiceName): Promise<boolean>;
  /** @returns false, storing nothing, if a service of that name exists */
  abstract add(service: ChatService): Promise<boolean>;
}
