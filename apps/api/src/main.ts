import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { ApiConfig } from './config.js';
import { API_ROOT } from './http/api-root.js';

await runApp({
  name: 'The API',
  config: ApiConfig,
  create: createApp,
  welcome: ({ url, managementUrl }, secret) => [
    `The API listens on ${url}${API_ROOT}`,
    `Probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
    ...(secret === null
      ? []
      : [
          `Shared secret (shown only now): ${secret}`,
          `Try: curl -H 'Authorization: ${secret}' ${url}${API_ROOT}/users`,
        ]),
  ],
});
