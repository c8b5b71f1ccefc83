import 'reflect-metadata';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { RequestAuditTrail } from '@chat-admin/server/edge/audited-requests';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { AddressCounter } from '@chat-admin/server/edge/limits';
import { createLog, NestLog } from '@chat-admin/server/process/log';
import { AccessWatch } from '@chat-admin/server/process/access-watch';
import { ManagementListener } from '@chat-admin/server/process/management-listener';
import { serverReadiness } from '@chat-admin/server/process/readiness';
import { openChatServer } from '@chat-admin/server/composition/open-chat-server';
import type { OpenChatServer } from '@chat-admin/server/composition/open-chat-server';
import { openPersistence } from '@chat-admin/server/composition/open-persistence';
import type { FirstStart, Persistence } from '@chat-admin/server/composition/open-persistence';
import { ServiceLife } from '@chat-admin/server/process/service-life';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Answers } from './answers.js';
import type { LegacyConfig } from './config.js';
import { observeCalls } from './call-observer.js';
import { createEdge } from './edge.js';
import { ReplyAdapter } from './reply-adapter.js';
import { UsageMetrics } from './usage-metrics.js';
import { UserserviceAccess } from './userservice-access.js';
import { UserserviceModule } from './userservice.module.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Parts that tests replace. */
export interface AppOverrides {
  readonly chatServer?: ChatServer;
  readonly bodies?: BodyBudget;
}

export interface App {
  readonly log: Logger;
  readonly persistence: Persistence;
  readonly firstStart: FirstStart | null;
  listen(): Promise<ListenerUrls>;
  close(): Promise<void>;
}

/**
 * The only place that builds the app, for main and for tests. @throws if the database is unusable
 */
export async function createApp(config: LegacyConfig, overrides: AppOverrides = {}): Promise<App> {
  const log = createLog(config.logLevel);
  const hasher = new ScramPasswordHasher(config.scramIterations);
  const settings = {
    ...config,
    applicationName: 'chat-admin userservice',
    initialSecret: null,
    initialAdminPassword: null,
  };
  const persistence = await openPersistence(settings, hasher, new RequestAuditTrail(), log);
  const live = openChatServer(config, persistence.domain, log, overrides.chatServer);
  try {
    return await buildApp(config, overrides, log, hasher, persistence, live);
  } catch (error) {
    live.close();
    await persistence.close();
    throw error;
  }
}

async function buildApp(
  config: LegacyConfig,
  { bodies = new BodyBudget(config.maxBodyBytes) }: AppOverrides,
  log: Logger,
  hasher: PasswordHasher,
  persistence: Persistence,
  live: OpenChatServer,
): Promise<App> {
  const { properties, vitals, auditLog } = persistence;
  const answers = new Answers(auditLog, log);
  const metrics = new UsageMetrics();
  const life = new ServiceLife(config);
  const access = new UserserviceAccess(
    properties,
    new AddressCounter(config.failedLoginLimit, MINUTE_MS),
  );
  const edge = createEdge(config, {
    properties,
    access,
    bodies,
    requests: new AddressCounter(config.rateLimit, SECOND_MS),
    refuse: answers.refuse,
    settle: answers.settle,
    isDraining: () => life.isDraining,
    answered: observeCalls(log, metrics, config.secretLabel),
  });
  const nest = await NestFactory.create<NestFastifyApplication>(
    UserserviceModule.of({ persistence, hasher, chatServer: live.chatServer }, config),
    new ReplyAdapter(edge, properties),
    { logger: new NestLog(log), abortOnError: false, bodyParser: false },
  );
  await nest.init();
  const management = new ManagementListener(
    {
      liveness: () => null,
      readiness: () =>
        serverReadiness(
          {
            isServing: () => life.isServing,
            pingDatabase: () => vitals.ping(),
            writeFault: () => vitals.writeFault,
          },
          properties,
        ),
    },
    metrics,
  );
  const accessWatch = new AccessWatch(properties, log);
  return {
    log,
    persistence,
    firstStart: persistence.firstStart,
    listen: () => life.listen(edge, management),
    close: async () => {
      await life.drain();
      await nest.close();
      live.close();
      await management.close();
      await persistence.close();
      accessWatch.stop();
    },
  };
}
