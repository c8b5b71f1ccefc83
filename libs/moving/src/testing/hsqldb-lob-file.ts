const BLOCK = 32 * 1024;

interface Stored {
  readonly id: number;
  readonly units: number;
  /** address, blocks, offset */
  readonly pieces: readonly (readonly [number, number, number])[];
}

/** A `.lobs` file: each text in blocks, the long ones in two pieces with another block between them. */
export class LobFile {
  private readonly blocks: Buffer[] = [];
  private readonly stored: Stored[] = [];
  /** ids that the log tells of, not the script */
  private readonly late = new Set<number>();

  add(text: string): number {
    const bytes = Buffer.from(text, 'utf16le').swap16();
    const id = this.stored.length + 1;
    const count = Math.ceil(bytes.length / BLOCK);
    const pieces: [number, number, number][] = [];
    if (count > 0) pieces.push([this.put(bytes, 0, 1), 1, 0]);
    if (count > 1) {
      this.blocks.push(Buffer.alloc(BLOCK, 0x2a));
      pieces.push([this.put(bytes, 1, count), count - 1, 1]);
    }
    this.stored.push({ id, units: text.length, pieces });
    return id;
  }

  private put(bytes: Buffer, from: number, to: number): number {
    const address = this.blocks.length;
    for (let at = from; at < to; at++) {
      const block = Buffer.alloc(BLOCK);
      bytes.copy(block, 0, at * BLOCK, (at + 1) * BLOCK);
      this.blocks.push(block);
    }
    return address;
  }

  /** Rows of the LOBs that the script has; pieces in the wrong order, as nothing promises another. */
  inScript(): string[] {
    const there = this.stored.filter(({ id }) => !this.late.has(id));
    return there.flatMap((lob) => [...this.lobs(lob).reverse(), this.ids(lob, 1)]);
  }

  /** How an inner session, then that of the row, writes the LOBs from `first` on into the log. */
  inLog(first: number): { before: string[]; after: string[] } {
    const own = this.stored.filter(({ id }) => id >= first);
    for (const { id } of own) this.late.add(id);
    return {
      before: own.flatMap((lob) => [this.ids(lob, 0), 'COMMIT', ...this.lobs(lob), 'COMMIT']),
      after: own.flatMap((lob) => [`DELETE FROM LOB_IDS WHERE LOB_ID=${lob.id}`, this.ids(lob, 1)]),
    };
  }

  get next(): number {
    return this.stored.length + 1;
  }

  bytes(): Buffer {
    return Buffer.concat(this.blocks);
  }

  private ids({ id, units }: Stored, uses: number): string {
    return `INSERT INTO LOB_IDS VALUES(${id},${units},${uses},40)`;
  }

  private lobs({ id, pieces }: Stored): string[] {
    return pieces.map(
      ([address, blocks, offset]) =>
        `INSERT INTO LOBS VALUES(${address},${blocks},${offset},${id})`,
    );
  }
}
