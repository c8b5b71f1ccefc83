// Compiles what has changed, before a script of this folder runs it. Plain JavaScript, because
// nothing may be compiled yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** @param projects paths from this folder. Without the compiler, what is compiled already runs. */
export function compile(...projects) {
  if (!existsSync(path('../node_modules'))) {
    console.error('The dependencies are missing: run "npm ci" first.');
    process.exit(1);
  }
  const tsc = path('../node_modules/typescript/bin/tsc');
  if (!existsSync(tsc)) return;
  const { status } = spawnSync(process.execPath, [tsc, '-b', ...projects.map(path)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
