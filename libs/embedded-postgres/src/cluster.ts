import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, giveTree } from './account.js';
import type { Binaries } from './binaries.js';
import { clusterIn, type Place } from './place.js';
import { runProgram } from './run.js';

const unfinishedPrefix = 'initdb-';

/** made by initdb */
export const SUPERUSER = 'postgres';

export const passwordFileOf = (role: string, directory: string) =>
  join(directory, role === SUPERUSER ? 'password' : `password-${role}`);

export interface Cluster {
  readonly path: string;
  /** of the superuser `postgres` */
  readonly password: string;
}

/**
 * The place's cluster, created if missing. Call with the launcher lock held.
 * initdb works in a separate directory that is renamed when complete, so `cluster` is complete or
 * absent.
 * @throws if the data belongs to another major version or lacks its password
 */
export async function openCluster(
  place: Place,
  binaries: Binaries,
  options: { durable: boolean; signal?: AbortSignal | undefined },
): Promise<Cluster> {
  const path = clusterIn(place.directory);
  const passwordFile = passwordFileOf(SUPERUSER, place.directory);
  if (existsSync(path)) {
    await checkVersion(path, binaries.majorVersion);
    if (place.account && (await stat(path)).uid === 0) await giveTree(path, place.account);
    return { path, password: await readPassword(passwordFile) };
  }
  await removeUnfinished(place.directory);
  await rm(passwordFile, { force: true });
  const password = await makePassword(passwordFile, place.account);
  const unfinished = await mkdtemp(join(place.directory, unfinishedPrefix));
  await giveTree(unfinished, place.account);
  try {
    await runProgram(
      binaries.initdb,
      [
        ...['--pgdata', unfinished, '--username', SUPERUSER, '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
        // PostgreSQL's own Unicode rules: the same on every machine, whatever locales are installed
        ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
        ...(options.durable ? [] : ['--no-sync']),
      ],
      place.account,
      options.signal,
    );
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  return { path, password };
}

async function checkVersion(path: string, expected: string): Promise<void> {
  const found = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found === null) {
    throw new Error(
      `${path} is not a PostgreSQL data directory: it lacks PG_VERSION. Move it away.`,
    );
  }
  if (found.trim() === expected) return;
  throw new Error(
    `The data in ${path} was written by PostgreSQL ${found.trim()}; the embedded server is ${expected}. ` +
      'Dump it with its own version and load the dump, or move it away to start afresh.',
  );
}

/** The password of a role beside the superuser, made when it is missing. Call it with the launcher lock held. */
export async function keptPassword(role: string, place: Place): Promise<string> {
  const file = passwordFileOf(role, place.directory);
  return existsSync(file) ? readPassword(file) : makePassword(file, place.account);
}

async function makePassword(file: string, account: Account | null): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${password}\n`, { mode: 0o600, flag: 'wx' });
  await giveTree(unfinished, account);
  await rename(unfinished, file);
  return password;
}

export async function readPassword(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database's password cannot be read from ${file} (${error.code}).`);
  });
  return text.trim();
}

/**
 * Leftovers of a launcher killed during initdb. That initdb may still be writing, so names are
 * never reused.
 */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
