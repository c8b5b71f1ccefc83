// Shared by every project: `jest -c ../../jest.preset.mjs`, run from the project's folder.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = dirname(fileURLToPath(import.meta.url));
const project = process.cwd();
const globalSetup = join(project, 'test/global-setup.ts');
const globalTeardown = join(project, 'test/global-teardown.ts');

export default {
  rootDir: project,
  roots: ['src', 'test']
    .map((folder) => join(project, folder))
    .filter((folder) => existsSync(folder)),
  testRegex: '\\.spec\\.ts$',
  testEnvironment: 'node',
  testTimeout: 60_000,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@chat-admin/(api|legacy-userservice)/(.*)$': join(workspace, 'apps/$1/src/$2.ts'),
    '^@chat-admin/(debian-programs|redis-server)/(.*)$': join(workspace, 'testing/$1/src/$2.ts'),
    '^@chat-admin/([^/]+)/(.*)$': join(workspace, 'libs/$1/src/$2.ts'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
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
  ...(existsSync(globalSetup) ? { globalSetup } : {}),
  ...(existsSync(globalTeardown) ? { globalTeardown } : {}),
};
