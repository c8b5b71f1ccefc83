// Installs what only one folder of tests or tools needs, by the lockfile in it, so that `npm ci` of the product stays small.
// The suites of a folder do so themselves; for the compiler and the linter it is a command: node tools/own-packages.mjs [folder]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = dirname(dirname(fileURLToPath(import.meta.url)));

const FOLDERS = [
  'apps/api/test',
  'apps/console/test',
  'libs/client/test',
  'tools/boundaries/test',
  'tools/docs/test',
  'tools/package/bill-of-materials',
  'tools/package/test',
];

/** @param folder absolute; without a lockfile there is nothing to do, nor if what it says is installed */
export function installOwnPackages(folder) {
  const lockfile = join(folder, 'package-lock.json');
  if (!existsSync(lockfile)) return;
  const stamp = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  const packages = join(folder, 'node_modules');
  const stampFile = join(packages, '.installed');
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isDone()) return;
  // in a folder beside it, so that who installs at the same time does not meet half of it
  const made = mkdtempSync(join(folder, '.installing-'));
  try {
    for (const name of ['package.json', 'package-lock.json'])
      cpSync(join(folder, name), join(made, name));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', ['ci', ...options], { cwd: made, stdio: ['ignore', 'ignore', 'inherit'] });
    writeFileSync(join(made, 'node_modules/.installed'), stamp);
    // somebody else may have been faster, and use it
    if (isDone()) return;
    if (existsSync(packages)) renameSync(packages, join(made, 'former'));
    renameSync(join(made, 'node_modules'), packages);
  } catch (error) {
    if (!isDone()) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  for (const folder of given.length > 0 ? given : FOLDERS)
    installOwnPackages(join(workspace, folder));
}
