import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { strangersBudget } from '@chat-admin/server/edge/strangers-budget';
import { AppMetrics } from '@chat-admin/server/metrics/app-metrics';
import type { Client } from '@chat-admin/server/edge/client-address';
import { AddressCounter } from '@chat-admin/server/edge/limits';
import { NestLog } from '@chat-admin/server/process/log';
import { AccessWatch } from '@chat-admin/server/process/access-watch';
import { ManagementListener } from '@chat-admin/server/process/management-listener';
import { serverReadiness } from '@chat-admin/server/process/readiness';
import { onFoundation, openFoundation } from '@chat-admin/server/composition/foundation';
import type { Foundation } from '@chat-admin/server/composition/foundation';
import { probesOf } from '@chat-admin/server/composition/waiting-probes';
import type { FirstStart, Persistence } from '@chat-admin/server/composition/open-persistence';
import { openTls } from '@chat-admin/server/composition/open-tls';
import { tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import { ServiceLife } from '@chat-admin/server/process/service-life';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { Answers } from './answers.js';
import { CallOrigins } from './call-origins.js';
import type { LegacyConfig } from './config.js';
import { observeCalls } from './call-observer.js';
import { createEdge } from './edge.js';
import { ReplyAdapter } from './reply-adapter.js';
import { UserserviceAccess } from './userservice-access.js';
import { UserserviceModule } from './userservice.module.js';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Parts that tests and other apps of the process bring along. */
export interface AppOverrides {
  /** replaces the database, chat server and log of the settings; stays open */
  readonly foundation?: Foundation;
  readonly chatServer?: ChatServer;
  readonly bodies?: BodyBudget;
  readonly strangers?: BodyBudget;
}

export interface App {
  readonly log: Logger;
  readonly persistence: Persistence;
  readonly firstStart: FirstStart | null;
  /** resolves when the database asks for a newer program */
  readonly outdated: Promise<Error>;
  listen(): Promise<ListenerUrls>;
  /** Serves a request that came to another listener of this process, from a client known there. */
  serve(request: IncomingMessage, response: ServerResponse, client: Client): void;
  /** Takes over secrets and certificates without breaking connections. */
  renew(config: LegacyConfig): void;
  close(): Promise<void>;
}

/**
 * The only place that builds the app, for main and for tests. @throws if the database is unusable
 */
export function createApp(config: LegacyConfig, overrides: AppOverrides = {}): Promise<App> {
  const hasher = new ScramPasswordHasher(config.scramIterations);
  const settings = {
    ...config,
    applicationName: 'chat-admin userservice',
    initialSecret: null,
    initialAdminPassword: null,
  };
  return onFoundation(
    overrides.foundation,
    () => openFoundation(settings, hasher, overrides.chatServer, [probesOf(config)]),
    (foundation) => buildApp(config, overrides, hasher, foundation),
  );
}

async function buildApp(
  config: LegacyConfig,
  {
    bodies = new BodyBudget(config.maxBodyBytes),
    strangers = strangersBudget(config.maxBodyBytes),
  }: AppOverrides,
  hasher: PasswordHasher,
  foundation: Foundation,
): Promise<App> {
  const { log, persistence, live } = foundation;
  const { properties, vitals, auditLog } = persistence;
  const answers = new Answers(auditLog, log);
  const life = new ServiceLife(config);
  const server = (reads = false) =>
    serverReadiness(
      {
        isServing: () => life.isServing,
        pingDatabase: () => vitals.ping(),
        writeFault: () => vitals.writeFault,
      },
      properties,
      undefined,
      reads,
    );
  const metrics = new AppMetrics(foundation.metrics.registry, { server: () => server() }, [
    'secret',
  ]);
  const access = new UserserviceAccess(
    properties,
    new AddressCounter(config.failedLoginLimit, MINUTE_MS),
    (accepted) => metrics.login('secret', accepted),
  );
  const tls = openTls(tlsFilesOf(config), log, metrics.instruments);
  const origins = new CallOrigins(config);
  const edge = createEdge(config, {
    tls: tls.service,
    origins,
    properties,
    access,
    bodies,
    strangers,
    requests: new AddressCounter(config.rateLimit, SECOND_MS),
    refuse: answers.refuse,
    settle: answers.settle,
    ending: life.endingOf(log),
    observer: observeCalls(log, metrics, config.secretLabel, foundation.tracing),
  });
  const nest = await NestFactory.create<NestFastifyApplication>(
    UserserviceModule.of({ persistence, hasher, chatServer: live.chatServer }, config),
    new ReplyAdapter(edge, properties),
    { logger: new NestLog(log), abortOnError: false, bodyParser: false },
  );
  await nest.init();
  let { managementToken } = config;
  const accessWatch = new AccessWatch(properties, persistence.domain, log);
  const management = new ManagementListener(
    {
      remark: () => accessWatch.remark,
      startup: () => life.startup,
      liveness: () => null,
      readiness: server,
    },
    metrics,
    { tls: tls.management, token: () => managementToken, warn: (text) => log.warn(text) },
  );
  return {
    log,
    persistence,
    firstStart: persistence.firstStart,
    outdated: persistence.schema.outdated,
    listen: () => life.listen(edge, management),
    serve: (request, response, client) => {
      origins.learn(request, client);
      edge.routing(request, response);
    },
    renew: (renewed) => {
      ({ managementToken } = renewed);
      foundation.renew(renewed);
      tls.service?.reload();
      tls.management?.reload();
    },
    close: async () => {
      await life.drain();
      await nest.close();
      await management.close();
      tls.service?.close();
      accessWatch.stop();
      await foundation.close();
    },
  };
}
