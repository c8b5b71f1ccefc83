import type { FileHandle } from 'node:fs/promises';
import { SourceRefused } from '../../source.js';
import type { Batches } from '../cells.js';

/** `LOB_TYPE` of a CLOB. */
const CLOB = '40';
/** Longer than any payload that Openfire takes. */
const MOST_UNITS = 64 * 1024 * 1024;

interface Piece {
  readonly address: number;
  readonly blocks: number;
  readonly offset: number;
}

/** Texts in `.lobs`: blocks of one size, of which each text has some pieces. */
export class Lobs {
  private readonly lengths = new Map<string, number>();
  /** those that rows name */
  private readonly used = new Set<string>();
  private readonly pieces = new Map<string, Piece[]>();

  private constructor(
    private readonly file: FileHandle | null,
    private readonly name: string,
    private readonly blockBytes: number,
  ) {}

  /**
   * @param ids `LOB_ID`, `LOB_LENGTH`, `LOB_TYPE`, `LOB_USAGE_COUNT`
   * @param lobs `BLOCK_ADDR`, `BLOCK_COUNT`, `BLOCK_OFFSET`, `LOB_ID`
   */
  static async of(
    { file, name, scale }: { file: FileHandle | null; name: string; scale: number },
    ids: Batches,
    lobs: Batches,
  ): Promise<Lobs> {
    const found = new Lobs(file, name, scale * 1024);
    for await (const batch of ids) {
      for (const [id, length, type, uses] of batch) {
        if (type !== CLOB) continue;
        found.lengths.set(id!, Number(length));
        if (Number(uses) > 0) found.used.add(id!);
      }
    }
    for await (const batch of lobs) {
      for (const [address, blocks, offset, id] of batch) {
        const piece = { address: Number(address), blocks: Number(blocks), offset: Number(offset) };
        found.pieces.set(id!, [...(found.pieces.get(id!) ?? []), piece]);
      }
    }
    return found;
  }

  /** @throws SourceRefused if a text is not there as a whole */
  async requireWhole(): Promise<void> {
    const size = (await this.file?.stat())?.size ?? 0;
    for (const id of this.used) {
      const parts = this.partsOf(id);
      if (parts.some(({ from, length }) => from + length > size)) throw this.cut(id);
    }
  }

  /** @throws SourceRefused if it is not there as a whole */
  async text(id: string): Promise<string> {
    const parts = this.partsOf(id);
    const bytes = Buffer.alloc(parts.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const { from, length } of parts) {
      const read = await this.file?.read(bytes, filled, length, from);
      if (read?.bytesRead !== length) throw this.cut(id);
      filled += length;
    }
    return bytes.swap16().toString('utf16le');
  }

  /** Where it is in the file, in its order. */
  private partsOf(id: string): readonly { readonly from: number; readonly length: number }[] {
    const units = this.lengths.get(id);
    if (units === undefined || !(units >= 0)) throw this.broken(id, 'There is no such text.');
    if (units > MOST_UNITS) throw this.broken(id, `It has ${units} characters.`);
    const bytes = units * 2;
    const parts: { from: number; length: number }[] = [];
    let filled = 0;
    const pieces = (this.pieces.get(id) ?? []).toSorted((a, b) => a.offset - b.offset);
    for (const { address, blocks, offset } of pieces) {
      const at = offset * this.blockBytes;
      if (at !== filled || filled >= bytes) continue;
      const length = Math.min(blocks * this.blockBytes, bytes - at);
      parts.push({ from: address * this.blockBytes, length });
      filled += length;
    }
    if (filled !== bytes) throw this.broken(id, 'Blocks of it are missing.');
    return parts;
  }

  private cut(id: string): SourceRefused {
    return this.broken(id, 'The file ends before it.');
  }

  private broken(id: string, why: string): SourceRefused {
    return new SourceRefused(`${this.name} cannot be read, text ${id}: ${why}`);
  }
}
