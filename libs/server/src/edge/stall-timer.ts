/** Ends a body that brings nothing for too long. What waits for the service does not count. */
export class StallTimer {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly ms: number,
    private readonly onStall: () => void,
  ) {}

  /** The client is to send. */
  expect(): void {
    this.timer ??= setTimeout(this.onStall, this.ms).unref();
  }

  /** Something has come. */
  moved(): void {
    this.timer?.refresh();
  }

  /** Nothing is expected for now. */
  rest(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
