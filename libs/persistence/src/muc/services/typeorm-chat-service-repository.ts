import { shownDescription } from '@chat-admin/domain/muc/services/chat-service';
import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { ChatServiceRepository } from '@chat-admin/domain/muc/services/chat-service-repository';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { ChatServiceTable } from '../rooms/room.table.js';

/** Sent with every new room, whose service is created if missing. */
const add: Statement = {
  name: 'chat-service-add',
  text: `
    insert into chat_service (name, description, hidden) values ($1, $2, $3)
    on conflict on constraint chat_service_pk do nothing`,
};

/** Chat services in `chat_service`. */
export class TypeormChatServiceRepository extends ChatServiceRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(): Promise<readonly ChatService[]> {
    const rows = await this.services.find({ order: { name: 'asc' } });
    return rows.map(({ name, description, hidden }) => ({
      name,
      description: shownDescription(description),
      hidden,
    }));
  }

  exists(name: ServiceName): Promise<boolean> {
    return this.services.existsBy({ name });
  }

  async add({ name, description, hidden }: ChatService): Promise<boolean> {
    return (await this.db.run(add, [name, description, hidden])).count > 0;
  }

  private get services() {
    return this.db.table(ChatServiceTable);
  }
}
