import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { until } from '@chat-admin/debian-programs/until';

const MAIN = bundledProgram('cli');

/** `chat-admin` as a process of its own, with nothing of this one's environment but PATH. */
export class CommandProcess {
  /** both streams */
  output = '';
  /** the exit code */
  readonly ended: Promise<number | null>;

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(child, 'close').then(([code]) => code as number | null);
  }

  /**
   * @param input what standard input holds
   * @param before words of a program that runs it
   */
  static run(
    words: readonly string[],
    environment: NodeJS.ProcessEnv,
    input = '',
    before: readonly string[] = [],
  ): CommandProcess {
    const env = { PATH: process.env['PATH'], ...environment };
    const [file, ...all] = [...before, process.execPath, MAIN, ...words];
    const child = spawn(file!, all, { env });
    child.stdin.on('error', () => undefined).end(input);
    return new CommandProcess(child);
  }

  /** The first group of the text, once it has been printed. @throws Error with the output if the process ends before */
  says(pattern: RegExp): Promise<string> {
    return until(`chat-admin says ${pattern.source}`, () => {
      const found = pattern.exec(this.output)?.[1];
      if (found !== undefined) return found;
      if (this.child.exitCode !== null) throw new Error(`It ended: ${this.output}`);
      return null;
    });
  }

  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }
}
