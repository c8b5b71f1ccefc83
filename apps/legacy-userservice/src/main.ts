import { runApp } from '@chat-admin/server/process/run-app';
import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import { createApp } from './app.js';
import { LegacyConfig } from './config.js';

await runApp({
  name: 'The user service',
  config: LegacyConfig,
  graceMs: ({ drainDelayMs, stopGraceMs }) => drainDelayMs + stopGraceMs,
  create: async (config) => {
    const app = await createApp(config);
    return {
      log: app.log,
      close: () => app.close(),
      listen: async () => {
        const { url, managementUrl } = await app.listen();
        const lines = [
          `The deprecated user service listens on ${url}${USERSERVICE_ADDRESSES[0]}`,
          `Its probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
        ];
        const secret = app.firstStart?.generatedSecret;
        if (secret) lines.push(`Shared secret (shown only now): ${secret}`);
        return `${lines.join('\n')}\n`;
      },
    };
  },
});
