import type { Batches, Cells } from '../cells.js';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** One value of COPY's text format. */
function unescaped(text: string): string | null {
  if (!text.includes('\\')) return text;
  if (text === '\\N') return null;
  return text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/** Rows of COPY's text format (UTF-8), as they stream; one batch for each chunk. */
export async function* copiedRows(chunks: AsyncIterable<Buffer>): Batches {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(10);
    if (last < 0) {
      rest.push(chunk);
      continue;
    }
    const head = chunk.subarray(0, last);
    const whole = rest.length === 0 ? head : Buffer.concat([...rest, head]);
    rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    yield whole
      .toString('utf8')
      .split('\n')
      .map((line): Cells => line.split('\t').map(unescaped));
  }
}
