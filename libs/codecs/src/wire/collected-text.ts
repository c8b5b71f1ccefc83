import { flatten } from './flatten.js';

const PIECES_PER_FLATTENING = 4096;

/** Concatenates any number of pieces in time linear in their total length. */
export class CollectedText {
  private parts: string[] = [];
  private last = '';
  private pieces = 0;

  add(piece: string): void {
    this.last += piece;
    if (++this.pieces < PIECES_PER_FLATTENING) return;
    flatten(this.last);
    this.parts.push(this.last);
    this.last = '';
    this.pieces = 0;
  }

  /** Returns the text and resets. */
  take(): string {
    const { parts, last } = this;
    this.last = '';
    this.pieces = 0;
    if (parts.length === 0) return last;
    this.parts = [];
    parts.push(last);
    return parts.join('');
  }
}
