import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@chat/embedded-postgres/embedded-postgres';
import type { Part } from './part.js';

/** Whether the user brings a database. Empty variables count as absent. */
export function hasOwnDatabase(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DATABASE_URL'] || environment['DATABASE_URL_FILE']);
}

/** The embedded server, with its data in `postgres` below DATA_DIR (default `.data`, relative to the working directory). */
export function postgresPart(print: (message: string) => void): Part {
  return {
    name: 'PostgreSQL',
    start: async (environment, signal) => {
      const directory = resolve(environment['DATA_DIR'] || '.data', 'postgres');
      const server = await startEmbeddedPostgres({ directory, signal });
      print(`Data: ${server.directory}`);
      return {
        ended: server.ended,
        stop: () => server.stop(),
        provides: { DATABASE_URL: server.url, DATABASE_URL_FILE: undefined },
        lastWords: async () => `The end of ${server.logFile}:\n${await tail(server.logFile)}`,
      };
    },
  };
}

async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: Error) => error.message);
  return text.trimEnd().split('\n').slice(-15).join('\n');
}
