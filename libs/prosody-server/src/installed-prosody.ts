import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { OPTIONAL_MODULES } from './prosody-modules.js';

export interface InstalledProsody {
  /** path of the program */
  readonly program: string;
  /** such as `0.12.3` */
  readonly version: string;
  /** names of those {@link OPTIONAL_MODULES} that it can load */
  readonly optional: readonly string[];
  /** names of those that it could load if they were installed */
  readonly lacking: readonly string[];
}

/** What to do about a missing or unusable Prosody, in one line. */
export class ProsodyUnusable extends Error {}

const INSTALL = 'as root, run "apt-get install prosody lua-dbi-postgresql lua-unbound"';
/** The modules rely on internals of these series. */
const SUPPORTED = /^(0\.12|13\.0)\.\d+$/;
/** The PATH of an unprivileged user lacks the second half. */
const searched = (): readonly string[] => [
  ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
  ...['/usr/local/bin', '/usr/bin'],
];

/** Finds a usable Prosody without starting it. @throws ProsodyUnusable */
export async function findProsody(
  folders: readonly string[] = searched(),
): Promise<InstalledProsody> {
  const program = await firstAccessible(
    folders.map((folder) => join(folder, 'prosody')),
    constants.X_OK,
  );
  if (program === null) throw new ProsodyUnusable(`Prosody is not installed: ${INSTALL}.`);
  const launcher = await readFile(program, 'utf8');
  const version = await versionOf(launcher);
  if (!SUPPORTED.test(version)) {
    throw new ProsodyUnusable(
      `Prosody ${version} is installed, but 0.12 or 13.0 is needed, as Debian 12 and 13 have.`,
    );
  }
  if (!(await hasDatabaseDriver(launcher))) {
    throw new ProsodyUnusable(`Prosody lacks LuaDBI for PostgreSQL: ${INSTALL}.`);
  }
  return { program, version, ...(await optionalModules(launcher, version)) };
}

/** Debian's package puts modules of others beside Prosody's own; newer versions have some of them themselves. */
async function optionalModules(launcher: string, version: string) {
  const optional: string[] = [];
  const lacking: string[] = [];
  for (const [name, { series }] of Object.entries(OPTIONAL_MODULES)) {
    if (series !== undefined && !version.startsWith(`${series}.`)) continue;
    const place = join(sourcesOf(launcher), 'modules', `mod_${name}`);
    const found = await firstAccessible([place, `${place}.lua`], constants.R_OK);
    (found === null ? lacking : optional).push(name);
  }
  return { optional, lacking };
}

/** The launcher script names the location of the rest. */
async function versionOf(launcher: string): Promise<string> {
  const file = join(sourcesOf(launcher), 'prosody.version');
  return (await readFile(file, 'utf8').catch(() => 'unknown')).trim();
}

function sourcesOf(launcher: string): string {
  return /^CFG_SOURCEDIR=['"](.+)['"]/m.exec(launcher)?.[1] ?? '/usr/lib/prosody';
}

/** Asks the Lua interpreter that Prosody runs on. */
async function hasDatabaseDriver(launcher: string): Promise<boolean> {
  const interpreter = /^#!\s*(?:\S*\/env\s+)?(\S+)/.exec(launcher)?.[1] ?? 'lua';
  try {
    await promisify(execFile)(interpreter, ['-e', 'require "DBI"; require "dbd.postgresql"']);
    return true;
  } catch {
    return false;
  }
}

async function firstAccessible(paths: readonly string[], mode: number): Promise<string | null> {
  for (const path of paths) {
    const accessible = await access(path, mode).then(
      () => true,
      () => false,
    );
    if (accessible) return path;
  }
  return null;
}
