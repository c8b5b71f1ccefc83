import { ChatServer } from '@chat/domain/chat-server/chat-server';
import { GroupRepository } from '@chat/domain/groups/group-repository';
import { ServiceDomain } from '@chat/domain/shared/service-domain';
import { Transactions } from '@chat/domain/shared/transactions';
import { SystemProperties } from '@chat/domain/system/system-properties';
import { PasswordHasher } from '@chat/domain/users/credentials';
import { JidReferences } from '@chat/domain/users/jid-references';
import { LockoutRepository } from '@chat/domain/users/lockout';
import { LockoutManagement } from '@chat/domain/users/lockout-management';
import { RosterManagement } from '@chat/domain/users/roster-management';
import { RosterRepository } from '@chat/domain/users/roster-repository';
import { UserGroupManagement } from '@chat/domain/users/user-group-management';
import { UserManagement } from '@chat/domain/users/user-management';
import { UserRemoval } from '@chat/domain/users/user-removal';
import { UserRepository } from '@chat/domain/users/user-repository';
import { VcardManagement } from '@chat/domain/users/vcard-management';
import { VcardRepository } from '@chat/domain/users/vcard-repository';
import { Module } from '@nestjs/common';
import { useCase } from '../use-case.js';
import { LockoutsController } from './lockouts.controller.js';
import { RosterController } from './roster.controller.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UsersController } from './users.controller.js';
import { VcardController } from './vcard.controller.js';

@Module({
  controllers: [
    UsersController,
    LockoutsController,
    UserGroupsController,
    RosterController,
    VcardController,
  ],
  providers: [
    useCase(
      UserManagement,
      UserRepository,
      JidReferences,
      PasswordHasher,
      Transactions,
      ServiceDomain,
      SystemProperties,
      ChatServer,
    ),
    useCase(
      UserRemoval,
      UserRepository,
      JidReferences,
      Transactions,
      ServiceDomain,
      SystemProperties,
      ChatServer,
    ),
    useCase(LockoutManagement, UserRepository, LockoutRepository, Transactions, ChatServer),
    useCase(
      UserGroupManagement,
      UserRepository,
      GroupRepository,
      Transactions,
      ServiceDomain,
      ChatServer,
    ),
    useCase(
      RosterManagement,
      UserRepository,
      RosterRepository,
      GroupRepository,
      Transactions,
      ChatServer,
    ),
    useCase(
      VcardManagement,
      UserRepository,
      VcardRepository,
      Transactions,
      ServiceDomain,
      ChatServer,
    ),
  ],
})
export class UsersModule {}
