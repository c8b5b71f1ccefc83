import { EventOutbox } from '@chat-admin/domain/events/event-outbox';
import type { NewEvent } from '@chat-admin/domain/events/event-outbox';
import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const add: Statement = {
  name: 'event-add',
  text: `select put_event($1, $2, origin => $3::jsonb, removed => $4::text[])`,
};

export class PostgresEventOutbox extends EventOutbox {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly audit: AuditTrail,
  ) {
    super();
  }

  async add({ type, object, removed = [] }: NewEvent): Promise<void> {
    const origin = this.audit.pending()?.origin() ?? null;
    await this.db.run(add, [type, object, origin && JSON.stringify(origin), removed]);
  }
}
