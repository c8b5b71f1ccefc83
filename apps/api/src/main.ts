import { requireNode } from '@chat-admin/configuration/node-version';

requireNode();
const { runApi } = await import('./run-api.js');
await runApi();
