import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { LegacyConfig } from './config.js';

await runApp({
  name: 'The user service',
  config: LegacyConfig,
  create: createApp,
  welcome: ({ url, managementUrl }, secret) => [
    `The deprecated user service listens on ${url}${USERSERVICE_ADDRESSES[0]}`,
    `Its probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
    ...(secret === null ? [] : [`Shared secret (shown only now): ${secret}`]),
  ],
});
