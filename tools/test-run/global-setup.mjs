// One PostgreSQL for a whole run, without fsync; suites clone their databases from a template.
// Suites that break a server start their own. TEST_POSTGRES_URL selects another server, for example
// of another version.
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';

export default async function start() {
  if (process.env.TEST_POSTGRES_URL) return;
  const server = await startTemporaryPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.temporaryPostgres = server;
}
