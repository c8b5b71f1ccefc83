import { startEmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import { postgresDirectory } from './data-directory.js';
import { endOf } from './log-file.js';
import type { Part } from './part.js';

/**
 * The embedded server, with its data in `postgres` below DATA_DIR (default `.data`, relative to the working directory).
 * Started again it takes the port that it had.
 */
export function postgresPart(print: (message: string) => void): Part {
  let port: number | null = null;
  return {
    name: 'PostgreSQL',
    start: async (environment, signal) => {
      const directory = postgresDirectory(environment);
      const server = await startEmbeddedPostgres({
        directory,
        signal,
        ...(port === null ? {} : { port }),
      });
      if (port === null) print(`Data: ${server.directory}`);
      port = Number(new URL(server.url).port);
      return {
        ended: server.ended,
        stop: () => server.stop(),
        provides: { DATABASE_URL: server.url, DATABASE_URL_FILE: undefined },
        lastWords: () => endOf(server.logFile),
      };
    },
  };
}
