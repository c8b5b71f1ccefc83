import { Module } from '@nestjs/common';
import { ChatServersController } from './chat-servers.controller.js';
import { HealthController } from './health.controller.js';
import { HealthWatch } from './health-watch.js';
import { OverviewController } from './overview.controller.js';
import { PropertiesController } from './properties.controller.js';

@Module({
  controllers: [PropertiesController, HealthController, OverviewController, ChatServersController],
  providers: [HealthWatch],
})
export class SystemModule {}
