import { constants, createGzip, gzip, gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import type { Gzip } from 'node:zlib';
import { remember } from '@chat-admin/server/edge/remember';

const zip = promisify(gzip);
const LEVEL = { level: constants.Z_BEST_SPEED };
/**
 * Up to this size, which takes less than half a millisecond, compression is synchronous: cheaper than the thread pool, where it
 * would also wait for key derivations.
 */
const SYNC_LENGTH = 32 * 1024;

/** The codings of `Accept-Encoding` with their weights, names in lower case. RFC 9110, 12.5.3 */
const weightsIn = remember((header = '') => {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, Number(quality));
  }
  return weights;
});

/** Whether `Accept-Encoding` allows a coding; `others`: further names of it. */
export function acceptsCoding(
  header: string | undefined,
  coding: string,
  ...others: readonly string[]
): boolean {
  const weights = weightsIn(header);
  const name = [coding, ...others, '*'].find((one) => weights.has(one));
  return name !== undefined && weights.get(name)! > 0;
}

/** Whether `Accept-Encoding` allows gzip. Contract: core 1.8 "gzip answer" */
export const acceptsGzip = (header: string | undefined): boolean =>
  acceptsCoding(header, 'gzip', 'x-gzip');

export function compressed(text: string): Buffer | Promise<Buffer> {
  return text.length <= SYNC_LENGTH ? gzipSync(text, LEVEL) : zip(text, LEVEL);
}

/** Flushes after each chunk, so that the first bytes of a long list are not held back. */
export function compressor(): Gzip {
  return createGzip({ ...LEVEL, flush: constants.Z_SYNC_FLUSH });
}
