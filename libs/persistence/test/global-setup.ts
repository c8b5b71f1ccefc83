import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';

/** One server for the whole run, stopped by `global-teardown.ts`; suites read its address. */
export default async function start(): Promise<void> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given) return;
  const server = await startTemporaryPostgres();
  process.env['TEST_POSTGRES_URL'] = server.url;
  globalThis.temporaryPostgres = server;
}

declare global {
  var temporaryPostgres: { stop(): Promise<void> } | undefined;
}
