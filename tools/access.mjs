// `npm run access -- check|restore`: compiles what has changed, then runs apps/cli. Plain
// JavaScript, because nothing may be compiled yet.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tsc = path('../node_modules/typescript/bin/tsc');
if (!existsSync(path('../node_modules'))) {
  console.error('The dependencies are missing: run "npm ci" first.');
  process.exit(1);
}
if (existsSync(tsc)) {
  const { status } = spawnSync(process.execPath, [tsc, '-b', path('../apps/cli')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

process.argv.splice(2, 0, 'access');
await import('../apps/cli/dist/main.js');
