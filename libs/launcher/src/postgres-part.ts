import { startEmbeddedDatabase } from './embedded-database.js';
import { endOf } from './log-file.js';
import type { Part } from './part.js';

export interface PostgresPart extends Part {
  /** once it has been ready: the address as superuser, for the launcher alone */
  superuserUrl(): string | null;
}

/**
 * The embedded server, with its data in `postgres` in DATA_DIR. Restarts on the same port. Later parts get its address
 * as owner of the database.
 */
export function postgresPart(print: (message: string) => void): PostgresPart {
  let superuserUrl: string | null = null;
  return {
    name: 'PostgreSQL',
    superuserUrl: () => superuserUrl,
    start: async (environment, signal) => {
      const port = superuserUrl && { port: Number(new URL(superuserUrl).port) };
      const server = await startEmbeddedDatabase(environment, { signal, tell: print, ...port });
      if (!superuserUrl) print(`Data: ${server.directory}`);
      ({ superuserUrl } = server);
      return {
        ended: server.ended,
        stop: () => server.stop(),
        provides: { DATABASE_URL: server.url, DATABASE_URL_FILE: undefined },
        lastWords: () => endOf(server.logFile),
      };
    },
  };
}
