import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { ApiConfig } from './config.js';
import { welcome } from './welcome.js';

await runApp({
  name: 'The API',
  config: ApiConfig,
  graceMs: ({ drainDelayMs, stopGraceMs }) => drainDelayMs + stopGraceMs,
  create: async (config) => {
    const app = await createApp(config);
    return {
      log: app.log,
      close: () => app.close(),
      listen: async () => {
        const { url, managementUrl } = await app.listen();
        return welcome(url, managementUrl, app.firstStart);
      },
    };
  },
});
