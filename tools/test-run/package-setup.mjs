// Builds the artefacts into a temporary folder, `ARTEFACTS` to the specs, and starts a PostgreSQL.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import startPostgres from './global-setup.mjs';
import { workspace } from './jest-project.mjs';

export default async function start() {
  for (const program of ['mmdebstrap', 'buildah']) await ensureInstalled(program);
  const folder = mkdtempSync(join(tmpdir(), 'chat-admin-artefacts-'));
  globalThis.artefacts = folder;
  process.env.ARTEFACTS = folder;
  execFileSync(process.execPath, [join(workspace, 'tools/package/dist/main.js'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await startPostgres();
}
