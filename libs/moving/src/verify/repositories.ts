import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import { Callers } from '@chat-admin/persistence/database/callers';
import { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { TypeormTransactions } from '@chat-admin/persistence/database/transactions';
import { PostgresGroupRepository } from '@chat-admin/persistence/groups/postgres-group-repository';
import { PostgresRoomRepository } from '@chat-admin/persistence/muc/rooms/postgres-room-repository';
import { TypeormChatServiceRepository } from '@chat-admin/persistence/muc/services/typeorm-chat-service-repository';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { PostgresRosterRepository } from '@chat-admin/persistence/users/postgres-roster-repository';
import { PostgresUserRepository } from '@chat-admin/persistence/users/postgres-user-repository';
import { TypeormVcardRepository } from '@chat-admin/persistence/users/typeorm-vcard-repository';

class NobodyAsks extends AuditTrail {
  pending(): null {
    return null;
  }
}

/** The target as the API reads it. */
export interface Repositories {
  readonly domain: ServiceDomain;
  readonly users: PostgresUserRepository;
  readonly rosters: PostgresRosterRepository;
  readonly vcards: TypeormVcardRepository;
  readonly groups: PostgresGroupRepository;
  readonly services: TypeormChatServiceRepository;
  readonly rooms: PostgresRoomRepository;
  close(): Promise<void>;
}

export async function openRepositories(url: string, domain: ServiceDomain): Promise<Repositories> {
  const dataSource = createDataSource({ url, poolSize: 4, applicationName: 'chat-admin import' });
  await dataSource.initialize();
  const db = new CurrentTransaction(dataSource);
  const trail = new NobodyAsks();
  const streams = new RowStreams(dataSource, new Callers());
  return {
    domain,
    users: new PostgresUserRepository(db, new TypeormTransactions(db, trail), streams, trail),
    rosters: new PostgresRosterRepository(db, streams),
    vcards: new TypeormVcardRepository(db),
    groups: new PostgresGroupRepository(db, streams),
    services: new TypeormChatServiceRepository(db, trail),
    rooms: new PostgresRoomRepository(db, streams, trail),
    close: () => dataSource.destroy(),
  };
}
