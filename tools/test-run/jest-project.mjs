// How jest runs a project's specs. Those beside the sources (`src`) are hermetic, those in `test`
// need servers or artefacts; a project with only one of the targets `test` (hermetic), `integration` and
// `package` has only that kind.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installOwnPackages } from '../own-packages.mjs';
import { isSoak, PARTLY, SOAK_SUITES } from './soak-suites.mjs';

export const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const ROOTS = { hermetic: ['src'], integration: ['test'], package: ['test'], all: ['src', 'test'] };
const here = (file) => join(workspace, 'tools/test-run', file);

const SPECS = '\\.spec\\.ts$';
const left = Object.keys(SOAK_SUITES);
const suitesOfThisRun = isSoak
  ? { testRegex: [...left, ...Object.keys(PARTLY)] }
  : { testRegex: SPECS, testPathIgnorePatterns: left };

/**
 * @param folder {string} of the project, absolute
 * @param kind {'hermetic' | 'integration' | 'package' | 'all'}
 */
export function jestProject(folder, kind) {
  const { name, targets } = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'));
  const ofTwoKinds = targets.test && (targets.integration || targets.package);
  const roots = ofTwoKinds ? ROOTS[kind] : ROOTS.all;
  if (roots.includes('test')) installOwnPackages(join(folder, 'test'));
  const servers = kind !== 'hermetic' && targets.integration;
  return {
    displayName: name,
    rootDir: folder,
    roots: roots.map((root) => join(folder, root)).filter((root) => existsSync(root)),
    ...(kind === 'integration' ? suitesOfThisRun : { testRegex: SPECS }),
    runtime: here('native/runtime.cjs'),
    testEnvironment: here('native/environment.cjs'),
    transform: {},
    ...(servers
      ? { globalSetup: here('global-setup.mjs'), globalTeardown: here('global-teardown.mjs') }
      : {}),
  };
}

/**
 * The specs of a project once more, with another Prosody.
 * @param anotherProsody {{ series: string, besides: string[], soak: string[] }} paths in the project's folder that are left
 * out, `soak` for `npm run soak:suites`
 */
export function withProsody(project, { series, besides, soak }) {
  const within = (paths) => paths.map((path) => `${project.rootDir}/${path}`);
  return {
    ...project,
    displayName: `${project.displayName} ${series}`,
    ...(isSoak
      ? { testRegex: within(soak) }
      : { testPathIgnorePatterns: [...left, ...within([...besides, ...soak])] }),
    setupFiles: [here(`prosody-${series}.mjs`)],
  };
}

/** A worker larger than this is replaced. Its heap is limited by the flag --max-old-space-size of the command that starts jest. */
export const limits = {
  workerIdleMemoryLimit: '700MB',
  // only ends what hangs: with four runs on two cores a test can take fifteen times as long
  testTimeout: 600_000,
};
