import { createApp as createApi } from '@chat-admin/api/app';
import type { ApiUrls, App as Api } from '@chat-admin/api/app';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { createApp as createUserService } from '@chat-admin/legacy-userservice/app';
import { openFoundation } from '@chat-admin/server/composition/foundation';
import type { Foundation } from '@chat-admin/server/composition/foundation';
import { probesOf } from '@chat-admin/server/composition/waiting-probes';
import type { RunnableApp } from '@chat-admin/server/process/run-app';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';
import type { ServeConfig } from './config.js';

export interface ServeUrls {
  readonly api: ApiUrls;
  readonly userService: ListenerUrls;
}

/**
 * The API and the user service on one database pool and one connection to the chat server. The API hands
 * requests for the user service to it, unless `LEGACY_URL` names another one.
 * @throws if the database is unusable
 */
export async function createServe(
  config: ServeConfig,
): Promise<RunnableApp<ServeUrls, ServeConfig>> {
  const settings = { ...config.api, applicationName: 'chat-admin serve' };
  const hasher = new ScramPasswordHasher(config.api.scramIterations);
  const probed = [probesOf(config.api), probesOf(config.userService)];
  const foundation = await openFoundation(settings, hasher, undefined, probed);
  try {
    return await onFoundation(config, foundation);
  } catch (error) {
    await foundation.close();
    throw error;
  }
}

async function onFoundation(
  config: ServeConfig,
  foundation: Foundation,
): Promise<RunnableApp<ServeUrls, ServeConfig>> {
  const userService = await createUserService(config.userService, { foundation });
  let api: Api;
  try {
    api = await createApi(config.api, { foundation, userService });
  } catch (error) {
    await userService.close();
    throw error;
  }
  return {
    log: foundation.log,
    firstStart: foundation.persistence.firstStart,
    outdated: foundation.persistence.schema.outdated,
    listen: async () => ({ userService: await userService.listen(), api: await api.listen() }),
    renew: (renewed) => {
      api.renew(renewed.api);
      userService.renew(renewed.userService);
    },
    close: async () => {
      await api.close(); // first: its running requests may need the user service
      await userService.close();
      await foundation.close();
    },
  };
}
