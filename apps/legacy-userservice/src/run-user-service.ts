import { loadConfig } from '@chat-admin/configuration/load-config';
import { runApp } from '@chat-admin/server/process/run-app';
import { createApp } from './app.js';
import { LegacyConfig } from './config.js';
import { welcomeLines } from './welcome.js';

/** Makes this process the user service. Resolves once it serves; ends the process when it cannot. */
export const runUserService = (): Promise<void> =>
  runApp({
    name: 'The user service',
    load: (environment) => loadConfig(LegacyConfig, environment),
    create: createApp,
    welcome: welcomeLines,
  });
