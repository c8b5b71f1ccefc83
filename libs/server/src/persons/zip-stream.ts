import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One file of a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  /** read when its turn has come */
  readonly content: () => AsyncIterable<string | Uint8Array>;
}

/**
 * A ZIP file of entries, in pieces: each is read while the former pieces are taken. Ends with the error of an entry, so
 * that what is cut off never looks whole: its index comes last.
 */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  const reading = new Set<Readable>();
  zip.on('error', fail);
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, { mtime: new Date(), compress: true }, (give) => {
      if (output.destroyed) return;
      const source = Readable.from(content(), { objectMode: false });
      reading.add(source);
      // yazl does not listen
      source.once('error', fail).once('close', () => reading.delete(source));
      give(null, source);
    });
  }
  zip.end();
  try {
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    for (const source of reading) source.destroy();
  }
}
