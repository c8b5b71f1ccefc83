// Compiles what has changed, before a script of this folder runs it. Plain JavaScript, because
// nothing may be compiled yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOf } from './compiled.mjs';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc');
const EX_CONFIG = 78;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Ends this process when that fails, or when it is to stop meanwhile.
 * @param projects folders of the workspace. Without the compiler, or where nothing can be written, what is compiled already runs
 */
export async function compile(...projects) {
  await compileAndBundle(projects, null);
}

/**
 * As {@link compile}; what has changed is also bundled.
 * @param script of this folder, which bundles
 * @returns whether the bundle is up to date
 */
export async function compileAndBundle(projects, script) {
  if (!existsSync(join(workspace, 'node_modules'))) {
    console.error('The dependencies are missing: run "npm ci" first.');
    process.exit(1);
  }
  const stamp = stampOf(workspace, projects, script);
  if (stamp.stands()) return true;
  if (!existsSync(TSC)) return false;
  const folders = projects.map((project) => join(workspace, project));
  if (!folders.every(isWritable)) {
    if (folders.every((folder) => existsSync(join(folder, 'dist/.tsbuildinfo')))) return false;
    console.error(`Nothing is built: run "npm run build" as the owner of ${workspace}`);
    process.exit(EX_CONFIG);
  }
  const code = await run(TSC, '-b', ...folders);
  if (code !== 0) process.exit(code);
  if (script !== null && (await run(join(workspace, 'tools', script))) !== 0) return false;
  stamp.set();
  return true;
}

/**
 * Builds the console for browsers, when something of it has changed. Where that cannot be done, the one that is there stays;
 * the service also runs without.
 */
export async function buildConsole() {
  const project = 'apps/console';
  if (stampOf(workspace, [project], 'console.mjs').stands()) return;
  const canBuild = existsSync(join(workspace, 'node_modules/vite')) && existsSync(TSC);
  if (!canBuild || !isWritable(join(workspace, project))) return;
  const isDone =
    (await run(TSC, '-b', join(workspace, 'libs/client'), join(workspace, 'libs/codecs'))) === 0 &&
    (await run(join(workspace, 'tools/console.mjs'))) === 0;
  if (!isDone) console.error('The console could not be built; the service starts all the same.');
}

/** Not on a read-only file system, nor in a folder of another account. */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns the exit code */
async function run(...words) {
  const child = spawn(process.execPath, words, { stdio: 'inherit' });
  let stopped = false;
  const stop = () => (stopped = child.kill());
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (stopped) process.exit(0);
  return code ?? 1;
}
