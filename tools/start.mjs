// `npm start`: compiles what has changed, then runs libs/launcher. Plain JavaScript, because
// nothing may be compiled yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const tsc = path('../node_modules/typescript/bin/tsc');
const launcher = path('../libs/launcher/dist/main.js');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// A SIGTERM to npm kills the shell between npm and this process without being passed on, so the end
// of the parent counts as one.
const parent = process.ppid;
const watch = setInterval(() => {
  if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250).unref();

if (!existsSync(path('../node_modules'))) {
  console.error('The dependencies are missing: run "npm ci" first.');
  process.exit(1);
}

if (existsSync(tsc)) {
  if (!existsSync(launcher)) console.error('Compiling (first start only) …');
  const projects = ['../libs/launcher', '../apps/api', '../apps/legacy-userservice'].map(path);
  const compiler = spawn(process.execPath, [tsc, '-b', ...projects], { stdio: 'inherit' });
  let stopped = false;
  const stop = () => (stopped = compiler.kill());
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(compiler, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (stopped || code !== 0) process.exit(stopped ? 0 : (code ?? 1));
} else if (!existsSync(launcher)) {
  console.error(
    'The code is not compiled and the compiler is missing: run "npm ci" without --omit=dev.',
  );
  process.exit(1);
}

await import('../libs/launcher/dist/main.js');
