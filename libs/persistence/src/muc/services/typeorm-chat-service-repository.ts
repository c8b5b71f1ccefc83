import { shownDescription } from '@chat-admin/domain/muc/services/chat-service';
import type { ChatService, ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import { ChatServiceRepository } from '@chat-admin/domain/muc/services/chat-service-repository';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';

const list: Statement = {
  name: 'chat-service-list',
  text: `select name, description, hidden from chat_service order by name`,
};

const exists: Statement = {
  name: 'chat-service-exists',
  text: `select from chat_service where name = $1`,
};

const add: Statement = {
  name: 'chat-service-add',
  text: `
    insert into chat_service (name, description, hidden) values ($1, $2, $3)
    on conflict on constraint chat_service_pk do nothing`,
};

type Row = Omit<ChatService, 'description'> & { readonly description: string | null };

/** Chat services in `chat_service`. */
export class TypeormChatServiceRepository extends ChatServiceRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(): Promise<readonly ChatService[]> {
    const { rows } = await this.db.run<Row>(list);
    return rows.map((row) => ({ ...row, description: shownDescription(row.description) }));
  }

  async exists(name: ServiceName): Promise<boolean> {
    return (await this.db.run(exists, [name])).count > 0;
  }

  async add({ name, description, hidden }: ChatService): Promise<boolean> {
    return (await this.db.run(add, [name, description, hidden])).count > 0;
  }
}
