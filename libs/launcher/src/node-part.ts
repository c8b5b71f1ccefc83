import { spawn } from 'node:child_process';
import { type Ending, type Part, PartEnded } from './part.js';

export interface NodePartOptions {
  readonly name: string;
  readonly script: string;
  readonly nodeArguments?: readonly string[];
  /** for this part only; overrides what other parts provide */
  readonly environment?: NodeJS.ProcessEnv;
  /** from SIGTERM to SIGKILL */
  readonly graceMs: number;
}

/**
 * A Node program as a part. Its obligations: `process.send('ready')` once it serves; stop on
 * SIGTERM with exit code 0; exit on `disconnect`, which means that the launcher was killed.
 */
export function nodePart({
  name,
  script,
  nodeArguments = [],
  environment: own,
  graceMs,
}: NodePartOptions): Part {
  return {
    name,
    start: async (environment, signal) => {
      const child = spawn(process.execPath, [...nodeArguments, script], {
        detached: true, // Ctrl-C in the terminal is for the launcher, which knows the order
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: { ...environment, ...own },
      });
      const ended = new Promise<Ending>((resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (code, by) => resolve({ code, signal: by }));
      });
      const ready = new Promise<void>((resolve) =>
        child.on('message', (message) => message === 'ready' && resolve()),
      );
      const stop = async () => {
        child.kill('SIGTERM');
        const impatience = setTimeout(() => child.pid && killGroup(child.pid), graceMs);
        await ended.finally(() => clearTimeout(impatience));
      };
      const stopWhenAborted = () => void stop().catch(() => undefined);
      signal.addEventListener('abort', stopWhenAborted, { once: true });
      try {
        const ending = await Promise.race([ready, ended]);
        if (ending) throw new PartEnded(ending);
      } finally {
        signal.removeEventListener('abort', stopWhenAborted);
      }
      return { ended, stop };
    },
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
