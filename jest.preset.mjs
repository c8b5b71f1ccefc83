// All specs of the project in whose folder jest runs: `jest -c ../../jest.preset.mjs`.
import { jestProject, limits } from './tools/test-run/jest-project.mjs';

export default { ...jestProject(process.cwd(), 'all'), ...limits, maxWorkers: 1 };
