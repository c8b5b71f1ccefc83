import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';

/**
 * One PostgreSQL server for the whole run. A server of another version can be given as
 * TEST_POSTGRES_URL.
 */
export default async function start(): Promise<void> {
  if (process.env['TEST_POSTGRES_URL']) return;
  const server = await startTemporaryPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  globalThis.temporaryPostgres = server;
}

declare global {
  var temporaryPostgres: { stop(): Promise<void> } | undefined;
}
