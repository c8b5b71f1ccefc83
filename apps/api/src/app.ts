import 'reflect-metadata';
import { ScramPasswordHasher } from '@chat/credentials/scram-password-hasher';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { ApiModule } from './api.module.js';
import type { ApiConfig } from './config.js';
import { RequestAuditTrail } from './http/audit.js';
import { createGate } from './http/create-gate.js';
import { RouteIndex } from './http/route-index.js';
import { WireAdapter } from './http/wire-adapter.js';
import { createEdge } from './http/wire-edge.js';
import { createLog, NestLog } from './log.js';
import { openPersistence } from './persistence.js';
import type { FirstStart, Persistence } from './persistence.js';

export interface App {
  readonly routes: RouteIndex;
  readonly log: Logger;
  readonly persistence: Persistence;
  /** what a fresh database was given; `null` when the database was in use before */
  readonly firstStart: FirstStart | null;
  /** Listens on the configured address. @returns the base URL */
  listen(): Promise<string>;
  /** Lets running requests end, then closes everything. */
  close(): Promise<void>;
}

/** The one place that builds the app, for main and for tests. @throws when the database cannot be used */
export async function createApp(config: ApiConfig): Promise<App> {
  const log = createLog(config.logLevel);
  const hasher = new ScramPasswordHasher(config.scramIterations);
  const persistence = await openPersistence(config, hasher, new RequestAuditTrail(), log);
  try {
    const routes = new RouteIndex();
    const edge = createEdge(config, routes, {
      gate: createGate(config, persistence, hasher, routes),
      auditLog: persistence.auditLog,
      log: { error: (message, error) => log.error(error, message) },
    });
    const nest = await NestFactory.create<NestFastifyApplication>(
      ApiModule.of(persistence, hasher),
      new WireAdapter(edge, persistence.properties),
      { logger: new NestLog(log), abortOnError: false, bodyParser: false },
    );
    await nest.init();
    return {
      routes,
      log,
      persistence,
      firstStart: persistence.firstStart,
      listen: () => edge.listen({ host: config.host, port: config.port }),
      close: async () => {
        await nest.close();
        await persistence.close();
      },
    };
  } catch (error) {
    await persistence.close();
    throw error;
  }
}
