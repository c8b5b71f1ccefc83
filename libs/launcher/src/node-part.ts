import { type ChildProcess, spawn } from 'node:child_process';
import { boundToThis } from './bound-to-this.js';
import { type Ending, type Part, PartEnded } from './part.js';

export interface NodePartOptions {
  readonly name: string;
  readonly script: string;
  readonly nodeArguments?: readonly string[];
  /** for this part only; overrides what other parts provide */
  readonly environment?: NodeJS.ProcessEnv;
  /** from SIGTERM to SIGKILL */
  readonly graceMs: number;
  /** for how long its event loop may stand once it is ready, before it is killed */
  readonly standingMs?: number;
}

const STANDING_MS = 30_000;
/** in which a beat is looked for, of the time that a loop may stand */
const SHARES = 6;

/**
 * A Node program as a part. Its obligations: `process.send('ready')` once it serves, `process.send('alive')` every five
 * seconds from then on; stop on SIGTERM with exit code 0; exit on `disconnect`, which means that the launcher was killed.
 * With util-linux's setpriv the kernel kills it then, since a frozen one does not notice.
 */
export function nodePart({
  name,
  script,
  nodeArguments = [],
  environment: own,
  graceMs,
  standingMs = STANDING_MS,
}: NodePartOptions): Part {
  return {
    name,
    start: async (environment, signal) => {
      const [program, ...words] = boundToThis('KILL', [process.execPath, ...nodeArguments, script]);
      const child = spawn(program, words, {
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
        const timer = setTimeout(() => child.pid && killGroup(child.pid), graceMs);
        await ended.finally(() => clearTimeout(timer));
      };
      const stopWhenAborted = () => void stop().catch(() => undefined);
      signal.addEventListener('abort', stopWhenAborted, { once: true });
      try {
        const ending = await Promise.race([ready, ended]);
        if (ending) throw new PartEnded(ending);
      } finally {
        signal.removeEventListener('abort', stopWhenAborted);
      }
      return { ended: watched(child, ended, { name, standingMs }), stop };
    },
  };
}

/**
 * Kills a process whose event loop stands. Counts rounds of this process's own loop instead of measuring time, so that
 * nothing is killed after this one was paused itself.
 */
function watched(
  child: ChildProcess,
  ended: Promise<Ending>,
  { name, standingMs }: { readonly name: string; readonly standingMs: number },
): Promise<Ending> {
  let silent = 0;
  child.on('message', () => (silent = 0));
  const rounds = setInterval(() => {
    silent += 1;
    if (silent <= SHARES || !child.pid) return;
    clearInterval(rounds);
    console.error(`${name} does not react for ${standingMs / 1000} s; killing it.`);
    killGroup(child.pid);
  }, standingMs / SHARES);
  return ended.finally(() => clearInterval(rounds));
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
