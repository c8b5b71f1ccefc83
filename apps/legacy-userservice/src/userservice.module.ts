import { ErrorFilter } from '@chat-admin/server/composition/error-filter';
import { UseCasesModule } from '@chat-admin/server/composition/use-cases.module';
import type { Infrastructure } from '@chat-admin/server/composition/ports';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { LegacyConfig } from './config.js';
import { UseCases } from './operations.js';
import { UserserviceController } from './userservice.controller.js';

@Module({})
export class UserserviceModule {
  static of(infrastructure: Infrastructure, config: LegacyConfig): DynamicModule {
    return {
      module: UserserviceModule,
      imports: [
        UseCasesModule.of(infrastructure, { securityPropertiesOpen: false, auditWriteOnly: true }),
      ],
      controllers: [UserserviceController],
      providers: [
        { provide: LegacyConfig, useValue: config },
        UseCases,
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
