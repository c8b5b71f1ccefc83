import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { Logger } from 'pino';
import { RequestAuditTrail } from '../edge/audited-requests.js';
import type { CommonSettings } from '../process/common-settings.js';
import type { Instruments } from '../metrics/instruments.js';
import { auditLines } from '../process/audit-lines.js';
import { createLog } from '../process/log.js';
import { FoundationMetrics } from './foundation-metrics.js';
import { openChatServer } from './open-chat-server.js';
import type { OpenChatServer } from './open-chat-server.js';
import { openPersistence } from './open-persistence.js';
import type { Persistence } from './open-persistence.js';
import type { PersistenceSettings } from './persistence-settings.js';
import { openTracing } from '../tracing/tracing.js';
import type { Tracing } from '../tracing/tracing.js';
import { WaitingProbes } from './waiting-probes.js';
import type { ManagementAddress } from './waiting-probes.js';

/** What an app stands on: log, database and chat server. Apps of one process may share it. */
export interface Foundation {
  readonly log: Logger;
  readonly persistence: Persistence;
  readonly live: OpenChatServer;
  readonly metrics: Instruments;
  /** `null`: there is no collector */
  readonly tracing: Tracing | null;
  /** Takes over the secrets for new connections. */
  renew(settings: CommonSettings): void;
  close(): Promise<void>;
}

/**
 * @param chatServer replaces the one of the settings
 * @param probed where probes are answered as long as the database is not prepared
 * @throws as {@link openPersistence}
 */
export async function openFoundation(
  settings: CommonSettings & PersistenceSettings,
  hasher: PasswordHasher,
  chatServer?: ChatServer,
  probed: readonly ManagementAddress[] = [],
): Promise<Foundation> {
  const log = createLog(settings.logLevel, settings.logFormat);
  const warn = (text: string) => log.warn(text);
  const tracing = await openTracing(settings, settings.applicationName, warn);
  const metrics = new FoundationMetrics(tracing);
  const writeAudit = settings.auditLog === 'stdout' ? auditLines(settings.logFormat) : null;
  const trail = new RequestAuditTrail((entry) => {
    metrics.auditStored();
    writeAudit?.(entry);
  });
  const observed = { ...settings, databaseObserver: metrics.database() };
  const waiting = new WaitingProbes(probed, log);
  const opened = await openPersistence(observed, hasher, trail, log, (obstacle) =>
    waiting.answer(obstacle),
  ).finally(() => waiting.close());
  const persistence = { ...opened, auditLog: metrics.counted(opened.auditLog, trail) };
  const live = openChatServer(settings, persistence, log, {
    given: chatServer,
    observer: () => metrics.chatServer(),
  });
  metrics.watch(persistence, live);
  return {
    log,
    persistence,
    live,
    metrics: metrics.instruments,
    tracing,
    renew: (renewed) => {
      const moved = persistence.renew(renewed);
      if (moved !== null) log.error(`${moved}: names another database; that takes a restart`);
      live.renew(renewed);
    },
    close: async () => {
      live.close();
      await persistence.close();
      await tracing?.close();
    },
  };
}

/**
 * Builds an app on a foundation: the given one, which whoever has opened it closes, or else its own, which is closed when
 * building fails.
 */
export async function onFoundation<App>(
  given: Foundation | undefined,
  open: () => Promise<Foundation>,
  build: (foundation: Foundation) => Promise<App>,
): Promise<App> {
  if (given !== undefined) return build({ ...given, close: () => Promise.resolve() });
  const foundation = await open();
  try {
    return await build(foundation);
  } catch (error) {
    await foundation.close();
    throw error;
  }
}
