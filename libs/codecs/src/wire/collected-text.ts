import { flatten } from './flatten.js';

const PIECES_PER_FLATTENING = 4096;

/** Puts a text together from any number of pieces: its cost grows with their length alone. */
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

  /** Gives the text and starts another one. */
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
