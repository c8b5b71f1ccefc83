import { type ChildProcess, fork } from 'node:child_process';

interface Task {
  readonly id: number;
  readonly name: string;
  readonly data: unknown;
}

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A task of a child process: one value in, one out, both JSON-serialisable. */
type Handlers<Tasks> = { [Name in keyof Tasks]: (data: never) => unknown };

/**
 * Makes this process answer tasks until its parent is gone. Ignores Ctrl-C, which the parent
 * handles.
 */
export function answerTasks<Tasks extends Handlers<Tasks>>(tasks: Tasks): void {
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', ({ id, name, data }: Task) => {
    void Promise.resolve()
      .then(() => tasks[name as keyof Tasks](data as never))
      .then(
        (result): Answer => ({ id, result }),
        (error: Error): Answer => ({ id, error: String(error) }),
      )
      .then((answer) => process.send?.(answer));
  });
}

/** A Node process that answers tasks. If it ends, pending tasks fail. */
export class TaskProcess<Tasks extends Handlers<Tasks>> {
  private readonly open = new Map<number, (answer: Answer) => void>();
  private readonly ended: Promise<void>;
  private isOver = false;
  private lastId = 0;
  private readonly child: ChildProcess;

  /** @param script path of it */
  constructor(script: string) {
    this.child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.child.on('message', (answer: Answer) => this.open.get(answer.id)?.(answer));
    this.ended = new Promise((resolve) => this.child.once('exit', () => resolve()));
    void this.ended.then(() => {
      this.isOver = true;
      for (const [id, settle] of this.open) settle({ id, error: 'A process of clients has ended' });
    });
  }

  /** @throws with the message of the error in the task */
  async ask<Name extends keyof Tasks & string>(
    name: Name,
    ...[data]: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const id = ++this.lastId;
    const task: Task = { id, name, data };
    const answer = await new Promise<Answer>((resolve) => {
      if (this.isOver) return resolve({ id, error: 'A process of clients has ended' });
      this.open.set(id, resolve);
      this.child.send(task, (error) => error && resolve({ id, error: error.message }));
    });
    this.open.delete(id);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result as Awaited<ReturnType<Tasks[Name]>>;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
