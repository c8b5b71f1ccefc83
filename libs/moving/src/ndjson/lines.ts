import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ImportRefused } from '../faults.js';

const NEWLINE = 0x0a;
/** A group of a million members has some 40 MB. */
const MOST_BYTES = 1 << 27;

export interface Line {
  /** from 1 */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a file in UTF-8.
 * @throws ImportRefused if it cannot be read, or is not UTF-8
 */
export async function* linesOf(path: string): AsyncGenerator<Line, void, undefined> {
  let rest: Buffer[] = [];
  let number = 0;
  let size = 0;
  const line = (parts: readonly Buffer[]): Line => {
    const bytes = Buffer.concat(parts);
    number += 1;
    if (!isUtf8(bytes)) throw new ImportRefused(`${path}:${number}: it is not UTF-8`);
    return { number, text: bytes.toString() };
  };
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
        yield line([...rest, chunk.subarray(start, end)]);
        rest = [];
        size = 0;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > MOST_BYTES) {
        throw new ImportRefused(`${path}:${number + 1}: it is longer than ${MOST_BYTES} bytes`);
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new ImportRefused(`${path} cannot be read (${code})`);
  }
  if (rest.length > 0) yield line(rest);
}
