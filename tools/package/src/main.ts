// node tools/package/dist/main.js <folder> [<secret key of minisign>]: makes all artefacts of a release.
import { resolve } from 'node:path';
import { makeArtefacts } from './artefacts.js';

const [folder, key = null] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node tools/package/dist/main.js <folder> [<secret key of minisign>]');
  process.exit(64);
}
try {
  for (const path of await makeArtefacts(resolve(folder), key)) console.log(path);
} catch (error) {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || !syscall?.startsWith('spawn')) throw error;
  console.error(`${path} is not installed. Run: apt-get install mmdebstrap buildah minisign`);
  process.exit(69);
}
