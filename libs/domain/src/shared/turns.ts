/** Runs work on the same thing sequentially, in the order of the calls. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  async take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(thing) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(thing, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(thing) === mine) this.last.delete(thing);
    }
  }
}
