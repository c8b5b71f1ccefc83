import type { ChatService, ServiceName } from './chat-service.js';

export abstract class ChatServiceRepository {
  /** All services by name. */
  abstract list(): Promise<readonly ChatService[]>;
  abstract exists(name: ServiceName): Promise<boolean>;
  /** @returns false when a service of that name exists; nothing is stored then */
  abstract add(service: ChatService): Promise<boolean>;
}
