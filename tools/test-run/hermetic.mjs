// The target `test`: the specs of the project at hand that need nothing but themselves.
import { jestProject, limits } from './jest-project.mjs';

export default { ...jestProject(process.cwd(), 'hermetic'), ...limits, maxWorkers: 1 };
