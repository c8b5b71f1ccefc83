import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, lockIn, startEmbeddedPostgres } from './embedded-postgres.js';
import { isAbandoned } from './launcher-lock.js';
import { stopLeftoverServer } from './leftover-server.js';
import { clusterIn } from './place.js';

const prefix = 'chat-admin-postgres-';

/**
 * A server for tests: in a new temporary directory, without fsync, removed by `stop`.
 * Cleans up after killed test runs first.
 */
export async function startTemporaryPostgres(): Promise<EmbeddedPostgres> {
  await clearAbandoned();
  const parent = await mkdtemp(join(tmpdir(), prefix));
  await chmod(parent, 0o711); // mkdtemp's mode 0700 would lock out the server's account
  try {
    const server = await startEmbeddedPostgres({ directory: dataIn(parent), durable: false });
    const stop = async () => {
      await server.stop();
      await remove(server.directory);
      await remove(parent);
    };
    return { ...server, stop };
  } catch (error) {
    await remove(parent);
    throw error;
  }
}

const dataIn = (parent: string) => join(parent, 'data');

/** Skips servers of other users, and those that are being cleared concurrently. */
async function clearAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const parent = join(tmpdir(), name);
    try {
      if ((await lstat(parent)).uid !== process.getuid?.()) continue;
      if (!(await isAbandoned(lockIn(dataIn(parent))))) continue;
      await stopLeftoverServer(clusterIn(dataIn(parent)));
      await remove(parent);
    } catch {
      continue;
    }
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 5 });
}
