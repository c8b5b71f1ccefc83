import { addressIn } from '@chat-admin/launcher/database-url';
import { DatabaseServers } from '@chat-admin/persistence/database/database-servers';
import { databaseUrlFault } from '@chat-admin/persistence/database/database-url';
import { findPooler } from '@chat-admin/persistence/database/pooler';
import type { PoolMode } from '@chat-admin/persistence/database/pool-mode';
import type { Deployment } from './deployment.js';
import { Skipped } from './skipped.js';

/** An address as the services use it, with what is between. */
export interface ExaminedWay {
  readonly servers: DatabaseServers;
  readonly mode: PoolMode;
}

/** `DATABASE_URL`, through which the services send statements. @throws Skipped */
export function pooledWay(deployment: Deployment): Promise<ExaminedWay> {
  const { environment, place } = deployment;
  const url = addressIn(environment, 'DATABASE_URL') ?? ('url' in place ? place.url : null);
  return wayOf('DATABASE_URL', url);
}

/** `DATABASE_DIRECT_URL`; `null`: it is not set. @throws Skipped */
export async function directWay({ environment }: Deployment): Promise<ExaminedWay | null> {
  const url = addressIn(environment, 'DATABASE_DIRECT_URL');
  return url === null ? null : wayOf('DATABASE_DIRECT_URL', url);
}

async function wayOf(setting: string, url: string | null): Promise<ExaminedWay> {
  if (url === null || databaseUrlFault(url) !== null)
    throw new Skipped(`${setting} cannot be used`);
  const servers = new DatabaseServers(url);
  servers.poolMode = await findPooler(servers);
  return { servers, mode: servers.poolMode };
}
