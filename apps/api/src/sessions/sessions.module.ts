import { Module } from '@nestjs/common';
import { ArchiveController } from './archive.controller.js';
import { MessagesController } from './messages.controller.js';
import { SessionSampler } from './session-sampler.js';
import { SessionsController } from './sessions.controller.js';
import { SessionStatisticsController } from './session-statistics.controller.js';

@Module({
  controllers: [
    MessagesController,
    SessionsController,
    SessionStatisticsController,
    ArchiveController,
  ],
  providers: [SessionSampler],
})
export class SessionsModule {}
