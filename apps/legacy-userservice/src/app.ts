import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { ScramPasswordHasher } from '@chat/credentials/scram-password-hasher';
import { NoChatServer } from '@chat/domain/chat-server/chat-server';
import type { ChatServer } from '@chat/domain/chat-server/chat-server';
import type { PasswordHasher } from '@chat/domain/users/credentials';
import { RequestAuditTrail } from '@chat/server/audited-requests';
import { AddressCounter } from '@chat/server/limits';
import { createLog, NestLog } from '@chat/server/log';
import { ManagementListener } from '@chat/server/management-listener';
import { openPersistence } from '@chat/server/open-persistence';
import type { FirstStart, Persistence } from '@chat/server/open-persistence';
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
const PATIENCE_MS = 2_000;

/** What tests put in the place of the usual parts. */
export interface AppOverrides {
  readonly chatServer?: ChatServer;
}

export interface App {
  readonly log: Logger;
  readonly persistence: Persistence;
  readonly firstStart: FirstStart | null;
  listen(): Promise<{ readonly url: string; readonly managementUrl: string }>;
  close(): Promise<void>;
}

/** The one place that builds the app, for main and for tests. @throws when the database cannot be used */
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
  try {
    const chatServer = overrides.chatServer ?? new NoChatServer();
    return await buildApp(config, log, hasher, persistence, chatServer);
  } catch (error) {
    await persistence.close();
    throw error;
  }
}

async function buildApp(
  config: LegacyConfig,
  log: Logger,
  hasher: PasswordHasher,
  persistence: Persistence,
  chatServer: ChatServer,
): Promise<App> {
  const { properties, vitals, auditLog } = persistence;
  const answers = new Answers(auditLog, log);
  const metrics = new UsageMetrics();
  let state: 'starting' | 'serving' | 'draining' = 'starting';
  const edge = createEdge(config, {
    properties,
    requests: new AddressCounter(config.rateLimit, SECOND_MS),
    refuse: answers.refuse,
    settle: answers.settle,
    isDraining: () => state === 'draining',
    answered: observeCalls(log, metrics, config.secretLabel),
  });
  const access = new UserserviceAccess(
    properties,
    new AddressCounter(config.failedLoginLimit, MINUTE_MS),
  );
  const nest = await NestFactory.create<NestFastifyApplication>(
    UserserviceModule.of(config, persistence, hasher, chatServer, access),
    new ReplyAdapter(edge, properties),
    { logger: new NestLog(log), abortOnError: false, bodyParser: false },
  );
  await nest.init();
  const management = new ManagementListener(
    {
      liveness: () => null,
      readiness: async () => {
        if (state !== 'serving') return 'readiness/server';
        const answered = vitals.ping().then(
          () => true,
          () => false,
        );
        return (await Promise.race([answered, pause(PATIENCE_MS, false, { ref: false })]))
          ? null
          : 'readiness/server';
      },
    },
    metrics,
  );
  return {
    log,
    persistence,
    firstStart: persistence.firstStart,
    listen: async () => {
      const managementUrl = await management.listen(config.managementHost, config.managementPort);
      const url = await edge.listen({ host: config.host, port: config.port });
      state = 'serving';
      return { url, managementUrl };
    },
    close: async () => {
      const served = state === 'serving';
      state = 'draining';
      if (served && config.drainDelayMs > 0) await pause(config.drainDelayMs);
      await nest.close();
      await management.close();
      await persistence.close();
    },
  };
}
