import { compareCodePoints } from '@chat-admin/domain/shared/order';

export interface Owned {
  readonly owner: string;
}

/** Rows in the order of their owners (code points), taken owner by owner; those of owners that nobody asks for are passed over. */
export class OwnedRows<Row extends Owned> {
  private batch: readonly Row[] = [];
  private at = 0;

  constructor(private readonly batches: AsyncIterator<readonly Row[]>) {}

  /** Of owners in ascending order. */
  async *of(owner: string): AsyncGenerator<Row, void, undefined> {
    for (let row = await this.peek(); row !== null; row = await this.peek()) {
      const order = compareCodePoints(row.owner, owner);
      if (order > 0) return;
      this.at += 1;
      if (order === 0) yield row;
    }
  }

  /** The first one alone. */
  async firstOf(owner: string): Promise<Row | null> {
    for await (const row of this.of(owner)) return row;
    return null;
  }

  private async peek(): Promise<Row | null> {
    while (this.at >= this.batch.length) {
      const { done, value } = await this.batches.next();
      if (done) return null;
      this.batch = value;
      this.at = 0;
    }
    return this.batch[this.at]!;
  }
}
