// How jest runs a project's specs. Those beside the sources (`src`) are hermetic, those in `test`
// need servers or artefacts; a project with only one of the targets `test` (hermetic), `integration` and
// `package` has only that kind.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSoak, SOAK_SUITES } from './soak-suites.mjs';

export const workspace = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const ROOTS = { hermetic: ['src'], integration: ['test'], package: ['test'], all: ['src', 'test'] };
const here = (file) => join(workspace, 'tools/test-run', file);

/** Specs run the sources of other projects, so that nothing needs to be compiled. */
function sourcesOf(kind) {
  const names = readdirSync(join(workspace, kind)).join('|');
  return {
    [`^@chat-admin/(${names})$`]: join(workspace, kind, '$1/src/index.ts'),
    [`^@chat-admin/(${names})/(.*)$`]: join(workspace, kind, '$1/src/$2.ts'),
  };
}

const SPECS = '\\.spec\\.ts$';
const left = Object.keys(SOAK_SUITES);
const suitesOfThisRun = isSoak
  ? { testRegex: left }
  : { testRegex: SPECS, testPathIgnorePatterns: left };

/**
 * @param folder {string} of the project, absolute
 * @param kind {'hermetic' | 'integration' | 'package' | 'all'}
 */
export function jestProject(folder, kind) {
  const { name, targets } = JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'));
  const ofTwoKinds = targets.test && (targets.integration || targets.package);
  const roots = ofTwoKinds ? ROOTS[kind] : ROOTS.all;
  const servers = kind !== 'hermetic' && targets.integration;
  return {
    displayName: name,
    rootDir: folder,
    roots: roots.map((root) => join(folder, root)).filter((root) => existsSync(root)),
    ...(kind === 'integration' ? suitesOfThisRun : { testRegex: SPECS }),
    testEnvironment: 'node',
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: {
      ...sourcesOf('apps'),
      ...sourcesOf('testing'),
      ...sourcesOf('libs'),
      '^@chat-admin/prosody-integration/(.*)$': join(workspace, 'integrations/prosody/src/$1.ts'),
      '^(\\.{1,2}/.*)\\.js$': '$1',
    },
    transform: {
      '^.+\\.tsx?$': [
        '@swc/jest',
        {
          jsc: {
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true },
            target: 'es2022',
            keepClassNames: true,
          },
          module: { type: 'es6' },
        },
      ],
    },
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
      : { testPathIgnorePatterns: within([...besides, ...soak]) }),
    setupFiles: [here(`prosody-${series}.mjs`)],
  };
}

/**
 * jest keeps the modules of finished suites (jestjs/jest#14605): a worker larger than this is
 * replaced. Its heap is limited by the flag --max-old-space-size of the command that starts jest.
 */
export const limits = {
  workerIdleMemoryLimit: '700MB',
  // enough for a machine with four concurrent runs
  testTimeout: 240_000,
};
