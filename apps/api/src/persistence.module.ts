import { AuditLog } from '@chat/domain/audit/audit-trail';
import { ChatServer, NoChatServer } from '@chat/domain/chat-server/chat-server';
import { GroupRepository } from '@chat/domain/groups/group-repository';
import { ServiceDomain } from '@chat/domain/shared/service-domain';
import { Transactions } from '@chat/domain/shared/transactions';
import { SystemProperties } from '@chat/domain/system/system-properties';
import { PasswordHasher } from '@chat/domain/users/credentials';
import { JidReferences } from '@chat/domain/users/jid-references';
import { LockoutRepository } from '@chat/domain/users/lockout';
import { RosterRepository } from '@chat/domain/users/roster-repository';
import { UserRepository } from '@chat/domain/users/user-repository';
import { VcardRepository } from '@chat/domain/users/vcard-repository';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import type { Persistence } from './persistence.js';

/** Binds the ports of the domain to what is behind them. */
@Global()
@Module({})
export class PersistenceModule {
  static of(persistence: Persistence, hasher: PasswordHasher): DynamicModule {
    const ports = [
      { provide: ServiceDomain, useValue: persistence.domain },
      { provide: Transactions, useValue: persistence.transactions },
      { provide: UserRepository, useValue: persistence.users },
      { provide: RosterRepository, useValue: persistence.rosters },
      { provide: VcardRepository, useValue: persistence.vcards },
      { provide: LockoutRepository, useValue: persistence.lockouts },
      { provide: GroupRepository, useValue: persistence.groups },
      { provide: JidReferences, useValue: persistence.references },
      { provide: SystemProperties, useValue: persistence.properties },
      { provide: AuditLog, useValue: persistence.auditLog },
      { provide: PasswordHasher, useValue: hasher },
      { provide: ChatServer, useClass: NoChatServer },
    ];
    return {
      module: PersistenceModule,
      providers: ports,
      exports: ports.map(({ provide }) => provide),
    };
  }
}
