import { type ChildProcess, spawn } from 'node:child_process';
import { MAIN_MODULES } from './built-program.js';

export interface ApiInstance {
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** the end of its output */
  output(): string;
  /** terminates it and waits. @throws if it does not exit with code 0 */
  stop(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
}

const KEPT_CHARACTERS = 20_000;

/**
 * Starts the compiled API, bound to this process.
 * @param environment its whole environment, apart from PATH
 * @param main its main module, by default that of the workspace
 * @throws if it ends instead of serving
 */
export async function startApiInstance(
  environment: NodeJS.ProcessEnv,
  main = MAIN_MODULES.api,
): Promise<ApiInstance> {
  const child = spawn(process.execPath, ['--enable-source-maps', main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...environment },
  });
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-KEPT_CHARACTERS);
    });
  }
  const ended = endOf(child);
  const serving = new Promise<'ready'>((resolve) =>
    child.on('message', (message) => message === 'ready' && resolve(message)),
  );
  if ((await Promise.race([serving, ended])) !== 'ready') {
    throw new Error(`An instance of the API did not start:\n${kept}`);
  }
  return {
    ended,
    output: () => kept,
    stop: async () => {
      child.kill('SIGTERM');
      const { code, signal } = await ended;
      if (code !== 0) throw new Error(`An instance ended with ${signal ?? code}:\n${kept}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function endOf(child: ChildProcess): ApiInstance['ended'] {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
