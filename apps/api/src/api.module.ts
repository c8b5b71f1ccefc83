import { AuditSeals } from '@chat-admin/domain/audit/seals';
import { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import { EventQueries } from '@chat-admin/domain/events/event-queries';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { JobManagement } from '@chat-admin/domain/jobs/job-management';
import { OverviewQueries } from '@chat-admin/domain/overview/overview-queries';
import { SessionManagement } from '@chat-admin/domain/sessions/session-management';
import { WebhookManagement } from '@chat-admin/domain/webhooks/webhook-management';
import { ErrorFilter } from '@chat-admin/server/composition/error-filter';
import { UseCasesModule } from '@chat-admin/server/composition/use-cases.module';
import type { Infrastructure } from '@chat-admin/server/composition/ports';
import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { Credentials } from './access/credentials.js';
import { RateLimits } from './access/rate-limits.js';
import { SessionCookie } from './access/session-cookie.js';
import { SignIns } from './access/sign-ins.js';
import { AuditModule } from './audit/audit.module.js';
import { ClusterModule } from './cluster/cluster.module.js';
import type { ApiConfig } from './config.js';
import { DirectoriesModule } from './directories/directories.module.js';
import type { WatchedDirectories } from './directories/watched-directories.js';
import type { Entrance } from './access/create-entrance.js';
import { EventStreams } from './events/event-streams.js';
import type { StreamOptions } from './events/event-streams.js';
import { EventsModule } from './events/events.module.js';
import { FilesModule } from './files/files.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { HoldsModule } from './holds/holds.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RouteIndex } from './http/route-index.js';
import { JobRunner } from './jobs/job-runner.js';
import { JobsModule } from './jobs/jobs.module.js';
import { MucModule } from './muc/muc.module.js';
import { OpenapiModule } from './openapi/openapi.module.js';
import { Servers } from './openapi/servers.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { HealthOfParts } from './system/health-of-parts.js';
import { HealthChecks } from './system/health-checks.js';
import { SystemModule } from './system/system.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { UsersModule } from './users/users.module.js';

/** What the controllers use besides the use cases. */
export interface ApiParts {
  readonly config: ApiConfig;
  readonly health: HealthChecks;
  readonly parts: HealthOfParts;
  readonly routes: RouteIndex;
  readonly entrance: Entrance;
  readonly streams: StreamOptions;
  readonly jobs: JobRunner;
  readonly webhooks: WebhookManagement;
  readonly directories: WatchedDirectories;
}

/** What an operator decides of the use cases. */
export const useCaseOptions = ({
  allowSecurityProperties: securityPropertiesOpen,
  auditWriteOnly,
}: ApiConfig) => ({ securityPropertiesOpen, auditWriteOnly });

@Global()
@Module({})
export class ApiModule {
  static of(
    infrastructure: Infrastructure,
    { config, health, parts, routes, entrance, streams, jobs, webhooks, directories }: ApiParts,
  ): DynamicModule {
    const { jobs: repository, transactions } = infrastructure.persistence;
    return {
      module: ApiModule,
      imports: [
        UseCasesModule.of(infrastructure, useCaseOptions(config)),
        OpenapiModule,
        UsersModule,
        GroupsModule,
        MucModule,
        SystemModule,
        SessionsModule,
        AuditModule,
        ClusterModule,
        AccessModule,
        EventsModule,
        JobsModule,
        WebhooksModule,
        FilesModule,
        RetentionModule,
        HoldsModule,
        DirectoriesModule.of(infrastructure.persistence, directories),
        ReportsModule.of(infrastructure.persistence, infrastructure.chatServer),
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: HealthChecks, useValue: health },
        { provide: HealthOfParts, useValue: parts },
        { provide: RouteIndex, useValue: routes },
        { provide: Servers, useValue: new Servers(config.publicUrl) },
        { provide: SignIns, useValue: entrance.signIns },
        { provide: SessionCookie, useValue: entrance.cookie },
        { provide: RateLimits, useValue: entrance.rates },
        { provide: JobManagement, useValue: new JobManagement(repository, transactions, jobs) },
        { provide: WebhookManagement, useValue: webhooks },
        { provide: Credentials, useValue: entrance.credentials },
        {
          provide: OverviewQueries,
          inject: [SessionManagement],
          useFactory: (sessions: SessionManagement) =>
            new OverviewQueries(infrastructure.persistence.overview, sessions),
        },
        {
          provide: EventStreams,
          inject: [EventQueries],
          useFactory: (queries: EventQueries) =>
            new EventStreams(queries, infrastructure.persistence.eventNews, streams),
        },
        { provide: AuditSeals, useValue: infrastructure.persistence.auditSeals },
        { provide: ChatServerDirectory, useValue: infrastructure.persistence.chatServers },
        { provide: ServiceDomain, useValue: infrastructure.persistence.domain },
        { provide: SystemProperties, useValue: infrastructure.persistence.properties },
      ],
      exports: [
        HealthChecks,
        HealthOfParts,
        RouteIndex,
        Servers,
        SignIns,
        SessionCookie,
        RateLimits,
        Credentials,
        EventStreams,
        OverviewQueries,
        AuditSeals,
        ChatServerDirectory,
        ServiceDomain,
        SystemProperties,
        JobManagement,
        WebhookManagement,
      ],
    };
  }
}
