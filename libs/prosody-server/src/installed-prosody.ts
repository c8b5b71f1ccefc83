import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface InstalledProsody {
  /** path of the program */
  readonly program: string;
  /** such as `0.12.3` */
  readonly version: string;
}

/** What to do about a Prosody that is missing or cannot be used, in one line. */
export class ProsodyUnusable extends Error {}

const INSTALL = 'as root, run "apt-get install prosody lua-dbi-postgresql"';
/** The modules rely on internals of this series. */
const SUPPORTED = /^0\.12\.\d+$/;
/** An unprivileged user's PATH lacks the second half. */
const FOLDERS = [
  ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
  ...['/usr/local/bin', '/usr/bin'],
];

/** Looks for a Prosody that can serve, without starting it. @throws ProsodyUnusable */
export async function findProsody(folders: readonly string[] = FOLDERS): Promise<InstalledProsody> {
  const program = await firstExecutable(folders.map((folder) => join(folder, 'prosody')));
  if (program === null) throw new ProsodyUnusable(`Prosody is not installed: ${INSTALL}.`);
  const launcher = await readFile(program, 'utf8');
  const version = await versionOf(launcher);
  if (!SUPPORTED.test(version)) {
    throw new ProsodyUnusable(
      `Prosody ${version} is installed, but 0.12 is needed, which Debian 12 has.`,
    );
  }
  if (!(await hasDatabaseDriver(launcher))) {
    throw new ProsodyUnusable(`Prosody lacks LuaDBI for PostgreSQL: ${INSTALL}.`);
  }
  return { program, version };
}

/** The launcher is a script that says where the rest lies. */
async function versionOf(launcher: string): Promise<string> {
  const sources = /^CFG_SOURCEDIR=['"](.+)['"]/m.exec(launcher)?.[1] ?? '/usr/lib/prosody';
  const text = await readFile(join(sources, 'prosody.version'), 'utf8').catch(() => 'unknown');
  return text.trim();
}

/** Asks the interpreter that Prosody runs on. */
async function hasDatabaseDriver(launcher: string): Promise<boolean> {
  const interpreter = /^#!\s*(?:\S*\/env\s+)?(\S+)/.exec(launcher)?.[1] ?? 'lua';
  try {
    await promisify(execFile)(interpreter, ['-e', 'require "DBI"; require "dbd.postgresql"']);
    return true;
  } catch {
    return false;
  }
}

async function firstExecutable(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) {
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    ) {
      return path;
    }
  }
  return null;
}
