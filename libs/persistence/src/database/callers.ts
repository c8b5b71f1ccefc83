import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom the calling code works, told by the asynchronous context; for what callers share. */
export class Callers {
  private readonly running = new AsyncLocalStorage<string>();

  /** @param caller the same text for the same caller */
  run<T>(caller: string, work: () => T): T {
    return this.running.run(caller, work);
  }

  /** `null`: nobody in particular */
  get current(): string | null {
    return this.running.getStore() ?? null;
  }
}
