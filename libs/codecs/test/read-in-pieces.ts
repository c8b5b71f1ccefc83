import type { RawLine } from '@chat-admin/domain/jobs/job';
import type { LineReader } from '../src/jobs/line-reader.js';

/** @returns what is read, the same however it is cut */
export function readInPieces(
  open: (take: (line: RawLine) => void) => LineReader,
  sent: string | Buffer,
) {
  const bytes = Buffer.from(sent as string);
  const inPieces = (size: number) => {
    const lines: RawLine[] = [];
    const reader = open((line) => lines.push(line));
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.end();
    return JSON.parse(JSON.stringify(lines)) as RawLine[];
  };
  const whole = inPieces(bytes.length || 1);
  if (bytes.length < 10_000) expect(inPieces(1)).toEqual(whole);
  return whole;
}
