import { crc32, inflateRawSync } from 'node:zlib';

const END_OF_INDEX = 0x06054b50;
const END_BYTES = 22;
const IN_INDEX = 0x02014b50;
const INDEX_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;

/** The files of a ZIP file without comment, by name, as those read them who begin with its index. @throws if it is cut off */
export function unzipped(bytes: Uint8Array): ReadonlyMap<string, Buffer> {
  const zip = Buffer.from(bytes);
  const end = zip.length - END_BYTES;
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_INDEX) throw new Error('No whole ZIP file');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== IN_INDEX) throw new Error('A broken index');
    const [nameBytes, extraBytes] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + INDEX_BYTES, at + INDEX_BYTES + nameBytes);
    files.set(name, contentAt(zip, at, name));
    at += INDEX_BYTES + nameBytes + extraBytes + zip.readUInt16LE(at + 32);
  }
  return files;
}

function contentAt(zip: Buffer, entry: number, name: string): Buffer {
  const local = zip.readUInt32LE(entry + 42);
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  const content = zip.readUInt16LE(entry + 10) === STORED ? packed : inflateRawSync(packed);
  if (crc32(content) !== zip.readUInt32LE(entry + 16)) throw new Error(`${name} is broken`);
  return Buffer.from(content);
}
