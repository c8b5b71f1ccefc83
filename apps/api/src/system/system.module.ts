import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { PropertiesController } from './properties.controller.js';

@Module({ controllers: [PropertiesController, HealthController] })
export class SystemModule {}
