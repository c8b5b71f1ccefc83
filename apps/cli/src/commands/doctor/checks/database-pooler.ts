import { fault, ok } from '../check.js';
import type { Check } from '../check.js';
import { directWay, pooledWay } from '../pooled-way.js';

const DIRECT = "DATABASE_DIRECT_URL='postgres://<user>:<password>@<the server itself>/<database>'";

/** What is between the services and the server. */
export const databasePooler: Check = {
  code: 'database/pooler',
  examine: async (deployment) => {
    const { mode, servers } = await pooledWay(deployment);
    if (mode === 'none') return ok('No pooler is between: each connection is a session');
    if (mode === 'session') return ok('A pooler lends a session for each connection');
    const lends = 'A pooler lends sessions for transactions';
    if ((await directWay(deployment)) === null)
      return fault(`${lends}, so that change notices do not arrive`, 'settings', DIRECT);
    const follows = servers.names.used ? 'follows' : 'does not follow';
    return ok(`${lends} and ${follows} named statements; DATABASE_DIRECT_URL leads past it`);
  },
};
