// What suites of artefacts wait for, made beside other suites: node tools/test-run/make-artefacts.mjs <folder>
// `ARTEFACTS=<folder> npm run test:artefacts` takes it from there. Everything has to be compiled.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedRoot } from '@chat-admin/debian-programs/debian-root';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';

const workspace = fileURLToPath(new URL('../..', import.meta.url));
const node = (...words) =>
  execFileSync(process.execPath, words, { cwd: workspace, stdio: ['ignore', 'ignore', 'inherit'] });

/** Builds the artefacts into a folder. */
export async function makeArtefacts(folder) {
  for (const program of ['mmdebstrap', 'buildah']) await ensureInstalled(program);
  node('tools/package/dist/main.js', folder);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await makeArtefacts(process.argv[2]);
  for (const release of [12, 13]) await installedRoot(release);
  // the programs from which packages are upgraded
  node('tools/cluster/dist/build-former-release.js');
}
