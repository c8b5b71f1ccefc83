import { join } from 'node:path';
import { usableBinaries } from './binaries.js';
import { keptPassword, openCluster, SUPERUSER } from './cluster.js';
import { databaseUrl, ensureDatabase, untilReady } from './database.js';
import { giveDatabase } from './database-owner.js';
import { takeLauncherLock } from './launcher-lock.js';
import { stopLeftoverServer } from './leftover-server.js';
import { choosePlace, clusterIn } from './place.js';
import type { Ending } from './run.js';
import { spawnServer, startServer } from './server-process.js';

export interface EmbeddedPostgres {
  /** `postgres://…` of the database, as its owner */
  readonly url: string;
  /** the same, as superuser */
  readonly superuserUrl: string;
  /** where the data actually lies: for root this may differ from the requested place */
  readonly directory: string;
  /** the server's log, in `directory` */
  readonly logFile: string;
  /** resolves when the server process has ended for any reason */
  readonly ended: Promise<Ending>;
  /** fast shutdown; resolves when the process has ended and the directory is free; idempotent */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** created if missing; holds the cluster, its password, its log and the launcher's lock */
  readonly directory: string;
  /** default `chat_admin`; created if missing */
  readonly database?: string;
  /** the role that owns the database, without other privileges; created if missing; default: the superuser */
  readonly owner?: string;
  /** default: a free one */
  readonly port?: number;
  /** default true; false trades durability for speed, for tests */
  readonly durable?: boolean;
  /** default false; true saves memory and disk at the expense of large data */
  readonly frugal?: boolean;
  /** told of what takes time at the start, and of what this machine lacks */
  readonly tell?: (message: string) => void;
  /** aborts the start, leaving nothing running; no effect afterwards */
  readonly signal?: AbortSignal;
}

export const lockIn = (directory: string) => join(directory, 'launcher.lock');

/**
 * Starts PostgreSQL on 127.0.0.1, with the data in `directory` or a new cluster.
 * Stops a server left behind by a killed launcher first.
 * @throws DirectoryInUse if a running launcher holds the directory
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { database = 'chat_admin', owner, durable = true, frugal = false, signal } = options;
  const { tell = () => undefined } = options;
  const place = await choosePlace(options.directory);
  const { directory, account } = place;
  const logFile = join(directory, 'postgres.log');
  const lock = await takeLauncherLock(lockIn(directory));
  try {
    signal?.throwIfAborted();
    const binaries = await usableBinaries(place);
    const cluster = await openCluster(place, binaries, { durable, signal });
    await stopLeftoverServer(clusterIn(directory));
    const superuserUrl = (port: number) =>
      databaseUrl({ port, role: SUPERUSER, password: cluster.password, database });
    const role = owner ?? SUPERUSER;
    const password = owner ? await keptPassword(owner, place) : cluster.password;
    const server = await startServer(
      (port) =>
        spawnServer(binaries.postgres, {
          ...{ cluster: cluster.path, logFile, account },
          ...{ port, durable, frugal },
        }),
      async (started) => {
        await untilReady(started, cluster.password, signal);
        await ensureDatabase(started.port, cluster.password, database, tell);
        if (owner) await giveDatabase(superuserUrl(started.port), owner, password);
      },
      options.port,
    );
    const ended = server.ended.finally(() => lock.release());
    return {
      url: databaseUrl({ port: server.port, role, password, database }),
      superuserUrl: superuserUrl(server.port),
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
