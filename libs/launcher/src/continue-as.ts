import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { boundToThis } from './bound-to-this.js';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whether root may become another account. Node refuses where its libuv could use io_uring (CVE-2024-22017), as Debian
 * 13's does.
 */
export function mayBecomeAnother(): boolean {
  try {
    process.setgroups!(process.getgroups!());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_STATE') throw error;
    return false;
  }
}

/**
 * Starts this program again, as an account that it need not become, passes on signals, and ends as that ends. If this
 * process is killed, the other one stops.
 */
export async function continueAs(
  { uid, gid }: Account,
  environment: NodeJS.ProcessEnv,
): Promise<never> {
  const itself = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const [program, ...words] = boundToThis('TERM', itself);
  const child = spawn(program, words, {
    ...{ uid, gid, stdio: 'inherit' },
    // as with npm: the end of this process counts as a signal
    env: { npm_lifecycle_event: 'start', ...environment },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
}
