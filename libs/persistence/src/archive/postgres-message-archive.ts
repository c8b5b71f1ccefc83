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

const ARCHIVE = '(select id from message_archive where username = $1)';

const purge: Statement = {
  name: 'archive-purge',
  text: `
    delete from archived_message where id = any (array(
      select id from archived_message where archive_id = ${ARCHIVE} and sent_at < $2
      order by sent_at, id limit $3))`,
};

const countBefore: Statement = {
  name: 'archive-count-before',
  text: `
    select count(*)::integer as count from (
      select from archived_message where archive_id = ${ARCHIVE} and sent_at < $2 limit $3) as counted`,
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

  async purge(username: Localpart, before: Date, limit: number): Promise<number> {
    return (await this.db.run(purge, [username, before, limit])).count;
  }

  async countBefore(username: Localpart, before: Date, limit: number): Promise<number> {
    const { rows } = await this.db.run<{ count: number }>(countBefore, [username, before, limit]);
    return rows[0]!.count;
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }
}
