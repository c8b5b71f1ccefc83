// node tools/package/dist/main.js <folder>: packs what is compiled into a folder.
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.js';
import { serviceForDebian } from './debian.js';
import { manifestIn, workspace } from './libraries.js';
import { packLibraries } from './pack-libraries.js';
import { packProduct } from './pack-product.js';

const given = process.argv[2];
if (given === undefined) {
  console.error('Usage: node tools/package/dist/main.js <folder>');
  process.exit(64);
}
const folder = resolve(given);
await mkdir(folder, { recursive: true });
const program = join(folder, 'program');
await bundle(program);
const { version } = manifestIn(workspace);
const artefacts = [
  ...(await packLibraries(folder)),
  await packProduct(program, folder),
  await serviceForDebian({ program, version, into: folder }),
];
for (const path of artefacts) console.log(path);
