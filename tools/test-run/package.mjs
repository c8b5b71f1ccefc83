// The target `package`: specs of artefacts, which are built once for all of them.
import { join } from 'node:path';
import { jestProject, limits, workspace } from './jest-project.mjs';
import { isSoak, SOAK_PACKAGES } from './soak-suites.mjs';

const here = (file) => join(workspace, 'tools/test-run', file);

export default {
  ...jestProject(process.cwd(), 'package'),
  ...(isSoak ? {} : { testPathIgnorePatterns: Object.keys(SOAK_PACKAGES) }),
  globalSetup: here('package-setup.mjs'),
  globalTeardown: here('package-teardown.mjs'),
  ...limits,
  // they wait for systemd, npm and load balancers more than they compute
  maxWorkers: 3,
  testSequencer: here('longest-first.mjs'),
};
