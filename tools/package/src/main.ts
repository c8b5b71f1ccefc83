// node tools/package/dist/main.js <folder>: packs the published, compiled libraries into a folder.
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { packLibraries } from './pack-libraries.js';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Usage: node tools/package/dist/main.js <folder>');
  process.exit(64);
}
await mkdir(folder, { recursive: true });
for (const tarball of await packLibraries(resolve(folder))) console.log(tarball);
