/** So many may run at the same time; others wait for a place, in order, as many as may. */
export class Places {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  get queue(): number {
    return this.waiting.size;
  }

  /** @returns false: there was none in time, or too many wait; after true, {@link leave} is called once */
  async take(deadline: AbortSignal): Promise<boolean> {
    if (deadline.aborted) return false;
    if (this.running < this.most) {
      this.running += 1;
      return true;
    }
    if (this.waiting.size >= this.mostWaiting) return false;
    let goOn: () => void = () => undefined;
    const place = new Promise<boolean>((resolve) => this.waiting.add((goOn = () => resolve(true))));
    const came = await before(deadline, place, () => false);
    // it came just then: it is for the next one
    if (!came && !this.waiting.delete(goOn)) this.leave();
    return came;
  }

  /** Gives the place to the next one. */
  leave(): void {
    const [goOn] = this.waiting;
    if (goOn === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(goOn);
    goOn();
  }
}

/** What comes first: the work, or the end of the time for it. */
export async function before<T>(
  deadline: AbortSignal,
  work: Promise<T>,
  otherwise: () => T,
): Promise<T> {
  let late: () => void = () => undefined;
  const end = new Promise<T>((resolve) => {
    late = () => resolve(otherwise());
    deadline.addEventListener('abort', late, { once: true });
    if (deadline.aborted) late();
  });
  return Promise.race([work, end]).finally(() => deadline.removeEventListener('abort', late));
}
