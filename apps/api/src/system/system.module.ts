import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { HealthWatch } from './health-watch.js';
import { PropertiesController } from './properties.controller.js';

@Module({ controllers: [PropertiesController, HealthController], providers: [HealthWatch] })
export class SystemModule {}
