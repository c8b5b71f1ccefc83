// `npm start`: compiles what has changed, then runs libs/launcher. Plain JavaScript, because
// nothing may be compiled yet.
import './check-node.mjs';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConsole, compileAndBundle } from './compile.mjs';

// A SIGTERM to npm kills the shell between npm and this process without being passed on, so the end
// of the parent counts as one.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

const bundle = fileURLToPath(new URL('../apps/serve/dist/bundle/serve.mjs', import.meta.url));
const launcher = new URL('../libs/launcher/dist/main.js', import.meta.url);
if (!existsSync(fileURLToPath(launcher))) console.error('Compiling (first start only) …');
const [bundled] = await Promise.all([
  compileAndBundle(['libs/launcher', 'apps/serve'], 'bundle.mjs'),
  buildConsole(),
]);
if (!existsSync(fileURLToPath(launcher))) {
  console.error(
    'The code is not compiled and the compiler is missing: run "npm ci" without --omit=dev.',
  );
  process.exit(78);
}
const { startProduct } = await import(launcher.href);
await startProduct({ bundle: bundled && existsSync(bundle) ? bundle : null });
