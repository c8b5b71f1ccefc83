import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Account, isReachable, serverAccount } from './account.js';

/** Root's data and binaries go here if the server's account cannot access the requested place. */
export const sharedPlace = '/var/lib/chat-admin';

export interface Place {
  /** an existing real path */
  readonly directory: string;
  readonly account: Account | null;
}

export const clusterIn = (directory: string) => join(directory, 'cluster');

/**
 * Decides where the data lies: in `wanted`, or, for root, in {@link sharedPlace} if the server's
 * account cannot access `wanted`. A place with data always wins over one without.
 */
export async function choosePlace(wanted: string): Promise<Place> {
  const directory = resolve(wanted);
  const account = await serverAccount(clusterIn(directory));
  const elsewhere = join(sharedPlace, placeName(directory));
  if (existsSync(clusterIn(directory))) {
    if (await isReachable(directory, account)) return settle(directory, account);
    throw new Error(
      `The data in ${directory} cannot be reached by the account "${account?.name}", which has to run PostgreSQL. ` +
        `Open its parent directories for that account, or move ${directory} to ${elsewhere}.`,
    );
  }
  if (!(await isOurs(clusterIn(elsewhere), account)) && (await isReachable(directory, account))) {
    await mkdir(directory, { recursive: true });
    if (await isReachable(directory, account)) return settle(directory, account);
  }
  await ownDirectory(elsewhere);
  return settle(elsewhere, await serverAccount(clusterIn(elsewhere)));
}

/** Data below {@link sharedPlace} is for root, and for the account that root has left it to. */
async function isOurs(cluster: string, account: Account | null): Promise<boolean> {
  const found = await stat(cluster).catch(() => null);
  return found !== null && (account !== null || found.uid === process.getuid?.());
}

async function settle(directory: string, account: Account | null): Promise<Place> {
  return { directory: await realpath(directory), account };
}

/**
 * Creates a directory in {@link sharedPlace} that other accounts can traverse, whatever the umask.
 */
export async function ownDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}

/** Readable and unique: the words of the path, and a hash. */
export function placeName(directory: string): string {
  const words = directory.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${words.slice(-60)}-${createHash('sha256').update(directory).digest('hex').slice(0, 8)}`;
}
