// `npm run bench`: compiles what has changed, then runs tools/bench. Plain JavaScript, because
// nothing may be compiled yet.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tsc = path('../node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-b', path('bench'), path('../apps/api')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

await import('./bench/dist/main.js');
