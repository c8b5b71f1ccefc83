import { loadConfig } from '@chat-admin/configuration/load-config';
import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { ApiConfig } from './config.js';
import { welcomeLines } from './welcome.js';

/** Makes this process the API. Resolves once it serves; ends the process when it cannot. */
export const runApi = (): Promise<void> =>
  runApp({
    name: 'The API',
    load: (environment) => loadConfig(ApiConfig, environment),
    create: createApp,
    welcome: welcomeLines,
  });
