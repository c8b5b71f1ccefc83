import { availableParallelism } from 'node:os';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import type { Logger } from 'pino';

const EXIT_CONFIGURATION = 78;

/** An app that can be started and stopped. */
export interface RunnableApp {
  readonly log: Logger;
  /** Starts to listen. @returns what to print about the start */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface AppProcess<Config extends object> {
  /** for messages, `The API` */
  readonly name: string;
  readonly config: new () => Config;
  create(config: Config): Promise<RunnableApp>;
  /** how long stopping may take before the process ends all the same */
  graceMs(config: Config): number;
}

/**
 * The life of an app as a process: settings from the environment, signals, faults, exit codes (78:
 * settings that cannot be used; 1: anything else that went wrong).
 */
export async function runApp<Config extends object>(app: AppProcess<Config>): Promise<void> {
  // gzip, DNS and files share the pool with key derivation, which takes one thread per core
  process.env['UV_THREADPOOL_SIZE'] ??= String(Math.max(4, availableParallelism() + 2));
  const fail = failing(app.name);
  try {
    const config = loadConfig(app.config, process.env);
    const created = await app.create(config);
    stopWhenAsked(created, app.graceMs(config), fail);
    endOnFaults(created.log);
    process.stdout.write(await created.listen());
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
