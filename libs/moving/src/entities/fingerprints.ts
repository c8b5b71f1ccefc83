import { createHmac } from 'node:crypto';

const BYTES = 16;

/** By which rows are compared between two passes. Password columns are in them, hence the key of the run. */
export class Fingerprints {
  constructor(private readonly key: Uint8Array) {}

  of(value: unknown): Buffer {
    return this.ofText(JSON.stringify(value));
  }

  ofText(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest().subarray(0, BYTES);
  }
}
