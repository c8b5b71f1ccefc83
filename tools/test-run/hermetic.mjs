// The target `test`: the project's specs without external dependencies.
import { jestProject, limits } from './jest-project.mjs';

export default { ...jestProject(process.cwd(), 'hermetic'), ...limits, maxWorkers: 1 };
