/** A request to a child process of the bench over IPC. */
export interface Task {
  readonly task: string;
  readonly id: number;
  readonly data: unknown;
}

export interface TaskAnswer {
  readonly answers: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** Makes this process answer tasks. */
export function answerTasks(handlers: Readonly<Record<string, (data: never) => unknown>>): void {
  process.on('message', (message: Task | string) => {
    if (typeof message === 'string' || !handlers[message.task]) return;
    void answer(message, handlers[message.task]!);
  });
}

async function answer({ id, data }: Task, handler: (data: never) => unknown): Promise<void> {
  const answered: TaskAnswer = await Promise.resolve()
    .then(() => handler(data as never))
    .then(
      (result) => ({ answers: id, result }),
      (error: Error) => ({ answers: id, error: error.stack ?? error.message }),
    );
  process.send?.(answered);
}
