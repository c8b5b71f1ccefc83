import { ChatServer } from '@chat/domain/chat-server/chat-server';
import { GroupManagement } from '@chat/domain/groups/group-management';
import { GroupRepository } from '@chat/domain/groups/group-repository';
import { ServiceDomain } from '@chat/domain/shared/service-domain';
import { Transactions } from '@chat/domain/shared/transactions';
import { SystemProperties } from '@chat/domain/system/system-properties';
import { Module } from '@nestjs/common';
import { useCase } from '../use-case.js';
import { GroupsController } from './groups.controller.js';

@Module({
  controllers: [GroupsController],
  providers: [
    useCase(
      GroupManagement,
      GroupRepository,
      Transactions,
      ServiceDomain,
      SystemProperties,
      ChatServer,
    ),
  ],
})
export class GroupsModule {}
