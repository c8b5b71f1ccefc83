// Replaces the files of a folder while others read it. Plain JavaScript, because nothing may be compiled yet.
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Moves all files of a folder into another one of the same file system. A name that stays always has a whole file; what
 * others refer to is there before them.
 * @param from is gone afterwards
 * @param to what else is in it is removed
 * @param isEntry whether a file, by its name, refers to the others
 */
export function replaceFiles(from, to, isEntry) {
  const names = filesOf(from);
  const entries = names.filter(isEntry);
  for (const name of [...names.filter((one) => !isEntry(one)), ...entries]) {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    renameSync(join(from, name), join(to, name));
  }
  rmSync(from, { recursive: true });
  for (const name of filesOf(to))
    if (!names.includes(name)) rmSync(join(to, name), { force: true });
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
