import { isAscii } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { SourceRefused } from '../../source.js';

/**
 * The longest line that is read: a text of 16,777,216 units, the longest of HSQLDB's columns here, takes six bytes for each.
 */
export const LONGEST_LINE = 128 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

export interface LineBlock {
  /** whole lines, each with its LF */
  readonly bytes: Buffer;
  /** where it begins in the file */
  readonly start: number;
}

/**
 * Whole lines of a part of a file, in one buffer: those of a block are there until the next one is asked for. The last line may lack
 * its LF.
 * @param name of the file, for errors
 * @throws SourceRefused if there is something else than text, or a line is too long
 */
export async function* lineBlocks(
  file: FileHandle,
  name: string,
  start = 0,
  end = Infinity,
): AsyncGenerator<LineBlock> {
  let buffer: Buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(end - start, 1)));
  let at = start;
  let held = 0;
  while (at < end) {
    if (held === buffer.length) buffer = larger(buffer, name);
    const { bytesRead } = await file.read(
      buffer,
      held,
      Math.min(buffer.length - held, end - at),
      at,
    );
    if (bytesRead === 0) break;
    const read = buffer.subarray(held, held + bytesRead);
    if (!isAscii(read) || read.includes(0)) {
      throw new SourceRefused(
        `${name} is encrypted, compressed or damaged: there is no text at byte ${at}.`,
      );
    }
    at += bytesRead;
    const last = read.lastIndexOf(10);
    const whole = last < 0 ? 0 : held + last + 1;
    held += bytesRead;
    if (whole === 0) continue;
    yield { bytes: buffer.subarray(0, whole), start: at - held };
    buffer.copyWithin(0, whole, held);
    held -= whole;
  }
  if (held > 0) yield { bytes: buffer.subarray(0, held), start: at - held };
}

/** For a line that does not end in it. */
function larger(buffer: Buffer, name: string): Buffer {
  if (buffer.length >= LONGEST_LINE) {
    throw new SourceRefused(`${name} has a line of more than ${LONGEST_LINE} bytes.`);
  }
  const found = Buffer.allocUnsafe(Math.min(2 * buffer.length, LONGEST_LINE));
  buffer.copy(found);
  return found;
}

/** Without CR. */
export function lineOf(bytes: Buffer, from: number, to: number): string {
  const end = to > from && bytes[to - 1] === 13 ? to - 1 : to;
  return bytes.toString('latin1', from, end);
}
