import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { until } from '@chat-admin/debian-programs/until';
import { startEmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import {
  TEST_DOMAIN,
  TEST_SECRET,
  testDatabase,
} from '@chat-admin/persistence/testing/test-database';
import { prepareEngineRole } from '@chat-admin/prosody-server/engine-role';
import { type RunningProsody, startProsody } from '@chat-admin/prosody-server/prosody-server';
import { Api } from '../api.js';
import type { Place } from '../transport.js';

export interface Servers {
  readonly api: Api;
  readonly place: Place;
  /** of Prosody, PEM */
  readonly certificate: string;
  readonly apiProcess: BoundProcess;
  readonly prosody: RunningProsody;
  /** lines of Prosody's log from level warn on */
  complaints(): string[];
}

const API_MAIN = fileURLToPath(new URL('../../../../apps/api/dist/main.js', import.meta.url));
/** The minimum that the API accepts, because iterations are the main cost of a client's login. */
const SCRAM_ITERATIONS = 4096;

/**
 * PostgreSQL as in production, in a temporary directory; Prosody and the API as separate processes.
 * @param cleanups receives what undoes this, latest first, even if it throws
 */
export async function startServers(cleanups: (() => Promise<unknown>)[]): Promise<Servers> {
  const parent = await mkdtemp(join(tmpdir(), 'chat-admin-load-'));
  cleanups.unshift(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(parent, 0o711); // the server's account has to traverse it
  const postgres = await startEmbeddedPostgres({ directory: join(parent, 'data') });
  cleanups.unshift(async () => {
    await postgres.stop();
    await rm(postgres.directory, { recursive: true, force: true, maxRetries: 5 });
  });
  const database = await testDatabase(postgres.url);
  const place: Place = {
    domain: TEST_DOMAIN,
    host: '127.0.0.1',
    clientPort: await stablePort(),
    tlsPort: await stablePort(),
    httpPort: await stablePort(),
  };
  const bridgeToken = randomBytes(24).toString('base64url');
  let log = '';
  const prosody = await startProsody({
    ...place,
    directory: join(parent, 'prosody'),
    database: await prepareEngineRole({ databaseUrl: database.url }),
    bridgeToken,
    logLevel: 'warn',
    settings: { chat_lenient_acks: true }, // for `@xmpp/client`
    onOutput: (text) => (log += text),
  });
  cleanups.unshift(() => prosody.stop());
  const port = await stablePort();
  const managementPort = await stablePort();
  const apiProcess = startBound(process.execPath, [API_MAIN], {
    environment: {
      DATABASE_URL: database.url,
      API_PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      API_SCRAM_ITERATIONS: String(SCRAM_ITERATIONS),
      CHAT_SERVER_URL: prosody.url,
      CHAT_SERVER_TOKEN: bridgeToken,
      LOG_LEVEL: 'error',
    },
  });
  cleanups.unshift(() => apiProcess.stop());
  await until('the API is ready', async () => {
    return (await fetch(`http://127.0.0.1:${managementPort}/readyz`)).ok;
  });
  return {
    api: new Api(`http://127.0.0.1:${port}`, TEST_SECRET),
    place,
    certificate: await readFile(prosody.certificate!.certificate, 'utf8'),
    apiProcess,
    prosody,
    complaints: () => log.split('\n').filter(Boolean),
  };
}
