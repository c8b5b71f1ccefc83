import { runUserService } from './run-user-service.js';

await runUserService();
