import { loadConfig } from '@chat-admin/configuration/load-config';
import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { LegacyConfig } from './config.js';
import { welcomeLines } from './welcome.js';

await runApp({
  name: 'The user service',
  load: (environment) => loadConfig(LegacyConfig, environment),
  create: createApp,
  welcome: welcomeLines,
});
