import { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { ChatServerNode } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const list: Statement = {
  name: 'chat-servers',
  text: `
    select node as "nodeId", kind, version, state, address,
      case state when 'active' then active_at else joined_at end as since,
      renewed_at as "lastSeen",
      case state when 'active' then sessions end as sessions,
      case state when 'active' then rooms end as rooms
    from engine_node
    order by array_position(array['active', 'waiting', 'gone'], state::text), node`,
};

/** The rows that `sql/engine/nodes.sql` keeps. */
export class PostgresChatServerDirectory extends ChatServerDirectory {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(): Promise<readonly ChatServerNode[]> {
    return (await this.db.run<ChatServerNode>(list)).rows;
  }
}
