// One PostgreSQL for a whole run, without fsync; suites clone their databases from a template.
// Suites that break a server start their own. TEST_POSTGRES_URL selects another server, for example
// of another version. What suites start as processes is bundled, when it has been compiled anew.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';
import { stampOf } from '../compiled.mjs';
import { workspace } from './jest-project.mjs';

const PROGRAMS = ['api', 'cli', 'legacy-userservice', 'serve'];
const isThere = (file) => existsSync(join(workspace, file));

export default async function start() {
  bundlePrograms();
  if (process.env.TEST_POSTGRES_URL) return;
  const server = await startTemporaryPostgres();
  process.env.TEST_POSTGRES_URL = server.url;
  globalThis.temporaryPostgres = server;
}

/** Suites without processes need nothing that is compiled. */
function bundlePrograms() {
  if (!PROGRAMS.every((name) => isThere(`apps/${name}/dist/main.js`))) return;
  const projects = PROGRAMS.map((name) => `apps/${name}`);
  const stamp = stampOf(workspace, projects, 'bundle.mjs');
  if (stamp.stands() && isThere('dist/bundle/api.mjs')) return;
  execFileSync(process.execPath, [join(workspace, 'tools/bundle.mjs'), '--all']);
  stamp.set();
}
