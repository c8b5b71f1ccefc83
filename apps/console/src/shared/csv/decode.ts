/** How the letters of a file are stored; by the names of the Encoding standard. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const SLICE = 4 * 1024 * 1024;

async function* slicesOf(file: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < file.size; start += SLICE)
    yield new Uint8Array(await file.slice(start, start + SLICE).arrayBuffer());
}

/** By the byte order mark; without one UTF-8 if the whole file is that, else Windows-1252, as spreadsheets write. */
export async function guessEncoding(file: Blob): Promise<Encoding> {
  const [first = 0, second = 0] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const slice of slicesOf(file)) decoder.decode(slice, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of a file piece by piece, without its mark. Line ends are `\n`; no piece ends within one. */
export async function* textOf(file: Blob, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = '';
  for await (const slice of slicesOf(file)) {
    const text = held + decoder.decode(slice, { stream: true });
    held = text.endsWith('\r') ? '\r' : '';
    yield unixLines(held === '' ? text : text.slice(0, -1));
  }
  yield unixLines(held + decoder.decode());
}

const unixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
