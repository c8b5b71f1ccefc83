import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { lockIn } from '@chat-admin/embedded-postgres/embedded-postgres';
import { DirectoryInUse, takeLauncherLock } from '@chat-admin/embedded-postgres/launcher-lock';
import {
  choosePlace,
  clusterIn,
  placeName,
  sharedPlace,
} from '@chat-admin/embedded-postgres/place';

/** `DATA_DIR`, `.data` by default, relative to the working directory */
export function dataDirectory(environment: NodeJS.ProcessEnv): string {
  return resolve(environment['DATA_DIR'] || '.data');
}

/** Where the embedded PostgreSQL is asked to keep its data; see {@link existingData} for the actual place. */
export function postgresDirectory(environment: NodeJS.ProcessEnv): string {
  return join(dataDirectory(environment), 'postgres');
}

/** Where Prosody keeps what lies in files. */
export function prosodyDirectory(environment: NodeJS.ProcessEnv): string {
  return join(dataDirectory(environment), 'prosody');
}

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'read-only file system',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'it is no folder',
  ENOTDIR: 'it is below a file',
};

/** Why the directory of the data cannot be made or written, as a fault of its setting; `null`: it can, or holds data already. */
export function dataDirectoryFault(environment: NodeJS.ProcessEnv): string | null {
  if (existsSync(postgresDirectory(environment))) return null;
  const place = dataDirectory(environment);
  try {
    makeFolder(place);
    accessSync(place, constants.W_OK);
    return null;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    return `DATA_DIR: ${place} cannot be written (${REASONS[code] ?? code}); set it to a writable folder`;
  }
}

function makeFolder(place: string): void {
  try {
    mkdirSync(place, { recursive: true });
  } catch (error) {
    // what Node says of a read-only file system, too
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') mkdirSync(firstMissing(place));
    throw error;
  }
}

function firstMissing(place: string): string {
  const parent = dirname(place);
  return existsSync(parent) ? place : firstMissing(parent);
}

/**
 * Where the embedded PostgreSQL's data actually lies; null if there is none yet. Creates nothing.
 */
export async function existingData(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const wanted = postgresDirectory(environment);
  const places = [wanted, join(sharedPlace, placeName(wanted))];
  const used = places.some((place) => existsSync(clusterIn(place)) || existsSync(lockIn(place)));
  return used ? (await choosePlace(wanted)).directory : null;
}

/**
 * @throws DirectoryInUse if another launcher uses the data; other faults are reported at startup
 */
export async function assertDataUnused(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const directory = await existingData(environment);
    if (directory) await (await takeLauncherLock(lockIn(directory))).release();
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error;
  }
}
