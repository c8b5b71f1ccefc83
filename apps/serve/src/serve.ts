import { createApp as createApi } from '@chat-admin/api/app';
import type { ApiUrls, App as Api } from '@chat-admin/api/app';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { createApp as createUserService } from '@chat-admin/legacy-userservice/app';
import { openFoundation } from '@chat-admin/server/composition/foundation';
import type { Foundation } from '@chat-admin/server/composition/foundation';
import { probesOf } from '@chat-admin/server/composition/waiting-probes';
import { socketPath } from '@chat-admin/server/process/listen-address';
import type { RunnableApp } from '@chat-admin/server/process/run-app';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';
import type { ServeConfig } from './config.js';

export interface ServeUrls {
  readonly api: ApiUrls;
  readonly userService: ListenerUrls;
}

/**
 * The API and the user service on one database pool and one connection to the chat server. The API forwards the addresses
 * of the user service to it, unless `LEGACY_URL` names another one. The user service listens already: the API needs its address.
 * @throws if the database is unusable or an address is in use
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
  const { host } = config.userService;
  const reached = socketPath(host) === null ? reachableHost(host) : 'unix';
  const trustedProxies = [...config.userService.trustedProxies, reached];
  const legacy = await createUserService({ ...config.userService, trustedProxies }, { foundation });
  let userService: ListenerUrls;
  let api: Api;
  try {
    userService = await legacy.listen();
    const legacyUrl = config.api.legacyUrl ?? reachableUrl(userService.url, reached);
    const legacyIsOurs = config.api.legacyUrl === null;
    api = await createApi({ ...config.api, legacyUrl }, { foundation, legacyIsOurs });
  } catch (error) {
    await legacy.close();
    throw error;
  }
  return {
    log: foundation.log,
    firstStart: foundation.persistence.firstStart,
    outdated: foundation.persistence.schema.outdated,
    listen: async () => ({ api: await api.listen(), userService }),
    renew: (renewed) => {
      api.renew(renewed.api);
      legacy.renew(renewed.userService);
    },
    close: async () => {
      await api.close(); // first: its running requests may need the user service
      await legacy.close();
      await foundation.close();
    },
  };
}

/** From this machine. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;

function reachableUrl(url: string, host: string): string {
  if (socketPath(url) !== null) return url;
  const { protocol, port } = new URL(url);
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
}
