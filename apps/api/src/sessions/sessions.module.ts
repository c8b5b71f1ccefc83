import { ChatServer } from '@chat/domain/chat-server/chat-server';
import { SessionCounts } from '@chat/domain/cluster/cluster-directory';
import { SessionManagement } from '@chat/domain/sessions/session-management';
import { Module } from '@nestjs/common';
import { useCase } from '../use-case.js';
import { ArchiveController } from './archive.controller.js';
import { SessionsController } from './sessions.controller.js';

@Module({
  controllers: [SessionsController, ArchiveController],
  providers: [useCase(SessionManagement, ChatServer, SessionCounts)],
})
export class SessionsModule {}
