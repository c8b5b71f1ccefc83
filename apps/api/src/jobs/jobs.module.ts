import { Module } from '@nestjs/common';
import { JobsController } from './jobs.controller.js';
import { PurgesController } from './purges.controller.js';

@Module({ controllers: [JobsController, PurgesController] })
export class JobsModule {}
