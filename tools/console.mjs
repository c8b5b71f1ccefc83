// Writes the files of the console for browsers (apps/console/dist/site), also while services start with them. Types are not
// looked at: `npm run build` does. With --report it says what a browser loads.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { stampOf } from './compiled.mjs';
import { replaceFiles } from './replace-files.mjs';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const root = join(workspace, 'apps/console');
const dist = join(root, 'dist');
mkdirSync(dist, { recursive: true });
const outDir = mkdtempSync(join(dist, 'new-site-'));
const logLevel = process.argv.includes('--report') ? 'info' : 'warn';
try {
  await build({ root, logLevel, build: { outDir } });
  replaceFiles(outDir, join(dist, 'site'), (name) => name.startsWith('index.html'));
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
stampOf(workspace, ['apps/console'], 'console.mjs').set();
