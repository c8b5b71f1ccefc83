import { hash } from 'node:crypto';

/** The things whose keys have the smallest hashes: the same ones with each pass, whatever the order. */
export class Samples<T> {
  private kept: { readonly rank: string; readonly thing: T }[] = [];
  private limit = '~';

  constructor(private readonly most: number) {}

  offer(key: readonly string[], thing: T): void {
    const rank = hash('sha256', JSON.stringify(key));
    if (rank > this.limit) return;
    this.kept.push({ rank, thing });
    if (this.kept.length >= 2 * this.most) this.cut();
  }

  get all(): readonly T[] {
    this.cut();
    return this.kept.map(({ thing }) => thing);
  }

  private cut(): void {
    this.kept.sort((a, b) => (a.rank < b.rank ? -1 : 1));
    this.kept.length = Math.min(this.kept.length, this.most);
    if (this.kept.length === this.most) this.limit = this.kept.at(-1)!.rank;
  }
}
