// `npm run fuzz`, `npm run model`, `npm run soak`: compiles what has changed, then hands over to tools/fuzz. Plain JavaScript,
// because nothing is compiled yet.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tsc = path('../node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-b', path('fuzz')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

await import('./fuzz/dist/main.js');
