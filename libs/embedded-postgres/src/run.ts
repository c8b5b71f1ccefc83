import { type ChildProcess, spawn } from 'node:child_process';
import type { Account } from './account.js';

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * Spawns a server program under the account, in its own process group (Ctrl-C in a terminal is for
 * the launcher), and without the environment, whose PG… variables and locale would affect it.
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  account: Account | null,
  output: 'pipe' | number,
): ChildProcess {
  return spawn(program, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
}

/** Resolves when the process has ended; rejects if it could not be started. */
export function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notStarted(child, error)));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function notStarted(child: ChildProcess, error: NodeJS.ErrnoException): Error {
  const hints: Record<string, string> = {
    ENOENT: 'It is built for another C library (musl instead of glibc, for example).',
    EPERM: 'This root user may not change to an unprivileged account.',
  };
  const hint = hints[error.code ?? ''] ?? '';
  return new Error(
    `${child.spawnfile} cannot be run (${error.code}). ${hint} DATABASE_URL makes it unnecessary.`,
    { cause: error },
  );
}

/** Runs a program to completion. @throws with its output if it fails */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account | null,
  signal?: AbortSignal,
): Promise<void> {
  const child = spawnProgram(program, args, account, 'pipe');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const abort = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', abort);
  const ending = await endOf(child).finally(() => signal?.removeEventListener('abort', abort));
  signal?.throwIfAborted();
  if (ending.code !== 0) {
    throw new Error(`${program} failed (${ending.code ?? ending.signal}): ${output.trim()}`);
  }
}
