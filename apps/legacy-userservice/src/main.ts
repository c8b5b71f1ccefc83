import { requireNode } from '@chat-admin/configuration/node-version';

requireNode();
const { runUserService } = await import('./run-user-service.js');
await runUserService();
