import { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import type {
  ChatServerNode,
  ChatServerVitals,
} from '@chat-admin/domain/chat-server/chat-server-directory';
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

const vitals: Statement = {
  name: 'chat-server-vitals',
  text: `
    select
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'waiting')::integer as waiting,
      max(epoch) filter (where state = 'active')::double precision as epoch,
      max(lease) filter (where state = 'active') as "leaseSeconds",
      extract(epoch from greatest(clock_timestamp() - max(renewed_at) filter (where state = 'active'), '0'))::double precision
        as "leaseAgeSeconds"
    from engine_node`,
};

/** The rows that `sql/engine/nodes.sql` keeps; read outside any transaction, since probes outlive the one of who began them. */
export class PostgresChatServerDirectory extends ChatServerDirectory {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(): Promise<readonly ChatServerNode[]> {
    return (await this.db.runAlone<ChatServerNode>(list)).rows;
  }

  async vitals(): Promise<ChatServerVitals> {
    return (await this.db.runAlone<ChatServerVitals>(vitals)).rows[0]!;
  }
}
