import { availableParallelism } from 'node:os';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import type { Logger } from 'pino';
import type { ListenerUrls } from './service-life.js';

const EXIT_CONFIGURATION = 78;

/** An app that can be started and stopped. */
export interface RunnableApp {
  readonly log: Logger;
  /** what a fresh database was given */
  readonly firstStart: { readonly generatedSecret: string | null } | null;
  listen(): Promise<ListenerUrls>;
  close(): Promise<void>;
}

/** How long stopping may take before the process ends all the same. */
interface Stopping {
  readonly drainDelayMs: number;
  readonly stopGraceMs: number;
}

export interface AppProcess<Config extends Stopping> {
  /** for messages, `The API` */
  readonly name: string;
  readonly config: new () => Config;
  create(config: Config): Promise<RunnableApp>;
  /** lines about the start; `secret` is shown here and never again */
  welcome(urls: ListenerUrls, secret: string | null): readonly string[];
}

/**
 * The life of an app as a process: settings from the environment, signals, faults, exit codes (78:
 * settings that cannot be used; 1: anything else that went wrong).
 */
export async function runApp<Config extends Stopping>(app: AppProcess<Config>): Promise<void> {
  // gzip, DNS and files share the pool with key derivation, which takes one thread per core
  process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism() + 2));
  const fail = failing(app.name);
  try {
    const config = loadConfig(app.config, process.env);
    const created = await app.create(config);
    stopWhenAsked(created, config.drainDelayMs + config.stopGraceMs, fail);
    endOnFaults(created.log);
    const lines = app.welcome(await created.listen(), created.firstStart?.generatedSecret ?? null);
    process.stdout.write(`${lines.join('\n')}\n`);
    process.send?.('ready');
  } catch (error) {
    fail(error);
  }
}

function failing(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ConfigurationFaults) {
      process.stderr.write(`${error.message}\n`);
      process.exit(EXIT_CONFIGURATION);
    }
    const reason = error instanceof Error ? error.message : 'unknown reason';
    process.stderr.write(`${name} cannot run: ${reason}\n`);
    process.exit(1);
  };
}

function stopWhenAsked(app: RunnableApp, graceMs: number, fail: (error: unknown) => never): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    app.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // the process that started this one is gone, perhaps since before this line
  process.on('disconnect', stop);
  if (process.channel === null) stop();
}

/** A fault that nobody caught leaves the process in an unknown state. */
function endOnFaults(log: Logger): void {
  const end = (error: unknown): void => {
    log.error(error, 'An unexpected fault ends the process');
    log.flush(() => process.exit(1));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}
