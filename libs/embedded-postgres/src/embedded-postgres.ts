import { join } from 'node:path';
import { usableBinaries } from './binaries.js';
import { openCluster } from './cluster.js';
import { ensureDatabase, untilReady } from './database.js';
import { takeLauncherLock } from './launcher-lock.js';
import { stopLeftoverServer } from './leftover-server.js';
import { choosePlace, clusterIn } from './place.js';
import type { Ending } from './run.js';
import { spawnServer, startServer } from './server-process.js';

export interface EmbeddedPostgres {
  /** `postgres://…` of the database, as superuser */
  readonly url: string;
  /** where the data really lies: for root this can be another place than the one asked for */
  readonly directory: string;
  /** the server's log, in `directory` */
  readonly logFile: string;
  /** resolves when the server process has ended, wanted or not */
  readonly ended: Promise<Ending>;
  /** fast shutdown; resolves when the process is gone and the directory is free; may be called twice */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** created when missing; holds the cluster, its password, its log and the launcher's lock */
  readonly directory: string;
  /** default `chat_admin`; created when missing */
  readonly database?: string;
  /** default: one that is free */
  readonly port?: number;
  /** default true; false trades the data's safety for speed, for tests */
  readonly durable?: boolean;
  /** gives up the start and leaves nothing running; has no effect later */
  readonly signal?: AbortSignal;
}

export const lockIn = (directory: string) => join(directory, 'launcher.lock');

/**
 * Starts PostgreSQL on 127.0.0.1, on the data in `directory` or on a new cluster.
 * A server that a killed launcher left running there is stopped first.
 * @throws DirectoryInUse when a living launcher holds the directory
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { database = 'chat_admin', durable = true, signal } = options;
  const place = await choosePlace(options.directory);
  const { directory, account } = place;
  const logFile = join(directory, 'postgres.log');
  const lock = await takeLauncherLock(lockIn(directory));
  try {
    signal?.throwIfAborted();
    const binaries = await usableBinaries(place);
    const cluster = await openCluster(place, binaries, { durable, signal });
    await stopLeftoverServer(clusterIn(directory));
    const server = await startServer(
      (port) =>
        spawnServer(binaries.postgres, { cluster: cluster.path, logFile, port, durable, account }),
      async (started) => {
        await untilReady(started, cluster.password, signal);
        await ensureDatabase(started.port, cluster.password, database);
      },
      options.port,
    );
    const ended = server.ended.finally(() => lock.release());
    return {
      url: `postgres://postgres:${cluster.password}@127.0.0.1:${server.port}/${encodeURIComponent(database)}`,
      directory,
      logFile,
      ended,
      stop: async () => {
        await server.stop();
        await ended;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
