import { EntityTags } from '@chat-admin/server/edge/entity-tags';
import 'reflect-metadata';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { createJobWork } from '@chat-admin/domain/job-work';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { ApiModule, useCaseOptions } from './api.module.js';
import { openCluster } from '@chat-admin/server/composition/open-cluster';
import type { ApiConfig } from './config.js';
import { CONSOLE_PATH, hasConsole, serveConsole } from './console/console-files.js';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { strangersBudget } from '@chat-admin/server/edge/strangers-budget';
import { createInitialKey } from './access/initial-key.js';
import { KeyUses } from './access/key-uses.js';
import { EventStreams } from './events/event-streams.js';
import type { StreamOptions } from './events/event-streams.js';
import { measureOutbox } from './events/measure-outbox.js';
import { openDirectoryLogins } from './directories/open-directory-logins.js';
import { openDirectories } from './directories/open-directories.js';
import { RunWorker } from './directories/run-worker.js';
import { createEntrance } from './access/create-entrance.js';
import { createUnits } from './http/create-units.js';
import { createJobTools } from './jobs/job-tools.js';
import { JobMeasures } from './jobs/job-measures.js';
import { JobRunner } from './jobs/job-runner.js';
import { JobUploads } from './jobs/receive-upload.js';
import type { FindAddresses } from '@chat-admin/server/edge/allowed-lookup';
import { openWebhooks } from './webhooks/open-webhooks.js';
import { RouteIndex } from './http/route-index.js';
import { WireAdapter } from './http/wire-adapter.js';
import { createEdge, SIGN_IN_BYTES } from './http/wire-edge.js';
import { portsOf } from '@chat-admin/server/composition/ports';
import { AccessWatch } from '@chat-admin/server/process/access-watch';
import { NestLog } from '@chat-admin/server/process/log';
import { ManagementListener } from '@chat-admin/server/process/management-listener';
import { AppMetrics } from '@chat-admin/server/metrics/app-metrics';
import { onFoundation, openFoundation } from '@chat-admin/server/composition/foundation';
import type { Foundation } from '@chat-admin/server/composition/foundation';
import { probesOf } from '@chat-admin/server/composition/waiting-probes';
import type { FirstStart, Persistence } from '@chat-admin/server/composition/open-persistence';
import { openTls } from '@chat-admin/server/composition/open-tls';
import { RequestErrors } from '@chat-admin/server/process/request-errors';
import { tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import { ServiceLife } from '@chat-admin/server/process/service-life';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';
import { servePresence } from './presence/presence-status.js';
import { serveDocumentation } from './openapi/documentation-page.js';
import { LegacyForwarding } from './legacy-forwarding.js';
import type { UserServiceHere } from './user-service-here.js';
import { observeRequests } from './request-observer.js';
import { openSealer } from './audit/audit-sealer.js';
import { LockoutTimes } from '@chat-admin/domain/users/lockout-times';
import { measureHolds } from './holds/hold-measures.js';
import { measureReports } from './reports/report-measures.js';
import { openRetention } from './retention/open-retention.js';
import { LockoutClock } from './users/lockout-clock.js';
import { HealthOfParts } from './system/health-of-parts.js';
import { HealthChecks } from './system/health-checks.js';

/** Parts that tests, benchmarks and other apps of the process bring along. */
export interface AppOverrides {
  /** replaces the database, chat server and log of the settings; stays open */
  readonly foundation?: Foundation;
  readonly hasher?: PasswordHasher;
  readonly chatServer?: ChatServer;
  /** how long a client may stop reading a list */
  readonly listTimeoutMs?: number;
  readonly bodies?: BodyBudget;
  readonly strangers?: BodyBudget;
  readonly streams?: Partial<StreamOptions>;
  /** finds the addresses of receivers of webhooks */
  readonly findName?: FindAddresses;
  /** takes the requests for it, unless `legacyUrl` names another one */
  readonly userService?: UserServiceHere | null;
}

/** Base URLs of the listeners, and where the console is; `null` unless there is one. */
export interface ApiUrls extends ListenerUrls {
  readonly consoleUrl: string | null;
}

export interface App {
  readonly routes: RouteIndex;
  readonly log: Logger;
  readonly persistence: Persistence;
  /** the initial credentials of a fresh database; `null` if it was not fresh */
  readonly firstStart: FirstStart | null;
  /** resolves when the database asks for a newer program */
  readonly outdated: Promise<Error>;
  /** Listens on the configured addresses. */
  listen(): Promise<ApiUrls>;
  /** Takes over secrets and certificates without breaking connections. */
  renew(config: ApiConfig): void;
  /** Reports "not ready", waits `API_DRAIN_DELAY_MS`, lets running requests finish, then closes everything. */
  close(): Promise<void>;
}

/**
 * The only place that builds the app, for main and for tests. @throws if the database is unusable
 */
export function createApp(config: ApiConfig, overrides: AppOverrides = {}): Promise<App> {
  const hasher = overrides.hasher ?? new ScramPasswordHasher(config.scramIterations);
  const settings = { ...config, applicationName: 'chat-admin api' };
  return onFoundation(
    overrides.foundation,
    () => openFoundation(settings, hasher, overrides.chatServer, [probesOf(config)]),
    (foundation) => buildApp(config, overrides, hasher, foundation),
  );
}

async function buildApp(
  config: ApiConfig,
  {
    listTimeoutMs,
    streams,
    findName,
    bodies = new BodyBudget(config.maxBodyBytes),
    strangers = strangersBudget(SIGN_IN_BYTES),
    userService = null,
  }: AppOverrides,
  hasher: PasswordHasher,
  foundation: Foundation,
): Promise<App> {
  const { log, persistence, live } = foundation;
  const { properties, vitals, auditLog, eventPublisher } = persistence;
  const { chatServer } = live;
  const routes = new RouteIndex();
  const life = new ServiceLife(config);
  const metrics = new AppMetrics(foundation.metrics.registry, {
    server: () => health.server(),
    cluster: () => health.clusterReadiness(),
    plugins: () => health.plugins(),
    connections: () => health.connections({ type: null, encrypted: null }),
  });
  const { directories, measures } = await openDirectories(config, foundation, metrics.instruments);
  await createInitialKey(config, persistence);
  const keyUses = new KeyUses(persistence.keys);
  const cluster = await openCluster(
    config,
    chatServer,
    log,
    metrics.instruments,
    foundation.tracing,
  );
  const serverVitals = {
    isServing: () => life.isServing,
    isListening: () => edge.server.listening,
    pingDatabase: () => vitals.ping(),
    writeFault: () => vitals.writeFault,
    publishesEvents: () => !eventPublisher.isFailing,
    directories: () => measures.standings.parts(),
    standbyWaits: async () => (await persistence.chatServers.vitals()).waiting > 0,
  };
  const health: HealthChecks = new HealthChecks(
    serverVitals,
    properties,
    cluster.directory,
    chatServer,
  );
  const parts = new HealthOfParts(serverVitals, properties, cluster.directory, chatServer);
  const observer = observeRequests(log, metrics, foundation.tracing);
  const tags = new EntityTags(persistence.tagKey, () => cluster.directory.hasFormer);
  const binds = openDirectoryLogins(directories, config, foundation, metrics.instruments);
  const entrance = createEntrance(
    config,
    persistence,
    hasher,
    routes,
    keyUses,
    cluster.requestCounts,
    binds.logins,
    (scheme, accepted) => metrics.login(scheme, accepted),
  );
  const tls = openTls(tlsFilesOf(config), log, metrics.instruments);
  const edge = createEdge(config, routes, {
    tls: tls.service,
    userService: config.legacyUrl === null ? userService : null,
    domain: persistence.domain,
    legacy: new LegacyForwarding(config),
    gate: entrance.gate,
    properties,
    auditLog,
    callers: persistence.callers,
    bodies,
    strangers,
    log: new RequestErrors(log),
    ending: life.endingOf(log),
    unitOf: createUnits(persistence, tags),
    observer: {
      began: observer.began,
      answered: (request, reply) => {
        observer.answered(request, reply);
        if (request.wire.audit !== null) eventPublisher.wake();
        if (request.wire.route?.endpoint.ownSession) eventStreams.recheck();
      },
    },
    receiveUpload: new JobUploads(persistence.jobs, config).receive,
  });
  serveDocumentation(edge, config.docs);
  serveConsole(edge, config.console);
  servePresence(edge, { ...persistence, chatServer });
  const infrastructure = { persistence, cluster, chatServer, hasher };
  const jobWork = createJobWork(
    persistence.jobs,
    portsOf(infrastructure),
    useCaseOptions(config),
    createJobTools(persistence, config.oidcIssuer, log),
  );
  const jobs = new JobRunner(
    persistence.jobs,
    { step: (...batch) => jobWork.step(...batch).finally(() => eventPublisher.wake()) },
    new JobMeasures(metrics.instruments, persistence.jobs, foundation.tracing),
    log,
  );
  const directoryRuns = new RunWorker(directories, {
    measures,
    ...{ persistence, log, ports: portsOf(infrastructure), options: useCaseOptions(config) },
  });
  const webhooks = openWebhooks(
    persistence,
    { networks: config.webhookNetworks, issuer: config.oidcIssuer, findName },
    metrics.instruments,
    log,
  );
  measureReports(metrics.instruments, persistence.reports);
  measureHolds(metrics.instruments, persistence.heldMessages);
  const nest = await NestFactory.create<NestFastifyApplication>(
    ApiModule.of(infrastructure, {
      config,
      health,
      parts,
      routes,
      entrance,
      streams: { ...streams, isDraining: () => life.isDraining },
      jobs,
      webhooks: webhooks.management,
      directories,
    }),
    new WireAdapter(edge, properties, tags, listTimeoutMs),
    { logger: new NestLog(log), abortOnError: false, bodyParser: false },
  );
  await nest.init();
  const eventStreams = nest.get(EventStreams);
  persistence.onCredentials(() => {
    eventStreams.recheck();
    webhooks.sender.wake();
  });
  eventPublisher.start();
  measureOutbox(metrics.instruments, eventPublisher);
  let { managementToken } = config;
  const access = new AccessWatch(properties, persistence.domain, log);
  const management = new ManagementListener(
    {
      remark: () => access.remark,
      startup: () => life.startup,
      liveness: () => health.liveness(),
      readiness: (reads) => health.readiness(reads),
    },
    metrics,
    { tls: tls.management, token: () => managementToken, warn: (text) => log.warn(text) },
  );
  const retention = openRetention(persistence, config, log, metrics.instruments);
  const lockoutClock = new LockoutClock(new LockoutTimes(persistence.lockouts, chatServer), {
    failed: (error) => log.warn(error, 'Lockouts could not be begun or ended'),
  });
  const sealer = openSealer(persistence, config, log, metrics.instruments);
  return {
    routes,
    log,
    persistence,
    firstStart: persistence.firstStart,
    outdated: persistence.schema.outdated,
    listen: async () => {
      void retention.run();
      lockoutClock.start();
      sealer.start();
      jobs.start();
      directoryRuns.start();
      binds.start();
      webhooks.sender.start();
      const urls = await life.listen(edge, management);
      const isOpen = config.console && hasConsole() && !urls.url.startsWith('unix:');
      return { ...urls, consoleUrl: isOpen ? `${urls.url}${CONSOLE_PATH}/` : null };
    },
    renew: (renewed) => {
      ({ managementToken } = renewed);
      foundation.renew(renewed);
      cluster.renew(renewed);
      tls.service?.reload();
      tls.management?.reload();
    },
    close: async () => {
      const drained = life.drain();
      eventStreams.close();
      await drained;
      const graceEnd = performance.now() + config.stopGraceMs;
      await Promise.all([
        ...[nest.close(), jobs.stop(), directoryRuns.stop(), binds.stop()],
        ...[retention.stop(), lockoutClock.stop()],
      ]);
      // afterwards, because requests try webhooks out
      await webhooks.sender.stop(Math.max(0, graceEnd - performance.now()));
      await keyUses.close();
      await sealer.stop();
      await cluster.close();
      await management.close();
      tls.service?.close();
      access.stop();
      await foundation.close();
    },
  };
}
