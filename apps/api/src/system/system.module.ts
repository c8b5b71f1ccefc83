import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthWatch } from './health-watch.js';
import { OverviewController } from './overview.controller.js';
import { PropertiesController } from './properties.controller.js';

@Module({
  controllers: [PropertiesController, HealthController, OverviewController],
  providers: [HealthWatch],
})
export class SystemModule {}
