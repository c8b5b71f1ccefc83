import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type PreparedEngine, prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { addressesOf } from '@chat-admin/prosody-server/primary-database';
import { OPTIONAL_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import {
  ProsodyNotReady,
  type RunningProsody,
  startProsody,
} from '@chat-admin/prosody-server/prosody-server';
import type { ChatServerPlace } from './chat-server.js';
import { prosodyDirectory } from './data-directory.js';
import { databaseUrlOf } from './database-url.js';
import { endOf, openLog } from './log-file.js';
import type { Part } from './part.js';

/** After this time, a chat server that is not attached is considered stuck; machines are slow while much starts. */
const TIMEOUT_MS = 60_000;
const ANSWER_TIMEOUT_MS = 2_000;
const PAUSE_MS = 50;

/**
 * Prosody, with its files in `prosody` in DATA_DIR. Starts after the API, which prepares the database. The first start
 * requires the database; a restart may wait for it.
 * @param administrator the address of the database for a role that may create roles; null: that of DATABASE_URL
 */
export function prosodyPart(
  place: ChatServerPlace,
  administrator: () => string | null,
  print: (message: string) => void,
): Part {
  let engine: PreparedEngine | null = null;
  let announced = false;
  return {
    name: 'Prosody',
    optional: place.optional,
    start: async (environment, signal) => {
      engine ??= await prepare(administrator() ?? databaseUrlOf(environment));
      const directory = prosodyDirectory(environment);
      const logFile = join(directory, 'prosody.log');
      const inShort = (error: unknown) =>
        error instanceof ProsodyNotReady && place.optional
          ? new Error(`${error.reason}; its log is ${logFile}`, { cause: error })
          : error;
      const log = openLog(logFile);
      const { host, clientPort, httpPort, token: bridgeToken } = place;
      const server = await startProsody({
        ...{ directory, host, clientPort, httpPort, bridgeToken, signal },
        domain: engine.domain,
        database: engine,
        onOutput: (text) => log.write(text),
      }).catch((error: unknown) => {
        log.close();
        throw inShort(error);
      });
      void server.ended.finally(() => log.close());
      if (!announced) {
        await untilAttached(server, bridgeToken, signal).catch((error: unknown) => {
          throw inShort(error);
        });
        print(
          `Chat server: Prosody ${server.version} for ${engine.domain}, clients at ${host}:${clientPort}, BOSH and WebSocket at ${server.url}`,
        );
        const packages = new Set(server.lacking.map((name) => OPTIONAL_MODULES[name]!.package));
        for (const one of packages) {
          const names = server.lacking.filter((name) => OPTIONAL_MODULES[name]!.package === one);
          print(`Chat server: without ${names.join(', ')}, which "apt-get install ${one}" brings`);
        }
        announced = true;
      }
      return { ended: server.ended, stop: () => server.stop(), lastWords: () => endOf(logFile) };
    },
  };
}

/** Roles belong to the whole PostgreSQL server, so the role's name includes the database's. */
function prepare(databaseUrl: string): Promise<PreparedEngine> {
  const database = decodeURIComponent(new URL(addressesOf(databaseUrl)[0]!).pathname.slice(1));
  return prepareEngineRole({ databaseUrl, role: `chat_engine_${database}`.slice(0, 63) });
}

async function untilAttached(
  server: RunningProsody,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const end = performance.now() + TIMEOUT_MS; ; await delay(PAUSE_MS)) {
      signal.throwIfAborted();
      if (await isAttached(server.url, token)) return;
      if (performance.now() > end) {
        throw new ProsodyNotReady('it is not attached to the database', server.output());
      }
    }
  } catch (error) {
    await server.kill();
    throw error;
  }
}

async function isAttached(url: string, token: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/bridge/health`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const health = (await reply.json()) as { database?: { attached?: boolean } };
    return health.database?.attached ?? false;
  } catch {
    return false;
  }
}
