import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import { TooManyServices } from '@chat-admin/domain/muc/errors';
import { shownDescription } from '@chat-admin/domain/muc/services/chat-service';
import type {
  ChatService,
  ConfiguredService,
  ServiceName,
} from '@chat-admin/domain/muc/services/chat-service';
import { ChatServiceRepository } from '@chat-admin/domain/muc/services/chat-service-repository';
import type { ServiceRemoval } from '@chat-admin/domain/muc/services/chat-service-repository';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { translate } from '../../database/database-error.js';
import { WholeChanges } from '../../database/whole-changes.js';
import { ChatServiceTable } from '../rooms/room.table.js';
import type { ChatServiceRow } from '../rooms/room.table.js';

/** Sent with every new room, whose service is created if missing. */
const add: Statement = {
  name: 'chat-service-add',
  text: `
    insert into chat_service (name, description, hidden) values ($1, $2, $3)
    on conflict on constraint chat_service_pk do nothing`,
};

/** Asked for by every list of services. */
const list: Statement = {
  name: 'chat-service-list',
  text: `
    select name, description, hidden, history_max_number as "historyMaxNumber"
    from chat_service order by name`,
};

const remove: Statement = {
  name: 'chat-service-remove',
  text: 'select remove_chat_service($1, $2) as outcome',
};

/** What the trigger `bound_chat_services` refuses. */
export const tooManyServices = (name: ServiceName) => ({
  chat_service_number: () => new TooManyServices(name),
});

/** Chat services in `chat_service`. */
export class TypeormChatServiceRepository extends ChatServiceRepository {
  private readonly changes: WholeChanges;

  constructor(
    private readonly db: CurrentTransaction,
    audit: AuditTrail,
  ) {
    super();
    this.changes = new WholeChanges(db, audit);
  }

  async list(): Promise<readonly ConfiguredService[]> {
    return (await this.db.run<ChatServiceRow>(list, [])).rows.map((row) => shown(row)!);
  }

  async find(name: ServiceName): Promise<ConfiguredService | null> {
    return shown(await this.services.findOneBy({ name }));
  }

  async lock(name: ServiceName): Promise<ConfiguredService | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    const [row] = await this.services.find({ where: { name }, lock });
    return shown(row ?? null);
  }

  async update({ name, ...changed }: ConfiguredService): Promise<void> {
    await this.services.update({ name }, changed);
  }

  exists(name: ServiceName): Promise<boolean> {
    return this.services.existsBy({ name });
  }

  async add({ name, description, hidden }: ChatService): Promise<boolean> {
    const refusals = tooManyServices(name);
    const stored = this.db.run(add, [name, description, hidden]).catch(translate(refusals));
    return (await stored).count > 0;
  }

  async remove(name: ServiceName): Promise<ServiceRemoval> {
    type Row = { readonly outcome: ServiceRemoval };
    const isDone = ({ outcome }: Row) => outcome === 'removed';
    const row = await this.changes.run<Row>(remove, [name], isDone);
    return row!.outcome;
  }

  private get services() {
    return this.db.table(ChatServiceTable);
  }
}

function shown(row: ChatServiceRow | null): ConfiguredService | null {
  return row && { ...row, description: shownDescription(row.description) };
}
