import { Module } from '@nestjs/common';
import { ArchiveController } from './archive.controller.js';
import { SessionsController } from './sessions.controller.js';

@Module({ controllers: [SessionsController, ArchiveController] })
export class SessionsModule {}
