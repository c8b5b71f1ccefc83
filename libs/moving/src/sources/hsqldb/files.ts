import { type FileHandle, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SourceFailed, SourceRefused } from '../../source.js';
import type { Scratch } from '../scratch.js';

/** Above this the last checkpoint did not happen; HSQLDB makes one at 20 MB. */
export const LARGEST_LOG = 256 * 1024 * 1024;
const TRIES = 5;

/** Copies of the files of one database. */
export interface HsqldbFiles {
  /** name of the database, `openfire` */
  readonly name: string;
  readonly script: FileHandle;
  readonly lobs: FileHandle | null;
  readonly log: FileHandle | null;
  readonly version: string;
  /** whether the engine stopped in an orderly way */
  readonly stopped: boolean;
  readonly bytes: number;
}

/**
 * Copies the files, since an engine may be writing to them: the log last, and all again if a script was written meanwhile.
 * @param path the script, its folder, or Openfire's home
 */
export async function copyFiles(path: string, scratch: Scratch): Promise<HsqldbFiles> {
  const script = await scriptIn(path);
  const name = basename(script, '.script');
  const beside = (extension: string) => join(dirname(script), `${name}.${extension}`);
  for (let tries = 0; ; tries++) {
    const copies: Copies = { script: null, lobs: null, log: null };
    try {
      const before = await state(script);
      const properties = await propertiesOf(beside('properties'));
      for (const extension of ['script', 'lobs', 'log'] as const) {
        copies[extension] = await copied(beside(extension), scratch);
      }
      const after = await propertiesOf(beside('properties'));
      const isSame = properties.get('modified') === after.get('modified');
      const lacks = lackingBeside(name, properties, copies);
      if (isSame && lacks === null && before === (await state(script))) {
        return await opened(name, copies, properties);
      }
      if (tries === TRIES && lacks !== null) throw new SourceRefused(lacks);
      if (tries === TRIES) throw new SourceFailed(`${script} is written again and again.`);
    } catch (error) {
      await closeFiles(copies);
      throw error;
    }
    await closeFiles(copies);
  }
}

/** What was left behind when the files were copied; an engine that makes a checkpoint is without a log for a moment. */
function lackingBeside(
  name: string,
  properties: ReadonlyMap<string, string>,
  { log }: Copies,
): string | null {
  const way = 'copy the whole folder, or stop Openfire and name its own';
  if (properties.size === 0) return `${name}.properties is missing or empty: ${way}.`;
  if (properties.get('modified') !== 'yes' || log !== null) return null;
  return `${name}.properties says modified=yes, so what was written last is in ${name}.log, which is missing: ${way}.`;
}

type Copies = { [extension in 'script' | 'lobs' | 'log']: FileHandle | null };

async function scriptIn(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new SourceRefused(`${path} does not exist.`);
  if (found.isFile()) {
    if (path.endsWith('.script')) return path;
    throw new SourceRefused(
      `${path} is no script of HSQLDB: name the folder embedded-db. A dump has to be loaded into a server.`,
    );
  }
  for (const folder of [path, join(path, 'embedded-db')]) {
    const scripts = (await readdir(folder).catch(() => [])).filter((n) => n.endsWith('.script'));
    const one = scripts.find((n) => n === 'openfire.script') ?? scripts[0];
    if (one !== undefined && (scripts.length === 1 || one === 'openfire.script')) {
      return join(folder, one);
    }
  }
  throw new SourceRefused(
    `There is no openfire.script in ${path}: name Openfire's folder, or its embedded-db.`,
  );
}

async function state(script: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(script);
  return [mtimeMs, size, ino].join();
}

/** @returns null if there is no such file */
async function copied(from: string, scratch: Scratch): Promise<FileHandle | null> {
  return scratch.copy(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && error.path === from) return null;
    throw new SourceFailed(`${from} cannot be copied: ${error.message}`, { cause: error });
  });
}

async function propertiesOf(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'latin1').catch(() => '');
  const lines = text.split(/\r?\n/).filter((line) => !line.startsWith('#') && line.includes('='));
  return new Map(
    lines.map((line) => {
      const [name, ...value] = line.split('=');
      return [name!.trim(), value.join('=').trim()];
    }),
  );
}

async function opened(
  name: string,
  { script, lobs, log }: Copies,
  properties: ReadonlyMap<string, string>,
): Promise<HsqldbFiles> {
  refuse(name, properties);
  if (script === null) throw new SourceFailed(`${name}.script vanished while it was copied.`);
  const sizes = await Promise.all([script, lobs, log].map(async (f) => (await f?.stat())?.size));
  const [scriptBytes = 0, lobBytes = 0, logBytes = 0] = sizes;
  const files: HsqldbFiles = {
    ...{ name, script, lobs, log: logBytes > 0 ? log : null },
    version: properties.get('version') ?? 'unknown',
    stopped: properties.get('modified') === 'no' && logBytes === 0,
    bytes: scriptBytes + lobBytes + logBytes,
  };
  if (logBytes > LARGEST_LOG) {
    throw new SourceRefused(
      `${name}.log has more than ${LARGEST_LOG} bytes. Stop Openfire, then its files can be read.`,
    );
  }
  return files;
}

function refuse(name: string, properties: ReadonlyMap<string, string>): void {
  const format = properties.get('hsqldb.script_format') ?? '0';
  if (format !== '0') {
    throw new SourceRefused(`${name}.script is compressed (hsqldb.script_format=${format}).`);
  }
  if (properties.get('modified')?.includes('new-files')) {
    throw new SourceRefused(
      `${name} was stopped while its files were exchanged. Start and stop Openfire once.`,
    );
  }
}

export async function closeFiles({ script, lobs, log }: Copies): Promise<void> {
  for (const file of [script, lobs, log]) await file?.close();
}
