import { ErrorFilter } from '@chat-admin/server/composition/error-filter';
import { UseCasesModule } from '@chat-admin/server/composition/use-cases.module';
import type { Surroundings } from '@chat-admin/server/composition/use-cases.module';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { RateLimits } from './access/rate-limits.js';
import { SessionCookie } from './access/session-cookie.js';
import { SignIns } from './access/sign-ins.js';
import { AuditModule } from './audit/audit.module.js';
import { ClusterModule } from './cluster/cluster.module.js';
import type { ApiConfig } from './config.js';
import type { Entrance } from './http/create-entrance.js';
import { GroupsModule } from './groups/groups.module.js';
import { RouteIndex } from './http/route-index.js';
import { MucModule } from './muc/muc.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { HealthOfParts } from './system/health-of-parts.js';
import { HealthChecks } from './system/health-checks.js';
import { SystemModule } from './system/system.module.js';
import { UsersModule } from './users/users.module.js';

/** What the controllers use besides the use cases. */
export interface ApiParts {
  readonly config: ApiConfig;
  readonly health: HealthChecks;
  readonly parts: HealthOfParts;
  readonly routes: RouteIndex;
  readonly entrance: Entrance;
}

@Global()
@Module({})
export class ApiModule {
  static of(
    surroundings: Surroundings,
    { config, health, parts, routes, entrance }: ApiParts,
  ): DynamicModule {
    const { allowSecurityProperties: securityPropertiesOpen, auditWriteOnly } = config;
    return {
      module: ApiModule,
      imports: [
        UseCasesModule.of(surroundings, { securityPropertiesOpen, auditWriteOnly }),
        OpenapiModule,
        UsersModule,
        GroupsModule,
        MucModule,
        SystemModule,
        SessionsModule,
        AuditModule,
        ClusterModule,
        AccessModule,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: HealthChecks, useValue: health },
        { provide: HealthOfParts, useValue: parts },
        { provide: RouteIndex, useValue: routes },
        { provide: SignIns, useValue: entrance.signIns },
        { provide: SessionCookie, useValue: entrance.cookie },
        { provide: RateLimits, useValue: entrance.rates },
      ],
      exports: [HealthChecks, HealthOfParts, RouteIndex, SignIns, SessionCookie, RateLimits],
    };
  }
}
