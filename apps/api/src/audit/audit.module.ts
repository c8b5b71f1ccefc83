import { Module } from '@nestjs/common';
import { AuditAnchorsController } from './audit-anchors.controller.js';
import { AuditLogController } from './audit-log.controller.js';

@Module({ controllers: [AuditLogController, AuditAnchorsController] })
export class AuditModule {}
