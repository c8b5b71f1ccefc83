import { requireNode } from '@chat-admin/configuration/node-version';

requireNode();
const { runServe } = await import('./run-serve.js');
await runServe();
