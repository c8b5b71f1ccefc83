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
 * Whole lines of a part of a file. The last line may lack its LF.
 * @param name of the file, for errors
 * @throws SourceRefused if there is something else than text, or a line is too long
 */
export async function* lineBlocks(
  file: FileHandle,
  name: string,
  start = 0,
  end = Infinity,
): AsyncGenerator<LineBlock> {
  let at = start;
  let rest: Buffer[] = [];
  let held = 0;
  while (at < end) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    if (!isAscii(read) || read.includes(0)) {
      throw new SourceRefused(
        `${name} is encrypted, compressed or damaged: there is no text at byte ${at}.`,
      );
    }
    const last = read.lastIndexOf(10);
    if (last < 0) {
      rest.push(read);
      held += read.length;
      at += read.length;
      if (held > LONGEST_LINE) {
        throw new SourceRefused(`${name} has a line of more than ${LONGEST_LINE} bytes.`);
      }
      continue;
    }
    const lines = read.subarray(0, last + 1);
    yield { bytes: held > 0 ? Buffer.concat([...rest, lines]) : lines, start: at - held };
    at += read.length;
    rest = [read.subarray(last + 1)];
    held = read.length - last - 1;
  }
  if (held > 0) yield { bytes: Buffer.concat(rest), start: at - held };
}

/** Without CR. */
export function lineOf(bytes: Buffer, from: number, to: number): string {
  const end = to > from && bytes[to - 1] === 13 ? to - 1 : to;
  return bytes.toString('latin1', from, end);
}
