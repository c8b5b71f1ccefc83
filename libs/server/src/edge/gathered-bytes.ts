/**
 * Bytes that arrive in pieces. They take at most twice their length, however small the pieces are:
 * a piece of one byte, kept by itself, would take hundreds.
 */
export class GatheredBytes {
  private room: Buffer = Buffer.alloc(0);
  private length = 0;

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (this.length === 0) this.room = piece;
    else {
      if (length > this.room.length) this.grow(Math.max(length, 2 * this.room.length));
      piece.copy(this.room, this.length);
    }
    this.length = length;
  }

  clear(): void {
    this.room = Buffer.alloc(0);
    this.length = 0;
  }

  private grow(size: number): void {
    // not from the pool of small buffers, which would be held as a whole
    const larger = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(larger);
    this.room = larger;
  }
}
