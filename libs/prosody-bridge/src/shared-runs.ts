/**
 * Work whose result can be shared by many callers: one run at a time, at most one more pending; no
 * caller gets the result of a run that began before the call.
 */
export class SharedRuns<T> {
  private running: Promise<T> | null = null;
  private next: Promise<T> | null = null;

  /** @param work must not reject */
  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    if (this.running === null && this.next === null) return this.start();
    return (this.next ??= this.running!.then(() => this.start()));
  }

  private start(): Promise<T> {
    this.next = null;
    const run = this.work().finally(() => {
      if (this.running === run) this.running = null;
    });
    this.running = run;
    return run;
  }
}
