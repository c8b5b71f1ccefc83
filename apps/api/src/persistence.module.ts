import { AuditReader } from '@chat/domain/audit/audit-search';
import { AuditLog } from '@chat/domain/audit/audit-trail';
import { MessageArchive, NoMessageArchive } from '@chat/domain/archive/message-archive';
import { ChatServer } from '@chat/domain/chat-server/chat-server';
import { ClusterDirectory, SessionCounts } from '@chat/domain/cluster/cluster-directory';
import { GroupRepository } from '@chat/domain/groups/group-repository';
import { ChatServiceRepository } from '@chat/domain/muc/chat-service-repository';
import { RoomHistory } from '@chat/domain/muc/room-history';
import { RoomRepository } from '@chat/domain/muc/room-repository';
import { ServiceDomain } from '@chat/domain/shared/service-domain';
import { Transactions } from '@chat/domain/shared/transactions';
import { PropertyStore } from '@chat/domain/system/property-store';
import { SystemProperties } from '@chat/domain/system/system-properties';
import { PasswordHasher } from '@chat/domain/users/credentials';
import { JidReferences } from '@chat/domain/users/jid-references';
import { LockoutRepository } from '@chat/domain/users/lockout';
import { RosterRepository } from '@chat/domain/users/roster-repository';
import { UserRepository } from '@chat/domain/users/user-repository';
import { VcardRepository } from '@chat/domain/users/vcard-repository';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { Cluster } from './cluster/open-cluster.js';
import { ApiConfig } from './config.js';
import type { Persistence } from '@chat/server/open-persistence';
import { HealthChecks } from './system/health-checks.js';

/** What the modules are given from outside. */
export interface Surroundings {
  readonly config: ApiConfig;
  readonly persistence: Persistence;
  readonly cluster: Cluster;
  readonly chatServer: ChatServer;
  readonly hasher: PasswordHasher;
  readonly health: HealthChecks;
}

/** Binds the ports of the domain to what is behind them. */
@Global()
@Module({})
export class PersistenceModule {
  static of({
    config,
    persistence,
    cluster,
    chatServer,
    hasher,
    health,
  }: Surroundings): DynamicModule {
    const ports = [
      { provide: ApiConfig, useValue: config },
      { provide: HealthChecks, useValue: health },
      { provide: ServiceDomain, useValue: persistence.domain },
      { provide: Transactions, useValue: persistence.transactions },
      { provide: UserRepository, useValue: persistence.users },
      { provide: RosterRepository, useValue: persistence.rosters },
      { provide: VcardRepository, useValue: persistence.vcards },
      { provide: LockoutRepository, useValue: persistence.lockouts },
      { provide: GroupRepository, useValue: persistence.groups },
      { provide: ChatServiceRepository, useValue: persistence.chatServices },
      { provide: RoomRepository, useValue: persistence.rooms },
      { provide: RoomHistory, useValue: persistence.roomHistory },
      { provide: JidReferences, useValue: persistence.references },
      { provide: SystemProperties, useValue: persistence.properties },
      { provide: PropertyStore, useValue: persistence.propertyStore },
      { provide: AuditLog, useValue: persistence.auditLog },
      { provide: AuditReader, useValue: persistence.auditReader },
      { provide: PasswordHasher, useValue: hasher },
      { provide: ClusterDirectory, useValue: cluster.directory },
      { provide: SessionCounts, useValue: cluster.sessionCounts },
      { provide: ChatServer, useValue: chatServer },
      { provide: MessageArchive, useClass: NoMessageArchive },
    ];
    return {
      module: PersistenceModule,
      providers: ports,
      exports: ports.map(({ provide }) => provide),
    };
  }
}
