import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Account, isReachable, serverAccount } from './account.js';

/** Where root's data and binaries go when the server's account cannot reach the place asked for. */
export const sharedPlace = '/var/lib/chat-admin';

export interface Place {
  /** real path, exists */
  readonly directory: string;
  readonly account: Account | null;
}

export const clusterIn = (directory: string) => join(directory, 'cluster');

/**
 * Decides where the data lies: in `wanted`, or, for root, below {@link sharedPlace} when the server's account
 * cannot reach `wanted`. Data that exists stays the data: a place that holds some wins over one that holds none.
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

/** Creates a directory below {@link sharedPlace} that other accounts can pass through, whatever the umask. */
export async function ownDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (!first) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, 0o755);
}

/** Readable and unique: the path's words, and a hash for what the words lose. */
export function placeName(directory: string): string {
  const words = directory.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return `${words.slice(-60)}-${createHash('sha256').update(directory).digest('hex').slice(0, 8)}`;
}
