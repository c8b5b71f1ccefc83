import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller of the current request, carried by the asynchronous context, for sharing resources fairly. */
export class Callers {
  private readonly running = new AsyncLocalStorage<string>();

  /** @param caller identifies the caller */
  run<T>(caller: string, work: () => T): T {
    return this.running.run(caller, work);
  }

  /** `null`: unknown */
  get current(): string | null {
    return this.running.getStore() ?? null;
  }

  /** Until then each promise of the process carries its context. */
  close(): void {
    this.running.disable();
  }
}
