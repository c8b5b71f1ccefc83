import { type ChildProcess, spawn } from 'node:child_process';
import type { Task, TaskAnswer } from './tasks.js';

export interface ChildOptions {
  readonly script: string;
  /** modules loaded before the script */
  readonly preload?: readonly string[];
  readonly nodeArguments?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** A Node process of the bench. If it ends before `stop`, pending tasks fail. */
export class Child {
  private readonly open = new Map<number, (answer: TaskAnswer) => void>();
  private readonly ended: Promise<void>;
  private nextId = 1;
  private output = '';
  private isReady = false;
  private over = false;
  private changed: () => void = () => undefined;

  private constructor(
    readonly name: string,
    private readonly process: ChildProcess,
  ) {
    process.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.changed();
    });
    process.on('message', (message: TaskAnswer | string) => {
      if (typeof message === 'object') return this.open.get(message.answers)?.(message);
      if (message === 'ready') this.isReady = true;
      this.changed();
    });
    this.ended = new Promise((resolve) => process.once('exit', () => resolve()));
    void this.ended.then(() => {
      this.over = true;
      this.changed();
      for (const [id, settle] of this.open) settle({ answers: id, error: `${name} has ended` });
    });
  }

  static start(name: string, options: ChildOptions): Child {
    const preload = (options.preload ?? []).flatMap((module) => ['--import', module]);
    const node = [...(options.nodeArguments ?? []), ...preload, options.script];
    return new Child(
      name,
      spawn(process.execPath, node, {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
        env: { ...process.env, ...options.environment },
      }),
    );
  }

  /** The ports of its URLs in the order of printing, once the process has said "ready". */
  async listening(): Promise<readonly number[]> {
    for (;;) {
      const urls = this.output.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g);
      const ports = Array.from(urls, ([, port]) => Number(port));
      if (this.isReady && ports.length > 0) return ports;
      if (this.over) throw new Error(`${this.name} did not start:\n${this.output}`);
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
  }

  /** @throws the error of the task in the process */
  async ask<Result>(task: string, data: unknown = null): Promise<Result> {
    const id = this.nextId++;
    const answer = await new Promise<TaskAnswer>((resolve) => {
      this.open.set(id, resolve);
      const sent: Task = { task, id, data };
      if (this.over) resolve({ answers: id, error: `${this.name} has ended` });
      else
        this.process.send(sent, (error) => error && resolve({ answers: id, error: error.message }));
    });
    this.open.delete(id);
    if (answer.error !== undefined) throw new Error(`${this.name}: ${answer.error}`);
    return answer.result as Result;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    await this.ended;
  }
}
