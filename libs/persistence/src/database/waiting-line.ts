/** A number of places that are given out in the order of asking. */
export class WaitingLine {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** @returns what gives the place back; calls after the first do nothing */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}
