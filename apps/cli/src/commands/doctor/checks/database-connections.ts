import { fault, ok } from '../check.js';
import type { Check } from '../check.js';
import { unlimited } from './database-reachable.js';

/** Beside its pool each service listens to notices, and commands need some. */
const LISTENING = 1;
const OF_COMMANDS = 5;
const APPS = 2;

/** Whether both services can open all of their connections. */
export const databaseConnections: Check = {
  code: 'database/connections',
  examine: async (deployment) => {
    const { databasePoolSize } = deployment.usableSettings().api;
    const server = await deployment.server();
    const needed = APPS * (databasePoolSize + LISTENING) + OF_COMMANDS;
    const left = server.mostConnections - server.otherConnections;
    if (left < needed) {
      return fault(
        `The services need ${needed} connections, the server has ${left} left for them`,
        'superuser',
        `alter system set max_connections = ${server.mostConnections + 2 * needed}; -- and restart PostgreSQL`,
      );
    }
    const limited = [
      { limit: server.databaseLimit, used: server.otherInDatabase },
      { limit: server.roleLimit, used: server.otherOfRole },
    ].some(({ limit, used }) => limit >= 0 && limit - used < needed);
    if (limited && !server.isSuperuser) {
      return fault(
        `The services need ${needed} connections, which the limit of the database or the role does not allow`,
        'superuser',
        unlimited(server.database, server.role),
      );
    }
    return ok(`The services need ${needed} connections of ${left}`);
  },
};
