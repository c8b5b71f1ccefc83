import { availableParallelism } from 'node:os';
import { ConfigurationFaults, loadConfig } from '@chat/configuration/load-config';
import { createApp } from './app.js';
import type { App } from './app.js';
import { ApiConfig } from './config.js';
import { welcome } from './welcome.js';

const EXIT_CONFIGURATION = 78;

// gzip, DNS and files share the pool with key derivation, which takes one thread per core
process.env.UV_THREADPOOL_SIZE ??= String(Math.max(4, availableParallelism() + 2));

function fail(error: unknown): never {
  if (error instanceof ConfigurationFaults) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
  process.stderr.write(
    `The API cannot run: ${error instanceof Error ? error.message : 'unknown reason'}\n`,
  );
  process.exit(1);
}

function stopWhenAsked(app: App, graceMs: number): void {
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
function endOnFaults({ log }: App): void {
  const end = (error: unknown): void => {
    log.error(error, 'An unexpected fault ends the process');
    log.flush(() => process.exit(1));
  };
  process.once('uncaughtException', end);
  process.once('unhandledRejection', end);
}

try {
  const config = loadConfig(ApiConfig, process.env);
  const app = await createApp(config);
  stopWhenAsked(app, config.drainDelayMs + config.stopGraceMs);
  endOnFaults(app);
  const { url, managementUrl } = await app.listen();
  process.stdout.write(welcome(url, managementUrl, app.firstStart));
  process.send?.('ready');
} catch (error) {
  fail(error);
}
