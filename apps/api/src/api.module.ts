import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AuditModule } from './audit/audit.module.js';
import { ClusterModule } from './cluster/cluster.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { RouteIndex } from './http/route-index.js';
import { WireErrorFilter } from './http/wire-error.filter.js';
import { MucModule } from './muc/muc.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { PersistenceModule } from './persistence.module.js';
import type { Surroundings } from './persistence.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SystemModule } from './system/system.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class ApiModule {
  static of(surroundings: Surroundings, routes: RouteIndex): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PersistenceModule.of(surroundings),
        OpenapiModule.of(routes),
        UsersModule,
        GroupsModule,
        MucModule,
        SystemModule,
        SessionsModule,
        AuditModule,
        ClusterModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: WireErrorFilter }],
    };
  }
}
