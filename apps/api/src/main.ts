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

try {
  const config = loadConfig(ApiConfig, process.env);
  const app = await createApp(config);
  stopWhenAsked(app, config.stopGraceMs);
  const url = await app.listen();
  process.stdout.write(welcome(url, app.firstStart));
  process.send?.('ready');
} catch (error) {
  fail(error);
}
