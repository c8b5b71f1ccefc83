import { welcomeLines as welcomeToApi } from '@chat-admin/api/welcome';
import { welcomeLines as welcomeToUserService } from '@chat-admin/legacy-userservice/welcome';
import { runApp } from '@chat-admin/server/process/run-app';
import { loadServeConfig } from './config.js';
import { createServe } from './serve.js';

/** Makes this process the API and the user service. Resolves once both serve; ends the process when they cannot. */
export const runServe = (): Promise<void> =>
  runApp({
    name: 'The service',
    load: loadServeConfig,
    create: createServe,
    welcome: ({ api, userService }, secret) => [
      ...welcomeToApi(api, secret),
      ...welcomeToUserService(userService, null),
    ],
  });
