// Compiles what has changed, before a script of this folder runs it. Plain JavaScript, because
// nothing may be compiled yet.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOf } from './compiled.mjs';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Ends this process when that fails, or when it is to stop meanwhile.
 * @param projects folders of the workspace. Without the compiler, what is compiled already runs
 */
export async function compile(...projects) {
  if (!existsSync(join(workspace, 'node_modules'))) {
    console.error('The dependencies are missing: run "npm ci" first.');
    process.exit(1);
  }
  const tsc = join(workspace, 'node_modules/typescript/bin/tsc');
  const stamp = stampOf(workspace, projects);
  if (!existsSync(tsc) || stamp.stands()) return;
  const folders = projects.map((project) => join(workspace, project));
  const compiler = spawn(process.execPath, [tsc, '-b', ...folders], { stdio: 'inherit' });
  let stopped = false;
  const stop = () => (stopped = compiler.kill());
  for (const signal of signals) process.on(signal, stop);
  const [code] = await once(compiler, 'exit');
  for (const signal of signals) process.off(signal, stop);
  if (stopped || code !== 0) process.exit(stopped ? 0 : (code ?? 1));
  stamp.set();
}
