import { MessageArchive } from '@chat-admin/domain/archive/message-archive';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { oldestRows } from '../database/oldest-rows.js';

const unread: Statement = {
  name: 'unread-messages',
  text: `
    select count(*)::float8 as unread
    from message_archive archive join archived_message on archive_id = archive.id
    where username = $1 and received and sent_at > logged_out_at`,
};

const forget = oldestRows('archived_message');

/** Archives of accounts, which the chat server writes by `engine.archive_message`. */
export class PostgresMessageArchive extends MessageArchive {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async unread(username: Localpart): Promise<number> {
    return (await this.db.run<{ unread: number }>(unread, [username])).rows[0]!.unread;
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }
}
