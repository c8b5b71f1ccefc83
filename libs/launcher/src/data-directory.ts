import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** Where the embedded PostgreSQL is asked to keep its data; the place can be another one, see {@link existingData}. */
export function postgresDirectory(environment: NodeJS.ProcessEnv): string {
  return join(dataDirectory(environment), 'postgres');
}

/** Where Prosody keeps what lies in files. */
export function prosodyDirectory(environment: NodeJS.ProcessEnv): string {
  return join(dataDirectory(environment), 'prosody');
}

/** Where the embedded PostgreSQL's data really lies; null: there is none yet. Makes nothing. */
export async function existingData(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const wanted = postgresDirectory(environment);
  const places = [wanted, join(sharedPlace, placeName(wanted))];
  const used = places.some((place) => existsSync(clusterIn(place)) || existsSync(lockIn(place)));
  return used ? (await choosePlace(wanted)).directory : null;
}

/** @throws DirectoryInUse when another launcher runs on the data; whatever else is wrong with it shows at the start */
export async function assertDataUnused(environment: NodeJS.ProcessEnv): Promise<void> {
  try {
    const directory = await existingData(environment);
    if (directory) await (await takeLauncherLock(lockIn(directory))).release();
  } catch (error) {
    if (error instanceof DirectoryInUse) throw error;
  }
}
