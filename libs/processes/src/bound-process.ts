import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server process that does not outlive this process. */
export interface BoundProcess {
  readonly pid: number;
  /** resolves when it has ended for any reason */
  readonly ended: Promise<Ending>;
  /** its last lines of output */
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** terminates it, even if paused, and waits; idempotent */
  stop(): Promise<void>;
  /** kills it and waits */
  kill(): Promise<void>;
}

const SETPRIV = '/usr/bin/setpriv';
const KEPT_CHARACTERS = 4_000;
const TIMEOUT_MS = 10_000;

export interface BoundOptions {
  /** added to PATH, a neutral locale and UTC, which are its entire environment otherwise */
  readonly environment?: NodeJS.ProcessEnv;
  /** receives its output as it arrives */
  readonly onOutput?: (text: string) => void;
}

/**
 * Starts a server in a separate process group, so that Ctrl-C in a terminal does not reach it. If
 * util-linux's setpriv is available, the kernel kills the server when this process ends for any
 * reason; otherwise an orderly exit stops it.
 * @param program path of the executable
 */
export function startBound(
  program: string,
  args: readonly string[],
  options: BoundOptions = {},
): BoundProcess {
  const bound = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', program] : [program];
  const child = spawn(bound[0]!, [...bound.slice(1), ...args], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...options.environment },
  });
  const output = lastOutput(child, options.onOutput);
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const lastWill = () => child.kill('SIGKILL');
  process.once('exit', lastWill);
  const forget = () => process.off('exit', lastWill);
  ended.then(forget, forget);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    ended,
    output,
    signal: (name) => void child.kill(name),
    kill,
    stop: async () => {
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      await ended.finally(() => clearTimeout(timer));
    },
  };
}

function lastOutput(child: ChildProcess, onOutput?: (text: string) => void): () => string {
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept = (kept + text).slice(-KEPT_CHARACTERS);
      onOutput?.(text);
    });
  }
  return () => kept.trim();
}
