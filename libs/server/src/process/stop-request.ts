/** Asked for by SIGTERM, SIGINT, or the end of the parent process; by the first of them. */
export class StopRequest {
  isAsked = false;
  /** the exit code that is wanted */
  readonly asked: Promise<number>;
  private resolve: (code: number) => void = () => undefined;

  /** Call it first: as the first process of a container one that does not listen is not stopped by a signal. */
  constructor() {
    this.asked = new Promise((resolve) => (this.resolve = resolve));
    for (const event of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
      process.on(event, () => this.ask());
    // perhaps since before this line
    if (process.channel === null) this.ask();
  }

  ask(code = 0): void {
    this.isAsked = true;
    this.resolve(code);
  }
}
