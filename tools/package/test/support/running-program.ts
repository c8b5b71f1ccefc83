import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { until } from '@chat-admin/debian-programs/until';

/** Free ports everywhere, and nothing of this process's settings. */
export const OWN_PORTS = {
  ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
};

export interface RunningProgram {
  readonly pid: number;
  readonly output: () => string;
  /** the next text that fits; fails if the program ends before */
  says(pattern: RegExp): Promise<string>;
  /** @returns the exit code */
  ended(): Promise<number | null>;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Runs a command line with nothing but `environment` and a PATH, outside of the workspace. */
export function runProgram(
  [file, ...words]: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv,
): RunningProgram {
  const env = { PATH: process.env['PATH'], ...environment };
  const child = spawn(file, words, { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const closed = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid!,
    output: () => output,
    says: (pattern) =>
      until(`${words.join(' ')} says ${pattern.source}`, () => {
        const found = pattern.exec(output);
        if (found) return found[1] ?? found[0];
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`);
        return null;
      }),
    ended: () => closed,
    stop: async () => {
      child.kill('SIGTERM');
      return closed;
    },
  };
}
