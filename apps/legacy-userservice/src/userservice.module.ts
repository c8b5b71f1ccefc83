import type { ChatServer } from '@chat/domain/chat-server/chat-server';
import { GroupManagement } from '@chat/domain/groups/group-management';
import type { PasswordHasher } from '@chat/domain/users/credentials';
import { LockoutManagement } from '@chat/domain/users/lockout-management';
import { RosterManagement } from '@chat/domain/users/roster-management';
import { UserGroupManagement } from '@chat/domain/users/user-group-management';
import { UserManagement } from '@chat/domain/users/user-management';
import { UserRemoval } from '@chat/domain/users/user-removal';
import type { Persistence } from '@chat/server/open-persistence';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { LegacyConfig } from './config.js';
import { ErrorFilter } from './error-filter.js';
import { UserserviceAccess } from './userservice-access.js';
import { UserserviceOperations } from './userservice-operations.js';
import { UserserviceController } from './userservice.controller.js';

@Module({})
export class UserserviceModule {
  static of(
    config: LegacyConfig,
    persistence: Persistence,
    hasher: PasswordHasher,
    chatServer: ChatServer,
    access: UserserviceAccess,
  ): DynamicModule {
    const operations = createOperations(persistence, hasher, chatServer);
    return {
      module: UserserviceModule,
      controllers: [UserserviceController],
      providers: [
        { provide: LegacyConfig, useValue: config },
        { provide: UserserviceAccess, useValue: access },
        { provide: UserserviceOperations, useValue: operations },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}

/** The use cases of the API, on the same ports. */
function createOperations(
  persistence: Persistence,
  hasher: PasswordHasher,
  chatServer: ChatServer,
): UserserviceOperations {
  const { users, references, rosters, groups, lockouts, transactions, domain, properties } =
    persistence;
  return new UserserviceOperations(
    new UserManagement(users, references, hasher, transactions, domain, properties, chatServer),
    new UserRemoval(users, references, transactions, domain, properties, chatServer),
    new LockoutManagement(users, lockouts, transactions, chatServer),
    new RosterManagement(users, rosters, groups, transactions, chatServer),
    new UserGroupManagement(users, groups, transactions, domain, chatServer),
    new GroupManagement(groups, transactions, domain, properties, chatServer),
    transactions,
  );
}
